import { breakpoint, galleryBreakpoint } from './tokens.ts'

/** `${upToWidth('tablet')} { … }`: applies up to and including that width. */
export const upToWidth = (name: keyof typeof breakpoint) => `@media (width <= ${breakpoint[name]}px)`

/** Applies above that width. */
export const aboveWidth = (name: keyof typeof breakpoint) => `@media (width > ${breakpoint[name]}px)`

/** Applies below that width, for the gallery (requirements §2). */
export const belowWidth = (name: keyof typeof galleryBreakpoint) => `@media (width < ${galleryBreakpoint[name]}px)`

/** The visitor prefers reduced motion. */
export const reducedMotion = '@media (prefers-reduced-motion: reduce)'

/** The primary pointer can hover. */
export const canHover = '@media (hover: hover)'

/** Short viewports: phones in landscape orientation. */
export const shortViewport = '@media (height <= 480px)'

/** Forced colors (high contrast mode): backgrounds are removed, so that buttons need a border. */
export const forcedColors = '@media (forced-colors: active)'

/** Printed pages. */
export const print = '@media print'

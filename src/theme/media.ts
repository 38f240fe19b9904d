import { breakpoint, galleryBreakpoint } from './tokens.ts'

/** `${upTo('tablet')} { … }`: applies at that width and below. */
export const upTo = (name: keyof typeof breakpoint) => `@media (width <= ${breakpoint[name]}px)`

/** Applies only above that width. */
export const above = (name: keyof typeof breakpoint) => `@media (width > ${breakpoint[name]}px)`

/** Applies below that width, and not at it: the gallery counts so (spec §2). */
export const below = (name: keyof typeof galleryBreakpoint) => `@media (width < ${galleryBreakpoint[name]}px)`

export const calm = '@media (prefers-reduced-motion: reduce)'

/** A pointer that can rest on something without pressing it. */
export const hovering = '@media (hover: hover)'

export const print = '@media print'

import { breakpoint, galleryBreakpoint } from './tokens.ts'

/** `${upTo('tablet')} { … }`: applies at that width and below. */
export const upToWidth = (name: keyof typeof breakpoint) => `@media (width <= ${breakpoint[name]}px)`

/** Applies only above that width. */
export const aboveWidth = (name: keyof typeof breakpoint) => `@media (width > ${breakpoint[name]}px)`

/** Applies below that width, and not at it: the gallery counts so (requirements §2). */
export const belowWidth = (name: keyof typeof galleryBreakpoint) => `@media (width < ${galleryBreakpoint[name]}px)`

export const reducedMotion = '@media (prefers-reduced-motion: reduce)'

/** A pointer that can rest on something without pressing it. */
export const canHover = '@media (hover: hover)'

/** A screen so low that what should fill it must be smaller: a telephone on its side. */
export const shortViewport = '@media (height <= 480px)'

/** The visitor's own few colours in place of ours; of a button without a border nothing would be left. */
export const forcedColors = '@media (forced-colors: active)'

export const print = '@media print'

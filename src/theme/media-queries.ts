import { breakpoint, galleryBreakpoint } from './tokens.ts'

/** Applies at this width and below: `${upToWidth('tablet')} { … }`. */
export const upToWidth = (name: keyof typeof breakpoint) => `@media (width <= ${breakpoint[name]}px)`

/** Applies below this width. The breakpoints of the gallery are exclusive (requirements §2). */
export const belowWidth = (name: keyof typeof galleryBreakpoint) => `@media (width < ${galleryBreakpoint[name]}px)`

/** The navigation is a menu: the viewport has at most 900 px, or the row of names leaves no width beside it. */
export const navigationMenu = '@container navigation (width <= 0px)'

/** Visitors who prefer reduced motion. */
export const reducedMotion = '@media (prefers-reduced-motion: reduce)'

/** A primary input device that can hover. */
export const canHover = '@media (hover: hover)'

/** For example a phone in landscape orientation. */
export const shortViewport = '@media (height <= 480px)'

/** Phones in both orientations, as the value of a `media` attribute. */
export const phoneMedia = `(width <= ${breakpoint.phone}px), (height <= 480px)`

/** Windows of 1280 × 1024 px at 400 % zoom, for example. */
export const smallViewport = '@media (width <= 479px) and (height <= 480px)'

/** The visitor's system colors replace those of the site. */
export const forcedColors = '@media (forced-colors: active)'

/** In forced colors, the ground of a picture that was made for this color. */
export const keepGround = (ground: string) => `
  ${forcedColors} {
    forced-color-adjust: none;
    outline: 6px solid ${ground};
    background: ${ground};
  }
`

/** Printed pages. */
export const print = '@media print'

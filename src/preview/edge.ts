import { gutter, size } from '#src/theme/tokens.ts'

/** From the screen's edge to where the page's own words begin. */
export const bannerInset = `max(${gutter}, (100vw - ${size.container}px) / 2)`

import { gutter, size } from '#src/theme/tokens.ts'
import { labelStyle } from '#src/theme/typography.ts'

/** A word of the banner that does something: a link or a button. */
export const bannerActionStyle = `
  ${labelStyle}
  display: flex;
  align-items: center;
  min-block-size: ${size.touchTarget}px;
  font-size: 14px;
  text-decoration: underline;
  text-underline-offset: 5px;
`

/** From the screen's edge to where the page's own words begin. */
export const bannerInset = `max(${gutter}, (100vw - ${size.container}px) / 2)`

import { gutter, size } from '#src/theme/tokens.ts'
import { labelStyle } from '#src/theme/typography.ts'

/** Style of the links and buttons in the banner. */
export const bannerActionStyle = `
  ${labelStyle}
  display: flex;
  align-items: center;
  min-block-size: ${size.touchTarget}px;
  font-size: 14px;
  text-decoration: underline;
  text-underline-offset: 5px;
`

/** Inline padding that aligns the banner with the page's content. */
export const bannerInset = `max(${gutter}, (100vw - ${size.container}px) / 2)`

import { gutter, size } from '#src/theme/tokens.ts'
import { labelStyle, rem } from '#src/theme/typography.ts'

/** Style of links and buttons in the banner. */
export const bannerActionStyle = `
  ${labelStyle}
  display: flex;
  align-items: center;
  min-block-size: ${size.touchTarget}px;
  font-size: ${rem(14)};
  text-decoration: underline;
  text-underline-offset: 5px;
`

/** Inline padding that aligns the banner with the content of the page. */
export const bannerInset = `max(${gutter}, (100vw - ${size.container}px) / 2)`

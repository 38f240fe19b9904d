import { buttonStyle } from '#src/components/button-style.ts'
import { gutter, size } from '#src/theme/tokens.ts'
import { rem } from '#src/theme/typography.ts'

/** Style of links and buttons in the banner. */
export const bannerActionStyle = `
  ${buttonStyle}
  display: flex;
  align-items: center;
  font-size: ${rem(14)};
  text-decoration: underline;
  text-underline-offset: 5px;
`

/** Inline padding that aligns the banner with the content of the page. */
export const bannerInset = `max(${gutter}, (100vw - ${size.container}px) / 2)`

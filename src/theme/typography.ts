import { font } from './tokens.ts'

/** px of 1rem unless the visitor has chosen another font size in the browser's settings. */
const DEFAULT_FONT_SIZE = 16

/** Returns a font size in px as rem, so that it follows the visitor's font size. */
export const rem = (px: number) => `${px / DEFAULT_FONT_SIZE}rem`

/**
 * Returns a font size between two sizes in px that depends on the viewport, for example `4vw`. All three parts follow the
 * visitor's font size.
 */
export const fluidRem = (min: number, preferred: string, max: number) =>
  `clamp(${rem(min)}, ${preferred} + ${rem(min)} - ${min}px, ${rem(max)})`

/** Font of headings. */
export const headingStyle = `
  font-family: ${font.heading};
  font-weight: 700;
  letter-spacing: -0.012em;
  text-wrap: balance;
`

export const sectionTitleStyle = `
  ${headingStyle}
  font-size: ${fluidRem(34, '4vw', 60)};
  line-height: 0.98;
`

/** Uppercase text above titles, in menus and on buttons. */
export const labelStyle = `
  font-family: ${font.heading};
  font-size: ${rem(16)};
  font-weight: 600;
  line-height: 1.25;
  letter-spacing: 0.08em;
  text-transform: uppercase;
`

/** Introductory paragraph. */
export const introStyle = `
  font-size: ${rem(19)};
  line-height: 1.65;
`

/** Small text. */
export const noteStyle = `
  font-size: ${rem(15)};
  line-height: 1.45;
`

import { font } from './tokens.ts'

/** Font of headings. */
export const headingStyle = `
  font-family: ${font.narrow};
  font-weight: 700;
  letter-spacing: -0.012em;
  text-wrap: balance;
`

/** The title of a section. */
export const sectionTitleStyle = `
  ${headingStyle}
  font-size: clamp(34px, 4vw, 60px);
  line-height: 0.98;
`

/** Uppercase labels above titles, in menus and on buttons. */
export const labelStyle = `
  font-family: ${font.narrow};
  font-size: 16px;
  font-weight: 600;
  line-height: 1.25;
  letter-spacing: 0.08em;
  text-transform: uppercase;
`

/** The introductory paragraph of a page. */
export const introStyle = `
  font-size: 19px;
  line-height: 1.65;
`

/** Small text for notes. */
export const noteStyle = `
  font-size: 15px;
  line-height: 1.45;
`

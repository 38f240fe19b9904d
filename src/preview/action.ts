import { size } from '#src/theme/tokens.ts'
import { labelType } from '#src/theme/type.ts'

/** A word of the banner that does something: a link or a button. */
export const actionType = `
  ${labelType}
  display: flex;
  align-items: center;
  min-block-size: ${size.target}px;
  font-size: 14px;
  text-decoration: underline;
  text-underline-offset: 5px;
`

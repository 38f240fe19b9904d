import { color, duration, size } from '#src/theme/tokens.ts'
import { labelStyle } from '#src/theme/typography.ts'

/** A button with a text. All buttons have the focus ring and the edge in forced colors of src/theme/global-styles.ts. */
export const buttonStyle = `
  ${labelStyle}
  min-block-size: ${size.touchTarget}px;

  &:is([aria-busy='true'], [aria-disabled='true']) {
    cursor: progress;
  }
`

/** A button with a dark ground. */
export const solidButtonStyle = `
  ${buttonStyle}
  padding-inline: 36px;
  background: ${color.ink};
  color: ${color.bone};
  transition: background-color ${duration.hover}ms;

  &:is(:hover, [aria-busy='true'], [aria-disabled='true']) {
    background: ${color.steel};
  }
`

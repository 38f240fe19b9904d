import { css } from 'linaria'

/** The declarations of `visuallyHidden`, for use inside media queries. */
export const visuallyHiddenStyle = `
  position: absolute;
  inline-size: 1px;
  block-size: 1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
`

/** Hides an element visually, but not from screen readers. */
export const visuallyHidden = css`
  ${visuallyHiddenStyle}
`

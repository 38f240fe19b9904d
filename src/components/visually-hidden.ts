import { css } from 'linaria'

/** The style alone, for what is shown on some screens and only read aloud on others. */
export const visuallyHiddenStyle = `
  position: absolute;
  inline-size: 1px;
  block-size: 1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
`

/** Read aloud, not shown. */
export const visuallyHidden = css`
  ${visuallyHiddenStyle}
`

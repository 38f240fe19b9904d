import { css } from 'linaria'

const paths = {
  previous: 'M10 3 5 8l5 5',
  next: 'm6 3 5 5-5 5',
  close: 'M2 2l12 12M14 2 2 14',
  zoomIn: 'M8 2v12M2 8h12',
  zoomOut: 'M2 8h12',
} as const

/** The signs on the lightbox's buttons; the button says what they mean. */
export const LightboxIcon = ({ name }: { readonly name: keyof typeof paths }) => (
  <svg className={icon} viewBox="0 0 16 16" aria-hidden="true">
    <path d={paths[name]} fill="none" stroke="currentColor" strokeWidth="1.8" />
  </svg>
)

const icon = css`
  inline-size: 18px;
  block-size: 18px;
`

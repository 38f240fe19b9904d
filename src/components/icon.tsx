import { css } from 'linaria'

const paths = {
  /** For links to other sites. */
  away: 'M3 13 13 3M5 3h8v8',
  onward: 'M2 8h12M9.5 3.5 14 8l-4.5 4.5',
  close: 'M2 2l12 12M14 2 2 14',
  previous: 'M10 3 5 8l5 5',
  next: 'm6 3 5 5-5 5',
  zoomIn: 'M8 2v12M2 8h12',
  zoomOut: 'M2 8h12',
} as const

/** An SVG icon in the size and stroke width of the text, so that fonts need no arrows. Hidden from screen readers. */
export function Icon({ name }: { readonly name: keyof typeof paths }) {
  return (
    <svg className={root} viewBox="0 0 16 16" aria-hidden="true">
      <path d={paths[name]} fill="none" stroke="currentColor" strokeWidth="1.8" />
    </svg>
  )
}

const root = css`
  display: inline-block;
  inline-size: 0.8em;
  block-size: 0.8em;
  vertical-align: -0.04em;
`

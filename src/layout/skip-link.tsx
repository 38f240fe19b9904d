import { css } from 'linaria'
import { color, space, zIndex } from '#src/theme/tokens.ts'
import { labelStyle } from '#src/theme/typography.ts'

/** The first thing that a keyboard meets: past the navigation. */
export const SkipLink = ({ to, text }: { readonly to: string; readonly text: string }) => (
  <a className={skip} href={`#${to}`}>
    {text}
  </a>
)

const skip = css`
  ${labelStyle}
  position: fixed;
  z-index: ${zIndex.skipLink};
  inset-block-start: ${space.xs}px;
  inset-inline-start: ${space.xs}px;
  max-inline-size: calc(100vw - ${2 * space.xs}px);
  padding: ${space.sm}px ${space.md}px;
  background: ${color.amber};
  color: ${color.ink};

  &:not(:focus) {
    transform: translateY(-200%);
  }
`

import { css } from 'linaria'
import { Container } from '#src/components/container.tsx'
import type { Fact } from '#src/content/home.ts'
import { getInspectorProps } from '#src/content/preview-mode.ts'
import { upToWidth } from '#src/theme/media-queries.ts'
import { color, space } from '#src/theme/tokens.ts'
import { headingStyle, noteStyle } from '#src/theme/typography.ts'

/** Large figures with hairlines between them: four in a row, two on narrow screens. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <Container>
      <ul className={row}>
        {facts.map(({ id, figure, unit, text }) => (
          <li key={id} className={fact}>
            <p className={number} {...getInspectorProps(id, 'figure')}>
              {figure}
              {unit && (
                <span className={small} {...getInspectorProps(id, 'unit')}>
                  {' '}
                  {unit}
                </span>
              )}
            </p>
            <p className={meaning} {...getInspectorProps(id, 'text')}>
              {text}
            </p>
          </li>
        ))}
      </ul>
    </Container>
  )
}

const row = css`
  display: grid;
  grid-template-columns: repeat(4, minmax(0, 1fr));
  column-gap: ${space.md}px;
  overflow: clip;

  ${upToWidth('tablet')} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
`

/* Each draws the hairlines to its left and above it; those of the first column and row are clipped away. */
const fact = css`
  position: relative;
  padding-block: 44px 48px;
  padding-inline-end: ${space.sm}px;

  &::before {
    content: '';
    position: absolute;
    inset-block: 0;
    inset-inline-start: -${space.md}px;
    border-inline-start: 1px solid ${color.hairlineOnBone};
  }

  &::after {
    content: '';
    position: absolute;
    inset-block-start: -1px;
    inset-inline: -${space.md}px 0;
    border-block-start: 1px solid ${color.hairlineOnBone};
  }

  ${upToWidth('phone')} {
    padding-block: 28px;
  }
`

const number = css`
  ${headingStyle}
  font-size: clamp(42px, 4.8vw, 68px);
  line-height: 1;
  letter-spacing: 0;

  ${upToWidth('small')} {
    font-size: clamp(34px, 10.8vw, 42px);
  }
`

const small = css`
  font-size: 0.45em;
`

const meaning = css`
  ${noteStyle}
  max-inline-size: 30ch;
  margin-block-start: ${space.xs}px;
  color: ${color.inkSoft};
  text-wrap: balance;
`

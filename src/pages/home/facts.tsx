import { css } from 'linaria'
import { Container } from '#src/components/container.tsx'
import type { Fact } from '#src/content/home.ts'
import { useInspectorProps } from '#src/content/inspector-props.ts'
import { upToWidth } from '#src/theme/media-queries.ts'
import { color, space } from '#src/theme/tokens.ts'
import { fluidRem, headingStyle, noteStyle } from '#src/theme/typography.ts'

/** Key figures of the company, separated by hairlines: four columns, two on narrow screens. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  const getInspectorProps = useInspectorProps<'fact'>()
  return (
    <Container>
      <ul className={list}>
        {facts.map(({ id, figure, unit, text }) => (
          <li key={id} className={item}>
            <p className={value} {...getInspectorProps(id, 'figure')}>
              <span>{figure}</span>
              {unit && (
                <span className={suffix} {...getInspectorProps(id, 'unit')}>
                  {` ${unit}`}
                </span>
              )}
            </p>
            <p className={description} {...getInspectorProps(id, 'text')}>
              {text}
            </p>
          </li>
        ))}
      </ul>
    </Container>
  )
}

const list = css`
  display: grid;
  grid-template-columns: repeat(4, minmax(0, 1fr));
  column-gap: ${space.md}px;
  overflow: clip;

  ${upToWidth('tablet')} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
`

/* Each item draws the hairlines to its left and above. The list clips those of the first column and row. */
const item = css`
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

const value = css`
  ${headingStyle}
  font-size: ${fluidRem(42, '4.8vw', 68)};
  line-height: 1;
  letter-spacing: 0;

  ${upToWidth('small')} {
    font-size: ${fluidRem(34, '10.8vw', 42)};
  }
`

const suffix = css`
  font-size: 0.45em;
`

const description = css`
  ${noteStyle}
  max-inline-size: 30ch;
  margin-block-start: ${space.xs}px;
  color: ${color.inkSoft};
  text-wrap: balance;
`

import { css } from 'linaria'
import { Children, type ReactNode, useId } from 'react'
import { upToWidth } from '#src/theme/media-queries.ts'
import { color, space } from '#src/theme/tokens.ts'
import { introStyle, labelStyle, sectionTitleStyle } from '#src/theme/typography.ts'
import { Container } from './container.tsx'
import type { InspectorProps } from './inspector-props.ts'
import { Section } from './section.tsx'

interface IntroProps {
  /** A small line above the title. */
  readonly header?: string
  readonly title: string
  readonly paragraphs: readonly string[]
  readonly inspectorProps?: {
    readonly header?: InspectorProps
    readonly title: InspectorProps
    readonly paragraphs: InspectorProps
  }
}

/** The introduction of a page: a title with paragraphs beside it. */
export function Intro({ header, title, paragraphs, inspectorProps }: IntroProps): ReactNode {
  const id = useId()
  return (
    <Section labelledBy={id}>
      <Container layout="columns">
        <div className={headingColumn}>
          {header && (
            <p className={eyebrow} {...inspectorProps?.header}>
              {header}
            </p>
          )}
          <h2 id={id} className={heading} {...inspectorProps?.title}>
            {title}
          </h2>
        </div>
        <div className={textColumn} {...inspectorProps?.paragraphs}>
          <Paragraphs texts={paragraphs} />
        </div>
      </Container>
    </Section>
  )
}

const headingColumn = css`
  grid-column: span 6;
`

const eyebrow = css`
  ${labelStyle}
  margin-block-end: ${space.sm}px;
  color: ${color.clay};
`

const heading = css`
  ${sectionTitleStyle}
  max-inline-size: 12em;
`

const textColumn = css`
  ${introStyle}
  grid-column: span 6;
  display: grid;
  align-content: start;
  gap: ${space.sm}px;
  max-inline-size: 62ch;
  text-wrap: pretty;

  ${upToWidth('tablet')} {
    margin-block-start: ${space.md}px;
  }
`

/** Renders texts as paragraphs, keyed by index: texts can be equal. */
export const Paragraphs = ({ texts }: { readonly texts: readonly string[] }) =>
  Children.map(texts, (text) => <p>{text}</p>)

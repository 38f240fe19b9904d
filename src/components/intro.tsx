import { css } from 'linaria'
import { Children, type ReactNode, useId } from 'react'
import { upToWidth } from '#src/theme/media-queries.ts'
import { color, space } from '#src/theme/tokens.ts'
import { introStyle, labelStyle, sectionTitleStyle } from '#src/theme/typography.ts'
import { Container } from './container.tsx'
import type { InspectorProps } from './inspector-props.ts'
import { Section } from './section.tsx'

interface IntroProps {
  /** Small, over the title. */
  readonly header?: string
  readonly title: string
  readonly paragraphs: readonly string[]
  readonly inspectorProps?: {
    readonly header?: InspectorProps
    readonly title: InspectorProps
    readonly paragraphs: InspectorProps
  }
}

/** What a page is about: a title, and beside it a few sentences. */
export function Intro({ header, title, paragraphs, inspectorProps }: IntroProps): ReactNode {
  const id = useId()
  return (
    <Section labelledBy={id}>
      <Container layout="columns">
        <div className={head}>
          {header && (
            <p className={small} {...inspectorProps?.header}>
              {header}
            </p>
          )}
          <h2 id={id} className={heading} {...inspectorProps?.title}>
            {title}
          </h2>
        </div>
        <div className={text} {...inspectorProps?.paragraphs}>
          <Paragraphs texts={paragraphs} />
        </div>
      </Container>
    </Section>
  )
}

const head = css`
  grid-column: span 6;

  ${upToWidth('tablet')} {
    grid-column: auto;
  }
`

const small = css`
  ${labelStyle}
  margin-block-end: ${space.sm}px;
  color: ${color.clay};
`

const heading = css`
  ${sectionTitleStyle}
  max-inline-size: 12em;
`

const text = css`
  ${introStyle}
  grid-column: span 6;
  display: grid;
  align-content: start;
  gap: ${space.sm}px;
  max-inline-size: 62ch;
  text-wrap: pretty;

  ${upToWidth('tablet')} {
    grid-column: auto;
    margin-block-start: ${space.md}px;
  }
`

/** Paragraphs of an editor, each at its place: two of them may be equal, so the text cannot be the key. */
export const Paragraphs = ({ texts }: { readonly texts: readonly string[] }) =>
  Children.map(texts, (text) => <p>{text}</p>)

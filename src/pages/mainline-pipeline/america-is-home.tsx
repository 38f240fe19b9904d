import { css } from 'linaria'
import { Container } from '#src/components/container.tsx'
import type { InspectorProps } from '#src/components/inspector-props.ts'
import { Paragraphs } from '#src/components/intro.tsx'
import { Reveal } from '#src/components/reveal.tsx'
import { Section } from '#src/components/section.tsx'
import { settings } from '#src/settings.ts'
import { upToWidth } from '#src/theme/media-queries.ts'
import { space } from '#src/theme/tokens.ts'
import { fluidRem, headingStyle } from '#src/theme/typography.ts'

interface AmericaIsHomeProps {
  readonly title: string
  readonly paragraphs: readonly string[]
  readonly inspectorProps: { readonly title: InspectorProps; readonly paragraphs: InspectorProps }
}

/** The closing section. Only its content is animated, not its background (requirements §2). */
export function AmericaIsHome({ title, paragraphs, inspectorProps }: AmericaIsHomeProps) {
  return (
    <Section background="green" labelledBy="home-title">
      <Reveal threshold={settings.revealThreshold}>
        <Container layout="columns">
          <h2 id="home-title" className={heading} {...inspectorProps.title}>
            {title}
          </h2>
          <div className={text} {...inspectorProps.paragraphs}>
            <Paragraphs texts={paragraphs} />
          </div>
        </Container>
      </Reveal>
    </Section>
  )
}

const heading = css`
  ${headingStyle}
  grid-column: span 5;
  max-inline-size: 4.5em;
  font-size: min(${fluidRem(52, '8vw', 128)}, 11.2vw, 160px); /* the column fits "America" in any font size */
  line-height: 0.88;

  ${upToWidth('tablet')} {
    grid-column: auto;
    font-size: ${fluidRem(52, '8vw', 128)};
  }
`

const text = css`
  grid-column: span 7;
  align-self: end;
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: ${space.sm}px ${space.lg}px;
  text-wrap: pretty;

  ${upToWidth('tablet')} {
    grid-column: auto;
    margin-block-start: ${space.lg}px;
  }

  ${upToWidth('phone')} {
    grid-template-columns: minmax(0, 1fr);
  }
`

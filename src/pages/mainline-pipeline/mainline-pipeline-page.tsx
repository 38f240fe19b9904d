import { css } from 'linaria'
import { Container } from '#src/components/container.tsx'
import { Hero } from '#src/components/hero.tsx'
import { Intro, Paragraphs } from '#src/components/intro.tsx'
import { Reveal } from '#src/components/reveal.tsx'
import { Section } from '#src/components/section.tsx'
import { type FieldId, useInspectorProps } from '#src/content/inspector-props.ts'
import type { MainlineContent } from '#src/content/mainline.ts'
import { settings } from '#src/settings.ts'
import { upToWidth } from '#src/theme/media-queries.ts'
import { space } from '#src/theme/tokens.ts'
import { fluidRem, headingStyle } from '#src/theme/typography.ts'
import { StageGrid } from './stage-grid.tsx'

/** Mainline pipeline page (requirements §2): hero, scope, construction stages and closing section. */
export function MainlinePipelinePage({ content }: { readonly content: MainlineContent }) {
  const getInspectorProps = useInspectorProps<'mainlinePage'>()
  const { tagline, title, hero, scopeLabel, scopeTitle, scopeText, stages, footerLine, homeTitle, homeText } = content
  const inspect = (field: FieldId<'mainlinePage'>) => getInspectorProps(content.sys.id, field)
  return (
    <>
      <Hero
        frame="still"
        header={tagline}
        title={[title]}
        picture={hero.picture}
        inspectorProps={{ header: inspect('tagline'), title: inspect('title'), picture: inspect('headerImage') }}
      />
      <Intro
        header={scopeLabel}
        title={scopeTitle}
        paragraphs={scopeText}
        inspectorProps={{
          header: inspect('scopeLabel'),
          title: inspect('scopeTitle'),
          paragraphs: inspect('scopeText'),
        }}
      />
      <StageGrid stages={stages} footerLine={footerLine} footerInspectorProps={inspect('footerLine')} />
      {/* Only the content is animated, not its background (requirements §2). */}
      <Section background="green" labelledBy="home-title">
        <Reveal threshold={settings.revealThreshold}>
          <Container layout="columns">
            <h2 id="home-title" className={heading} {...inspect('homeTitle')}>
              {homeTitle}
            </h2>
            <div className={text} {...inspect('homeText')}>
              <Paragraphs texts={homeText} />
            </div>
          </Container>
        </Reveal>
      </Section>
    </>
  )
}

const heading = css`
  ${headingStyle}
  grid-column: span 5;
  max-inline-size: 4.5em;
  font-size: min(${fluidRem(52, '8vw', 128)}, 11.2vw, 160px); /* the column fits "America" in any font size */
  line-height: 0.88;

  ${upToWidth('tablet')} {
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
    margin-block-start: ${space.lg}px;
  }

  ${upToWidth('phone')} {
    grid-template-columns: minmax(0, 1fr);
  }
`

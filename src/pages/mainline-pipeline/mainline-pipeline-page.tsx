import { Hero } from '#src/components/hero.tsx'
import { Intro } from '#src/components/intro.tsx'
import { type FieldId, useInspectorProps } from '#src/content/inspector-props.ts'
import type { MainlineContent } from '#src/content/mainline.ts'
import { AmericaIsHome } from './america-is-home.tsx'
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
      <AmericaIsHome
        title={homeTitle}
        paragraphs={homeText}
        inspectorProps={{ title: inspect('homeTitle'), paragraphs: inspect('homeText') }}
      />
    </>
  )
}

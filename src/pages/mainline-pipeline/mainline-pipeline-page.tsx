import { Hero } from '#src/components/hero.tsx'
import { Intro } from '#src/components/intro.tsx'
import type { MainlineContent } from '#src/content/mainline.ts'
import { toPictureFiles } from '#src/content/picture-files.ts'
import { getInspectorProps } from '#src/content/preview-mode.ts'
import { AmericaIsHome } from './america-is-home.tsx'
import { StageGrid } from './stage-grid.tsx'

/** Mainline pipeline (requirements §2): scope, sixteen stages, and whose land it is. */
export function MainlinePipelinePage({ content }: { readonly content: MainlineContent }) {
  const { tagline, title, header, scopeLabel, scopeTitle, scopeText, stages, footerLine, homeTitle, homeText } = content
  const mark = (field: keyof MainlineContent | 'headerImage') => getInspectorProps(content.sys.id, field)
  return (
    <>
      <Hero
        frame="still"
        header={tagline}
        title={[title]}
        picture={toPictureFiles(header)}
        inspectorProps={{ header: mark('tagline'), title: mark('title'), picture: mark('headerImage') }}
      />
      <Intro
        header={scopeLabel}
        title={scopeTitle}
        paragraphs={scopeText}
        inspectorProps={{ header: mark('scopeLabel'), title: mark('scopeTitle'), paragraphs: mark('scopeText') }}
      />
      <StageGrid stages={stages} footerLine={footerLine} footerInspectorProps={mark('footerLine')} />
      <AmericaIsHome
        title={homeTitle}
        paragraphs={homeText}
        inspectorProps={{ title: mark('homeTitle'), paragraphs: mark('homeText') }}
      />
    </>
  )
}

import { Hero } from '#src/components/hero.tsx'
import { Intro } from '#src/components/intro.tsx'
import { pictureFiles } from '#src/content/images.ts'
import type { Mainline } from '#src/content/mainline.ts'
import { editMark } from '#src/content/preview.ts'
import { AmericaIsHome } from './america-is-home.tsx'
import { StageGrid } from './stage-grid.tsx'

/** Mainline pipeline (spec §2): scope, sixteen stages, and whose land it is. */
export function MainlinePipelinePage({ content }: { readonly content: Mainline }) {
  const { tagline, title, header, scopeLabel, scopeTitle, scopeText, stages, footerLine, homeTitle, homeText } = content
  const mark = (field: keyof Mainline | 'headerImage') => editMark(content.sys.id, field)
  return (
    <>
      <Hero
        frame="still"
        header={tagline}
        title={[title]}
        picture={pictureFiles(header)}
        marks={{ header: mark('tagline'), title: mark('title'), picture: mark('headerImage') }}
      />
      <Intro
        header={scopeLabel}
        title={scopeTitle}
        paragraphs={scopeText}
        marks={{ header: mark('scopeLabel'), title: mark('scopeTitle'), paragraphs: mark('scopeText') }}
      />
      <StageGrid stages={stages} footerLine={footerLine} footerMark={mark('footerLine')} />
      <AmericaIsHome
        title={homeTitle}
        paragraphs={homeText}
        marks={{ title: mark('homeTitle'), paragraphs: mark('homeText') }}
      />
    </>
  )
}

import { pictureFiles } from '#src/content/images.ts'
import type { Mainline } from '#src/content/mainline.ts'
import { Hero } from '#src/ui/hero.tsx'
import { Intro } from '#src/ui/intro.tsx'
import { AmericaIsHome } from './america-is-home.tsx'
import { StageGrid } from './stage-grid.tsx'

/** Mainline pipeline (spec §2): scope, sixteen stages, and whose land it is. */
export function MainlinePipelinePage({ content }: { readonly content: Mainline }) {
  const { tagline, title, header, scopeLabel, scopeTitle, scopeText, stages, footerLine, homeTitle, homeText } = content
  return (
    <>
      <Hero frame="still" header={tagline} title={[title]} picture={pictureFiles(header)} />
      <Intro header={scopeLabel} title={scopeTitle} paragraphs={scopeText} />
      <StageGrid stages={stages} footerLine={footerLine} />
      <AmericaIsHome title={homeTitle} paragraphs={homeText} />
    </>
  )
}

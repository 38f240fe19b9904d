import { pictureFiles } from '#src/content/images.ts'
import type { Services } from '#src/content/services.ts'
import type { InterfaceTexts } from '#src/content/site.ts'
import { Intro } from '#src/ui/intro.tsx'
import { VideoHero } from '#src/ui/video-hero.tsx'
import { Affiliations } from './affiliations.tsx'
import { ServicePanels } from './service-panels.tsx'

interface ServicesPageProps {
  readonly content: Services
  readonly texts: InterfaceTexts
}

/** Services (spec §2): what the company builds, and where it belongs. */
export function ServicesPage({ content, texts }: ServicesPageProps) {
  const { hero, introTitle, introText, panels, affiliationsTitle, affiliations } = content
  return (
    <>
      <VideoHero
        frame="page"
        header={hero.header}
        title={hero.title}
        picture={pictureFiles(hero.poster)}
        videoFile={hero.videoFile}
        texts={texts}
      />
      <Intro title={introTitle} paragraphs={introText} />
      <ServicePanels panels={panels} />
      <Affiliations title={affiliationsTitle} affiliations={affiliations} newTab={texts.newTab} />
    </>
  )
}

import type { ReactNode } from 'react'
import { VideoHero } from '#src/components/video-hero.tsx'
import { useInspectorProps } from '#src/content/inspector-props.ts'
import type { InterfaceTexts } from '#src/content/site.ts'
import type { VideoHeroContent } from '#src/content/video-hero.ts'

interface PageHeroProps {
  readonly hero: VideoHeroContent
  readonly texts: InterfaceTexts
  /** `screen`: fills the screen, on the home page. */
  readonly frame?: 'screen' | 'page'
  /** Shown below the title. */
  readonly children?: ReactNode
}

/** The video hero of a page (requirements §2). Maps the CMS content to the props of `VideoHero`. */
export function PageHero({ hero: { poster, ...hero }, texts, frame = 'page', children }: PageHeroProps) {
  const getInspectorProps = useInspectorProps<'videoHero'>()
  return (
    <VideoHero
      {...hero}
      frame={frame}
      picture={poster}
      texts={texts}
      inspectorProps={{
        header: getInspectorProps(hero.id, 'header'),
        title: getInspectorProps(hero.id, 'title'),
        picture: getInspectorProps(hero.id, 'poster'),
      }}
    >
      {children}
    </VideoHero>
  )
}

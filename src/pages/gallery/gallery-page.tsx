import type { Gallery } from '#src/content/gallery.ts'
import { pictureFiles } from '#src/content/images.ts'
import type { InterfaceTexts } from '#src/content/site.ts'
import { VideoHero } from '#src/ui/video-hero.tsx'
import { PhotoGrid } from './photo-grid.tsx'

interface GalleryPageProps {
  readonly content: Gallery
  readonly texts: InterfaceTexts
}

/** Gallery (spec §2): film, and every photograph. */
export function GalleryPage({ content, texts }: GalleryPageProps) {
  const { hero, gridTitle, images } = content
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
      <PhotoGrid title={gridTitle} count={texts.photoCount} images={images} />
    </>
  )
}

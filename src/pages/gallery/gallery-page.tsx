import type { Gallery } from '#src/content/gallery.ts'
import type { InterfaceTexts } from '#src/content/site.ts'
import { PageHero } from '#src/site/page-hero.tsx'
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
      <PageHero hero={hero} texts={texts} />
      <PhotoGrid title={gridTitle} count={texts.photoCount} images={images} />
    </>
  )
}

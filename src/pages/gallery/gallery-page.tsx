import { useRef } from 'react'
import type { GalleryContent } from '#src/content/gallery.ts'
import { useInspectorProps } from '#src/content/inspector-props.ts'
import type { InterfaceTexts } from '#src/content/site.ts'
import { PageHero } from '#src/layout/page-hero.tsx'
import { PhotoGrid, type PhotoGridHandle } from './photo-grid.tsx'
import { usePhotoDialog } from './use-photo-dialog.ts'

interface GalleryPageProps {
  readonly content: GalleryContent
  /** Whether the content was fetched, or could not be fetched, since the prerendered page was loaded. */
  readonly isFetched: boolean
  readonly texts: InterfaceTexts
  /** The photo id of the location that the router has rendered. */
  readonly photo: string | undefined
}

/** Gallery page (requirements §2): video hero, grid of all photos, and the dialog for one photo. */
export function GalleryPage({ content, isFetched, texts, photo }: GalleryPageProps) {
  const getInspectorProps = useInspectorProps<'galleryPage'>()
  const { sys, hero, gridTitle, images } = content
  const grid = useRef<PhotoGridHandle>(null)
  const { openPhoto, loadDialog, openingPhoto, Dialog, ...dialog } = usePhotoDialog(content, isFetched, photo, grid)
  return (
    <>
      <PageHero hero={hero} texts={texts} />
      <PhotoGrid
        ref={grid}
        title={gridTitle}
        titleInspectorProps={getInspectorProps(sys.id, 'gridTitle')}
        countText={texts.photoCount}
        images={images}
        busyPhoto={openingPhoto}
        onOpen={openPhoto}
        onIntent={loadDialog}
      />
      {Dialog && <Dialog images={images} title={gridTitle} texts={texts} {...dialog} />}
    </>
  )
}

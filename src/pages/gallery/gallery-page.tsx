import { css } from 'linaria'
import { Suspense, useRef } from 'react'
import { Container } from '#src/components/container.tsx'
import { Section } from '#src/components/section.tsx'
import type { GalleryContent } from '#src/content/gallery.ts'
import { useInspectorProps } from '#src/content/inspector-props.ts'
import type { InterfaceTexts } from '#src/content/site.ts'
import { PageHero } from '#src/layout/page-hero.tsx'
import { size, space } from '#src/theme/tokens.ts'
import { labelStyle, sectionTitleStyle } from '#src/theme/typography.ts'
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
      <Section labelledBy="photographs">
        <Container>
          <div className={root}>
            <div className={header}>
              <h2 id="photographs" className={heading} {...getInspectorProps(sys.id, 'gridTitle')}>
                {gridTitle}
              </h2>
              <p className={count}>{texts.photoCount.replace('{count}', String(images.length))}</p>
            </div>
            {/* React hydrates the photos after the rest of the page. */}
            <Suspense>
              <PhotoGrid ref={grid} images={images} busyPhoto={openingPhoto} onOpen={openPhoto} onIntent={loadDialog} />
            </Suspense>
          </div>
        </Container>
      </Section>
      {Dialog && <Dialog images={images} title={gridTitle} texts={texts} {...dialog} />}
    </>
  )
}

const root = css`
  max-inline-size: ${size.galleryGrid}px;
  margin-inline: auto;
`

const header = css`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  justify-content: space-between;
  gap: ${space.xs}px ${space.md}px;
  margin-block-end: ${space.md}px;
`

const heading = css`
  ${sectionTitleStyle}
`

const count = css`
  ${labelStyle}
  letter-spacing: 0.05em;
  text-transform: none;
`

import { defaultStringifySearch } from '@tanstack/react-router'
import { memo } from 'react'
import { PICTURE_WIDTHS } from '#shared/picture-sizes.ts'
import { expandPictureUrl, getPictureAttributes, Picture } from '#src/components/picture.tsx'
import type { GalleryImage } from '#src/content/gallery.ts'
import type { FieldId, GetInspectorProps } from '#src/content/inspector-props.ts'

interface PhotoThumbnailProps {
  readonly image: GalleryImage
  /** Whether the dialog for this photo is loading. */
  readonly isBusy: boolean
  /** Whether the file of the photo has failed to load. */
  readonly hasFailed: boolean
  /** The position in the gallery, from 1. Set while the list contains only a part of the gallery. */
  readonly position: number | undefined
  /** The number of photos of the gallery. Set together with `position`. */
  readonly galleryLength: number | undefined
  readonly getInspectorProps: GetInspectorProps<FieldId<'galleryImage'>>
}

/**
 * A photo of the grid. It links to the URL that opens it in the dialog (requirements §2). It has three elements and no
 * hooks, because there can be 1,000. All supported browsers decode AVIF; `Picture` handles files that fail to load.
 */
export const PhotoThumbnail = memo(
  ({ image, isBusy, hasFailed, position, galleryLength, getInspectorProps }: PhotoThumbnailProps) => (
    <li aria-posinset={position} aria-setsize={galleryLength} {...getInspectorProps(image.id, 'photo')}>
      <a href={getPhotoUrl(image.id)} aria-haspopup="dialog" aria-busy={isBusy || undefined}>
        {hasFailed ? (
          <Picture picture={image} maxWidth={MAX_WIDTH} sizes={SIZES} />
        ) : (
          <img
            {...getPictureAttributes(image)}
            {...getSources(image)}
            width={image.width}
            height={image.height}
            alt={image.alt}
            loading="lazy"
            fetchPriority="low"
            decoding="async"
          />
        )}
      </a>
    </li>
  ),
)

/** Returns the URL that opens the photo in the dialog, as the router writes it. */
const getPhotoUrl = (id: string) => `/gallery${defaultStringifySearch({ photo: id })}`

/** px: a third of the widest three-column layout, at a device pixel ratio of 2. */
const MAX_WIDTH = 640

/** The width of a cell in each layout of the grid (photo-grid.tsx). The gutter is 3.2 % of the viewport from 625 px. */
const SIZES =
  '(width<480px) calc(50vw - 24px), (width<992px) calc(31.2vw - 5px), (width<1229px) calc(23.4vw - 6px), 282px'

function getSources({ src, width, thumbnailSrc }: GalleryImage) {
  const { src: defaultSrc, sources } = expandPictureUrl(thumbnailSrc ?? src, Math.min(width, MAX_WIDTH))
  const [avif] = sources
  return { ...(avif && { srcSet: avif.srcSet, sizes: SIZES }), src: defaultSrc }
}

/** A photo of the part of the list that is shown without JavaScript only: the least markup, with the smallest file. */
export const PlainPhotoThumbnail = ({ image }: Pick<PhotoThumbnailProps, 'image'>) => (
  <li>
    <a href={getPhotoUrl(image.id)}>
      <img
        {...getPictureAttributes({ focalPoint: image.focalPoint })}
        src={expandPictureUrl(image.thumbnailSrc ?? image.src, PICTURE_WIDTHS[0]).src}
        alt={image.alt}
        loading="lazy"
      />
    </a>
  </li>
)

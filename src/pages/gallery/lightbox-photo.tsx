import { css } from 'linaria'
import { type DragEvent, useEffect, useState } from 'react'
import type { ContainerRect } from 'yet-another-react-lightbox'
import { PICTURE_WIDTHS } from '#shared/picture-sizes.ts'
import { Picture, type PictureContent } from '#src/components/picture.tsx'
import { Spinner } from '#src/components/spinner.tsx'
import type { GalleryImage } from '#src/content/gallery.ts'
import { print } from '#src/theme/media-queries.ts'
import { color, duration, size, space } from '#src/theme/tokens.ts'

interface LightboxPhotoProps {
  readonly photo: GalleryImage
  /** The area available for the photo, in px. */
  readonly viewport: ContainerRect
  readonly zoom: number
  /** Whether this is the current slide. The previous and the next slide are rendered too. */
  readonly isCurrent: boolean
  /** Whether the photo may load before it is the current one. True once the current photo is loaded. */
  readonly canPreload: boolean
  /** Shown instead of the photo if its file fails to load. */
  readonly errorText: string
  /** Called when the current photo is loaded, or has failed to load. */
  readonly onSettled: () => void
}

/** A large photo: a blurred thumbnail until the file that matches the display size and the zoom is loaded. */
export function LightboxPhoto({
  photo,
  viewport,
  zoom,
  isCurrent,
  canPreload,
  errorText,
  onSettled,
}: LightboxPhotoProps) {
  const [isRequested, setRequested] = useState(isCurrent)
  const [isLoaded, setLoaded] = useState(false)
  const [failures, setFailures] = useState(0)
  const { width, height } = fitToViewport(photo, viewport)

  if (!isRequested && (isCurrent || canPreload)) setRequested(true)
  const isFailed = failures > (photo.fallbackSrc ? 1 : 0)
  const isSettled = isLoaded || isFailed
  useEffect(() => {
    if (isCurrent && isSettled) onSettled()
  }, [isCurrent, isSettled])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handler prevents an interaction
    <div
      className={frame}
      style={{ inlineSize: width, blockSize: height }} // the dialog is never prerendered
      data-inside=""
      aria-live="off" // the caption is the live region
      onDragStart={(event: DragEvent) => event.preventDefault()} // dragging the image would end a swipe
    >
      {!isFailed && (
        <div className={layer} data-kind="small">
          <Picture
            picture={{ ...photo, alt: '' }}
            maxWidth={PICTURE_WIDTHS[0]}
            sizes={`${size.stripThumbnail}px`}
            className={image}
          />
        </div>
      )}
      {isRequested && !isFailed && (
        <div
          className={layer}
          onLoadCapture={() => setLoaded(true)}
          onErrorCapture={() => setFailures((count) => count + 1)}
        >
          <Picture picture={withoutColor(photo)} sizes={`${Math.round(width * zoom)}px`} priority className={image} />
        </div>
      )}
      {isFailed && <p className={message}>{errorText}</p>}
      {isCurrent && !isSettled && (
        <span className={loading}>
          <Spinner />
        </span>
      )}
    </div>
  )
}

/** Keeps the blurred thumbnail visible until the file is loaded. */
const withoutColor = ({ color: _, ...picture }: PictureContent): PictureContent => picture

const frame = css`
  position: relative;
  display: grid;
  flex: none;
  place-items: center;
  background: ${color.steel};

  ${print} {
    display: block;
    inline-size: auto !important; /* the size on the screen is in the style attribute */
    block-size: auto !important;
  }
`

const layer = css`
  position: absolute;
  inset: 0;
  overflow: clip;

  &[data-kind='small'] img {
    filter: blur(${space.xs}px);
    transform: scale(1.04); /* moves the half-transparent blurred edges out of view */
  }

  ${print} {
    position: static;

    &[data-kind='small'] {
      display: none;
    }
  }
`

const image = css`
  inline-size: 100%;
  block-size: 100%;
  object-fit: cover;

  ${print} {
    block-size: auto;
    max-block-size: 85vh; /* leaves room for the caption */
    object-fit: contain;
    object-position: left;
  }
`

const message = css`
  padding: ${space.md}px;
  background: ${color.lightbox};
  color: ${color.bone};
  text-align: center;
`

const loading = css`
  position: relative;
  color: ${color.bone};
  font-size: 24px;
  animation: appear ${duration.hover}ms ${duration.loadingDelay}ms both;

  @keyframes appear {
    from {
      opacity: 0;
    }
  }
`

interface Size {
  readonly width: number
  readonly height: number
}

/** Computes the display size of a photo in px: as large as the viewport allows, but not larger than its file. */
export function fitToViewport(photo: Size, viewport: Size): Size {
  const scale = Math.min(viewport.width / photo.width, viewport.height / photo.height, 1)
  return { width: Math.round(photo.width * scale), height: Math.round(photo.height * scale) }
}

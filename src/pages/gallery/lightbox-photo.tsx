import { styled } from '@linaria/react'
import { css } from 'linaria'
import { type DragEvent, useEffect, useState } from 'react'
import type { ContainerRect } from 'yet-another-react-lightbox'
import { Picture } from '#src/components/picture.tsx'
import { Spinner } from '#src/components/spinner.tsx'
import type { GalleryImage } from '#src/content/gallery.ts'
import { toPictureFiles } from '#src/content/picture-files.ts'
import { PICTURE_WIDTHS } from '#src/content/picture-sizes.ts'
import { color, duration, size, space } from '#src/theme/tokens.ts'

interface LightboxPhotoProps {
  readonly photo: GalleryImage
  /** The room that it has. */
  readonly viewport: ContainerRect
  readonly zoom: number
  /** It is the one that the visitor looks at, not a neighbour. */
  readonly isCurrent: boolean
  /** The current one is there: a neighbour may be fetched. */
  readonly canPreload: boolean
  /** The text in its place when no host has its file. */
  readonly errorText: string
  readonly onSettled: () => void
}

/** A large photograph: its small file, blurred, until it is there; its file in the size that the screen and the zoom ask for. */
export function LightboxPhoto({
  photo,
  viewport,
  zoom,
  isCurrent,
  canPreload,
  errorText,
  onSettled,
}: LightboxPhotoProps) {
  const files = toPictureFiles(photo)
  const [isAsked, setAsked] = useState(isCurrent)
  const [isLoaded, setLoaded] = useState(false)
  const [failures, setFailures] = useState(0)
  const { width, height } = fitToViewport(photo, viewport)

  if (!isAsked && (isCurrent || canPreload)) setAsked(true)
  const isFailed = failures > (files.fallback ? 1 : 0)
  const isSettled = isLoaded || isFailed
  useEffect(() => {
    if (isCurrent && isSettled) onSettled()
  }, [isCurrent, isSettled])

  return (
    <Frame
      ground={files.color ?? color.steel}
      wide={width}
      high={height}
      data-inside=""
      aria-live="off" // the words above tell of the steps
      onDragStart={(event: DragEvent) => event.preventDefault()} // it would end a swipe
    >
      {!isFailed && (
        <div className={layer} data-kind="small">
          <Picture
            files={{ ...toPictureFiles(photo, PICTURE_WIDTHS[0]), alt: '' }}
            sizes={`${size.stripThumbnail}px`}
            className={image}
          />
        </div>
      )}
      {isAsked && !isFailed && (
        <div
          className={layer}
          onLoadCapture={() => setLoaded(true)}
          onErrorCapture={() => setFailures((before) => before + 1)}
        >
          <Picture
            files={{ ...files, color: undefined }} // the small one is seen until it has come
            sizes={`${Math.round(width * zoom)}px`}
            priority
            className={image}
          />
        </div>
      )}
      {isFailed && <p className={message}>{errorText}</p>}
      {isCurrent && !isSettled && (
        <span className={wait}>
          <Spinner />
        </span>
      )}
    </Frame>
  )
}

interface FrameProps {
  readonly ground: string
  /** px */
  readonly wide: number
  /** px */
  readonly high: number
}

const Frame = styled.div<FrameProps>`
  position: relative;
  display: grid;
  flex: none;
  place-items: center;
  inline-size: ${({ wide }) => wide}px;
  block-size: ${({ high }) => high}px;
  background: ${({ ground }) => ground};
`

const layer = css`
  position: absolute;
  inset: 0;
  overflow: clip;

  &[data-kind='small'] img {
    filter: blur(${space.xs}px);
    transform: scale(1.04); /* its edges, half transparent, lie outside */
  }
`

const image = css`
  inline-size: 100%;
  block-size: 100%;
  object-fit: cover;
`

const message = css`
  padding: ${space.md}px;
  background: ${color.lightbox};
  color: ${color.bone};
  text-align: center;
`

const wait = css`
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

/** How large a photograph is shown, in px: as the room lets it be, never larger than its file. */
export function fitToViewport(photo: Size, room: Size): Size {
  const scale = Math.min(room.width / photo.width, room.height / photo.height, 1)
  return { width: Math.round(photo.width * scale), height: Math.round(photo.height * scale) }
}

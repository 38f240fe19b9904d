import { Link } from '@tanstack/react-router'
import { css } from 'linaria'
import { memo } from 'react'
import { Picture } from '#src/components/picture.tsx'
import type { GalleryImage } from '#src/content/gallery.ts'
import { toPictureFiles } from '#src/content/picture-files.ts'
import { canHover } from '#src/theme/media-queries.ts'
import { color, duration, easing } from '#src/theme/tokens.ts'

interface PhotoThumbnailProps {
  readonly image: GalleryImage
  /** The dialog that shows it is on its way. */
  readonly isBusy: boolean
  /** Some photograph is in the address already: this one takes its place there. */
  readonly replacesPhoto: boolean
}

/** A photograph of the grid; it leads to itself, large (requirements §2). */
export const PhotoThumbnail = memo(({ image, isBusy, replacesPhoto }: PhotoThumbnailProps) => (
  <Link
    className={link}
    to="/gallery"
    search={{ photo: image.id }}
    state={replacesPhoto || { isFromGallery: true }}
    replace={replacesPhoto}
    resetScroll={false}
    preload={false}
    activeOptions={{ includeHash: true }} // so that it is hydrated as it was prerendered
    aria-haspopup="dialog"
    aria-busy={isBusy}
  >
    <Picture
      files={toPictureFiles(image, LARGEST)}
      sizes="(width < 480px) 50vw, (width < 992px) 33vw, 282px"
      className={photo}
    />
  </Link>
))

/** px: a third of the widest screen with three columns, at two device pixels each. */
const LARGEST = 640

const link = css`
  position: relative;
  display: block;
  overflow: clip;
  aspect-ratio: 3 / 2;
  cursor: zoom-in;

  &::after {
    content: '';
    position: absolute;
    inset: 0;
    border: 3px solid ${color.amber};
    opacity: 0;
    transition: opacity ${duration.hover}ms;
  }

  ${canHover} {
    &:hover::after {
      opacity: 1;
    }
  }

  &[aria-busy='true'] {
    cursor: progress;
    animation: fetching 400ms ease-in-out infinite alternate;
  }

  @keyframes fetching {
    to {
      opacity: 0.5;
    }
  }
`

const photo = css`
  inline-size: 100%;
  block-size: 100%;
  object-fit: cover;

  ${canHover} {
    transition: transform ${duration.hover * 2}ms ${easing};

    a:hover > picture > & {
      transform: scale(1.04);
    }
  }
`

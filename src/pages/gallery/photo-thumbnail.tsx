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
  /** Whether the dialog for this photo is loading. */
  readonly isBusy: boolean
  /** Whether the URL already names a photo: the link then replaces the history entry. */
  readonly replacesPhoto: boolean
}

/** A photo of the grid. It links to the URL that opens it in the dialog (requirements §2). */
export const PhotoThumbnail = memo(({ image, isBusy, replacesPhoto }: PhotoThumbnailProps) => (
  <Link
    className={root}
    to="/gallery"
    search={{ photo: image.id }}
    state={replacesPhoto || { isFromGallery: true }}
    replace={replacesPhoto}
    resetScroll={false}
    preload={false}
    activeOptions={{ includeHash: true }} // otherwise hydration differs from the prerendered HTML
    aria-haspopup="dialog"
    aria-busy={isBusy}
  >
    <Picture
      files={toPictureFiles(image, MAX_WIDTH)}
      sizes="(width < 480px) 50vw, (width < 992px) 33vw, 282px"
      className={picture}
    />
  </Link>
))

/** px: a third of the widest three-column layout, at a device pixel ratio of 2. */
const MAX_WIDTH = 640

const root = css`
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
    animation: pulse 400ms ease-in-out infinite alternate;
  }

  @keyframes pulse {
    to {
      opacity: 0.5;
    }
  }
`

const picture = css`
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

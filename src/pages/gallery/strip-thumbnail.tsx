import { css } from 'linaria'
import { memo } from 'react'
import { PICTURE_WIDTHS } from '#shared/picture-sizes.ts'
import { Picture } from '#src/components/picture.tsx'
import type { GalleryImage } from '#src/content/gallery.ts'
import { canHover } from '#src/theme/media-queries.ts'
import { color, duration, size } from '#src/theme/tokens.ts'

interface StripThumbnailProps {
  readonly photo: GalleryImage
  readonly index: number
  readonly isCurrent: boolean
  readonly onSelect: (index: number) => void
}

/** A photo of the strip. Only the current one is in the tab order; the arrow keys move through the strip. */
export const StripThumbnail = memo(({ photo, index, isCurrent, onSelect }: StripThumbnailProps) => (
  <button
    className={root}
    type="button"
    tabIndex={isCurrent ? 0 : -1}
    aria-current={isCurrent || undefined}
    onClick={() => onSelect(index)}
  >
    <Picture picture={photo} maxWidth={PICTURE_WIDTHS[0]} sizes={`${size.stripThumbnail}px`} className={image} />
  </button>
))

const root = css`
  position: relative;
  display: block;
  inline-size: var(--thumbnail);
  aspect-ratio: 3 / 2;
  background: ${color.steel};
  opacity: 0.55;
  transition: opacity ${duration.hover}ms;

  ${canHover} {
    &:hover {
      opacity: 0.85;
    }
  }

  &:focus-visible {
    opacity: 1;
    outline-offset: -3px;
  }

  &[aria-current] {
    opacity: 1;
  }

  &[aria-current]::after {
    content: '';
    position: absolute;
    inset: -5px;
    border: 3px solid ${color.amber};
  }

  &[aria-current]:focus-visible {
    outline: 2px solid ${color.bone};
    outline-offset: 6px;
    box-shadow: none;
  }
`

const image = css`
  inline-size: 100%;
  block-size: 100%;
  object-fit: cover;
`

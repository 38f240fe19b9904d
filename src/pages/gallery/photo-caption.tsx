import { css } from 'linaria'
import { visuallyHidden } from '#src/components/visually-hidden.ts'
import type { GalleryImage } from '#src/content/gallery.ts'
import { getInspectorProps } from '#src/content/preview-mode.ts'
import { shortViewport, upToWidth } from '#src/theme/media-queries.ts'
import { color, space } from '#src/theme/tokens.ts'
import { labelStyle, noteStyle } from '#src/theme/typography.ts'

interface PhotoCaptionProps {
  readonly photo: GalleryImage
  /** "8 of 120" */
  readonly position: string
  /** They are read aloud only. */
  readonly isHidden: boolean
}

/** Where the visitor is and what the photograph shows, for the eye and, at each step, for the ear. */
export const PhotoCaption = ({ photo, position, isHidden }: PhotoCaptionProps) => (
  <p className={isHidden ? visuallyHidden : words} aria-live="polite" aria-atomic="true">
    <strong className={count} data-inside="">
      {position}
    </strong>{' '}
    <span className={text}>
      <span data-inside="" {...getInspectorProps(photo.id, 'altText')}>
        {photo.alt}
        {photo.caption && (
          <span className={caption} {...getInspectorProps(photo.id, 'caption')}>
            {' '}
            {photo.caption}
          </span>
        )}
      </span>
    </span>
  </p>
)

/** Beside the buttons; on telephones the text has lines of its own below them. */
const words = css`
  position: absolute;
  inset-block-start: 0;
  inset-inline: var(--edge);
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) var(--toolbar);
  grid-template-rows: var(--header);
  column-gap: ${space.md}px;
  align-items: center;
  pointer-events: none; /* below its right end are the buttons */

  [data-inside] {
    pointer-events: auto;
  }

  ${upToWidth('phone')} {
    @media (orientation: portrait) {
      grid-template-columns: auto minmax(0, 1fr);
    }
  }
`

const count = css`
  ${labelStyle}
  font-weight: 700;
  letter-spacing: 0.05em;
  text-transform: none;
`

const text = css`
  ${noteStyle}
  line-height: 1.35;
  text-wrap: pretty;
  color: ${color.boneSoft};

  ${upToWidth('phone')} {
    @media (orientation: portrait) {
      grid-area: 2 / 1 / auto / -1;
    }
  }

  ${shortViewport} {
    display: -webkit-box;
    overflow: hidden;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 3;
    font-size: 13px;
    line-height: 1.25;
  }
`

const caption = css`
  color: ${color.bone};
`

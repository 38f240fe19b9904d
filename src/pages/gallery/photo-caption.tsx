import { css } from 'linaria'
import { visuallyHidden } from '#src/components/visually-hidden.ts'
import type { GalleryImage } from '#src/content/gallery.ts'
import { getInspectorProps } from '#src/content/preview-mode.ts'
import { shortViewport, upToWidth } from '#src/theme/media-queries.ts'
import { color, space } from '#src/theme/tokens.ts'
import { labelStyle, noteStyle } from '#src/theme/typography.ts'

interface PhotoCaptionProps {
  readonly photo: GalleryImage
  /** Example: "8 of 120". */
  readonly position: string
  /** Whether only screen readers get the caption. */
  readonly isHidden: boolean
}

/** Position, description and caption of the current photo. A live region: screen readers announce each photo. */
export const PhotoCaption = ({ photo, position, isHidden }: PhotoCaptionProps) => (
  <p className={isHidden ? visuallyHidden : root} aria-live="polite" aria-atomic="true">
    <strong className={counter} data-inside="">
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

/** Beside the buttons. On portrait phones the text is in a second row. */
const root = css`
  position: absolute;
  inset-block-start: 0;
  inset-inline: var(--edge);
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) var(--toolbar);
  grid-template-rows: var(--header);
  column-gap: ${space.md}px;
  align-items: center;
  pointer-events: none; /* overlaps the buttons at its right end */

  [data-inside] {
    pointer-events: auto;
  }

  ${upToWidth('phone')} {
    @media (orientation: portrait) {
      grid-template-columns: auto minmax(0, 1fr);
    }
  }
`

const counter = css`
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

import { css } from 'linaria'
import { type RefObject, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { visuallyHidden } from '#src/components/visually-hidden.ts'
import type { GalleryImage } from '#src/content/gallery.ts'
import { useInspectorProps } from '#src/content/inspector-props.ts'
import { print, shortViewport, smallViewport, upToWidth } from '#src/theme/media-queries.ts'
import { color, space } from '#src/theme/tokens.ts'
import { labelStyle, noteStyle, rem } from '#src/theme/typography.ts'

interface PhotoCaptionProps {
  readonly photo: GalleryImage
  /** Example: "8 of 120". */
  readonly position: string
  /** Whether only screen readers get the caption. */
  readonly isHidden: boolean
}

/** Position, description and caption of the current photo. A live region: screen readers announce each photo. */
export function PhotoCaption({ photo, position, isHidden }: PhotoCaptionProps) {
  const getInspectorProps = useInspectorProps<'galleryImage'>()
  const textRef = useRef<HTMLSpanElement>(null)
  const canScroll = useCanScroll(textRef)
  return (
    <p className={isHidden ? visuallyHidden : root} aria-live="polite" aria-atomic="true">
      <strong className={counter} data-inside="">
        {position}
      </strong>{' '}
      <span
        ref={textRef}
        className={text}
        tabIndex={canScroll ? 0 : undefined}
        data-inside={canScroll ? '' : undefined}
        {...(canScroll && stopGestures)}
      >
        <span data-inside="">
          <span {...getInspectorProps(photo.id, 'altText')}>{photo.alt}</span>
          {photo.caption && (
            <span className={caption} {...getInspectorProps(photo.id, 'caption')}>
              {` ${photo.caption}`}
            </span>
          )}
        </span>
      </span>
    </p>
  )
}

const stopPropagation = (event: SyntheticEvent) => event.stopPropagation()
/** The lightbox would use these events for swipes, and prevent the scrolling. */
const stopGestures = { onPointerDown: stopPropagation, onWheel: stopPropagation }

/** Whether an element is lower than its content. It is then focusable, so that the arrow keys scroll it. */
function useCanScroll(elementRef: RefObject<HTMLElement | null>): boolean {
  const [canScroll, setCanScroll] = useState(false)
  useEffect(() => {
    const { current: element } = elementRef
    if (!element) return
    const update = () => setCanScroll(element.scrollHeight > element.clientHeight + 1)
    const observer = new ResizeObserver(update) // of the text too, which changes with the photo
    for (const observed of [element, ...element.children]) observer.observe(observed)
    return () => observer.disconnect()
  }, [elementRef])
  return canScroll
}

/** Beside the buttons. On portrait phones and in small windows the text is in a second row. */
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

  ${smallViewport} {
    grid-template-columns: auto minmax(0, 1fr);
  }

  ${print} {
    position: static;
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
    display: block;
    overflow-y: auto;
    overscroll-behavior: contain;
    max-block-size: calc(var(--header) - 4px);
    font-size: ${rem(13)};
    line-height: 1.25;
    touch-action: pan-y;
  }

  ${smallViewport} {
    grid-area: 2 / 1 / auto / -1;
    max-block-size: calc(var(--caption) - var(--header));
  }

  &:focus-visible {
    outline: 3px solid ${color.amber};
    outline-offset: 1px;
  }
`

const caption = css`
  color: ${color.bone};
`

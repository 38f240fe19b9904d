import { css } from 'linaria'
import {
  type CSSProperties,
  type DragEvent,
  type KeyboardEvent,
  type PointerEvent,
  startTransition,
  type UIEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type WheelEvent,
} from 'react'
import {
  ACTION_SWIPE,
  type ComponentProps,
  createModule,
  MODULE_CONTROLLER,
  type Plugin,
  useEvents,
  useKeyboardNavigation,
  useLightboxState,
  useSensors,
} from 'yet-another-react-lightbox'
import { smallViewport } from '#src/theme/media-queries.ts'
import { size, space } from '#src/theme/tokens.ts'
import { StripThumbnail } from './strip-thumbnail.tsx'

/**
 * A scrollable row of all thumbnails, with the current one centered. A click shows its photo (requirements §2). Only the
 * thumbnails near the visible part are mounted; the row has the scroll width of all of them.
 */
function PhotoStrip({ label }: { readonly label: string }) {
  const { slides, currentIndex } = useLightboxState()
  const { publish } = useEvents()
  const listRef = useRef<HTMLUListElement>(null)
  const currentRef = useRef<HTMLLIElement>(null)
  const hasCentered = useRef(false)
  const hasFocus = useRef(false)
  const dragHandlers = useDragScroll()
  const [centerIndex, setCenterIndex] = useState(currentIndex)
  const [isFilled, setFilled] = useState(false)

  // The first frame of the dialog has the current thumbnail only, so that it is shown sooner.
  useEffect(() => startTransition(() => setFilled(true)), [])

  useLayoutEffect(() => {
    const { current: list } = listRef
    if (!list) return
    if (scrollToCenter(list, currentIndex, hasCentered.current ? 'auto' : 'instant')) setCenterIndex(currentIndex)
    hasCentered.current = true
    // The thumbnail that had the focus may no longer be mounted.
    if (hasFocus.current) currentRef.current?.querySelector('button')?.focus({ preventScroll: true })
    const observer = new ResizeObserver(() => scrollToCenter(list, currentIndex, 'instant'))
    observer.observe(list)
    return () => observer.disconnect()
  }, [currentIndex])

  const latestIndex = useRef(currentIndex)
  latestIndex.current = currentIndex
  const select = useCallback(
    (index: number) => publish(ACTION_SWIPE, { type: 'swipe', increment: index - latestIndex.current }),
    [publish],
  )

  const onScroll = ({ currentTarget }: UIEvent<HTMLElement>) => {
    const index = Math.round(currentTarget.scrollLeft / readItemDistance(currentTarget))
    setCenterIndex((previous) => (Math.abs(index - previous) < OVERSCAN / 2 ? previous : index))
  }
  // The current thumbnail can have the focus while another part is visible.
  const isMounted = (index: number) =>
    index === currentIndex || (isFilled && Math.abs(index - centerIndex) <= getReach(innerWidth))

  return (
    <ul
      ref={listRef}
      className={list}
      style={toVariable('--last', slides.length - 1)}
      aria-label={label}
      data-inside=""
      onScroll={onScroll}
      onFocus={() => {
        hasFocus.current = true
      }}
      onBlur={() => {
        hasFocus.current = false
      }}
      {...dragHandlers}
    >
      {slides.map(
        (slide, index) =>
          slide.type === 'photo' &&
          isMounted(index) && (
            <li
              key={slide.photo.id}
              ref={index === currentIndex ? currentRef : undefined}
              style={toVariable('--index', index)}
              aria-posinset={index + 1}
              aria-setsize={slides.length}
            >
              <StripThumbnail photo={slide.photo} index={index} isCurrent={index === currentIndex} onSelect={select} />
            </li>
          ),
      )}
    </ul>
  )
}

/** Thumbnails that are mounted on each side of the visible ones, so that scrolling shows no gaps. */
const OVERSCAN = 8

/** Returns how many thumbnails are mounted on each side of the one in the middle of a strip of this width in px. */
const getReach = (width: number) => Math.ceil(width / 2 / (size.stripThumbnailShort + space.xs)) + OVERSCAN

/** Custom properties for the positions of thumbnails. The strip is never prerendered, so `style` is set by script. */
const toVariable = <Name extends `--${string}`>(name: Name, value: number): CSSProperties & Record<string, number> => ({
  [name]: value,
})

/** Returns the distance in px between the left edges of two neighbors. */
const readItemDistance = (list: HTMLElement) => (list.querySelector('li')?.offsetWidth ?? 0) + space.xs

/** Widths of the strip. A smooth scroll over a longer distance would mount hundreds of thumbnails on its way. */
const MAX_SMOOTH_SCROLL = 3

/**
 * Scrolls a thumbnail to the center. `auto` applies the list's `scroll-behavior`: smooth, or instant with reduced motion.
 * A far thumbnail is shown at once. Returns whether it was far.
 */
function scrollToCenter(list: HTMLElement, index: number, behavior: ScrollBehavior): boolean {
  const left = index * readItemDistance(list)
  const isFar = Math.abs(left - list.scrollLeft) > MAX_SMOOTH_SCROLL * list.clientWidth
  list.scrollTo({ left, behavior: isFar ? 'instant' : behavior })
  return isFar
}

/* The thumbnails are positioned from the middle of the visible part. The pseudo-element has the scroll width of all. */
const list = css`
  --distance: calc(var(--thumbnail) + ${space.xs}px);
  position: relative;
  block-size: var(--strip);
  overflow: auto hidden;
  scroll-behavior: smooth;
  overscroll-behavior: contain;
  scrollbar-width: none;
  user-select: none;

  &::after {
    content: '';
    display: block;
    inline-size: calc(100% + var(--last) * var(--distance));
    block-size: 1px;
  }

  & > li {
    position: absolute;
    inset-block: 0;
    inset-inline-start: calc(50% - var(--thumbnail) / 2 + var(--index) * var(--distance));
    display: grid;
    align-items: center;
    inline-size: var(--thumbnail);
  }

  ${smallViewport} {
    display: none; /* leaves the space to the photo */
  }
`

/** px. A longer movement is a drag, not a click. */
const MAX_CLICK_MOVEMENT = 5

/** px per line, for wheel events whose delta is in lines. */
const WHEEL_LINE_HEIGHT = 24

/** Event handlers that scroll a row with the mouse: by dragging, and with a vertical wheel. */
function useDragScroll() {
  const dragStart = useRef<{ readonly x: number; readonly left: number }>(undefined)
  const endDrag = () => {
    dragStart.current = undefined
  }
  return {
    onPointerDown: ({ pointerType, button, clientX, currentTarget }: PointerEvent) => {
      if (pointerType === 'mouse' && button === 0) dragStart.current = { x: clientX, left: currentTarget.scrollLeft }
    },
    onPointerMove: ({ buttons, clientX, currentTarget, pointerId }: PointerEvent) => {
      if (!dragStart.current) return
      if (buttons === 0) return endDrag()
      const distance = clientX - dragStart.current.x
      // With the capture, the click targets the row and not a thumbnail.
      if (Math.abs(distance) > MAX_CLICK_MOVEMENT) currentTarget.setPointerCapture(pointerId)
      if (currentTarget.hasPointerCapture(pointerId)) {
        currentTarget.scrollTo({ left: dragStart.current.left - distance, behavior: 'instant' })
      }
    },
    onPointerUp: endDrag,
    onPointerCancel: endDrag,
    onDragStart: (event: DragEvent) => event.preventDefault(),
    onWheel: ({ deltaX, deltaY, deltaMode, currentTarget }: WheelEvent) => {
      if (Math.abs(deltaY) <= Math.abs(deltaX)) return
      currentTarget.scrollBy({ left: deltaY * (deltaMode === 0 ? 1 : WHEEL_LINE_HEIGHT), behavior: 'instant' })
    },
  }
}

declare module 'yet-another-react-lightbox' {
  interface LightboxProps {
    /** The accessible name of the strip. */
    stripLabel?: string
  }
}

/**
 * Lightbox plugin that adds the strip below the carousel. As a sibling, it does not move with the carousel's swipes.
 */
export const photoStripPlugin: Plugin = ({ addParent }) =>
  addParent(MODULE_CONTROLLER, createModule('strip', WithStrip))

function WithStrip({ children, stripLabel = '' }: ComponentProps) {
  const { slides, currentIndex } = useLightboxState()
  const { publish } = useEvents()
  const { registerSensors, subscribeSensors } = useSensors<HTMLDivElement>()
  useKeyboardNavigation(subscribeSensors)

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const targetIndex = { Home: 0, End: slides.length - 1 }[event.key]
    if (targetIndex === undefined) return registerSensors.onKeyDown?.(event)
    event.preventDefault()
    publish(ACTION_SWIPE, { type: 'swipe', increment: targetIndex - currentIndex })
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles the keys of all elements in the dialog
    <div className={root} onKeyDown={onKeyDown}>
      <div className={carousel}>{children}</div>
      <PhotoStrip label={stripLabel} />
    </div>
  )
}

const root = css`
  position: absolute;
  inset: 0;
  display: grid;
  grid-template: minmax(0, 1fr) auto / minmax(0, 1fr);
`

const carousel = css`
  position: relative;
`

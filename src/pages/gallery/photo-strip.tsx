import { css } from 'linaria'
import {
  type DragEvent,
  type KeyboardEvent,
  type PointerEvent,
  useCallback,
  useLayoutEffect,
  useRef,
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
import { space } from '#src/theme/tokens.ts'
import { StripThumbnail } from './strip-thumbnail.tsx'

/** A scrollable row of all thumbnails, with the current one centered. A click shows its photo (requirements §2). */
function PhotoStrip({ label }: { readonly label: string }) {
  const { slides, currentIndex } = useLightboxState()
  const { publish } = useEvents()
  const listRef = useRef<HTMLUListElement>(null)
  const hasCentered = useRef(false)
  const dragHandlers = useDragScroll()

  useLayoutEffect(() => {
    const { current: list } = listRef
    if (!list) return
    scrollToCenter(list, currentIndex, hasCentered.current ? 'auto' : 'instant')
    hasCentered.current = true
    const button = list.children[currentIndex]?.querySelector('button')
    if (button && list.contains(document.activeElement)) button.focus({ preventScroll: true })
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

  return (
    <ul ref={listRef} className={list} aria-label={label} data-inside="" {...dragHandlers}>
      {slides.map(
        (slide, index) =>
          slide.type === 'photo' && (
            <li key={slide.photo.id}>
              <StripThumbnail photo={slide.photo} index={index} isCurrent={index === currentIndex} onSelect={select} />
            </li>
          ),
      )}
    </ul>
  )
}

/**
 * Scrolls a list item to the center. `auto` applies the list's `scroll-behavior`: smooth, or instant with reduced
 * motion.
 */
function scrollToCenter(element: HTMLElement, index: number, behavior: ScrollBehavior) {
  const item = element.children[index]
  if (!(item instanceof HTMLElement)) return
  element.scrollTo({ left: item.offsetLeft + (item.offsetWidth - element.clientWidth) / 2, behavior })
}

const list = css`
  position: relative;
  display: flex;
  align-items: center;
  gap: ${space.xs}px;
  block-size: var(--strip);
  padding-inline: calc(50% - var(--thumbnail) / 2);
  overflow: auto hidden;
  scroll-behavior: smooth;
  overscroll-behavior: contain;
  scrollbar-width: none;
  user-select: none;

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

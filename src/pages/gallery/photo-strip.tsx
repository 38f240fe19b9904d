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
import { space } from '#src/theme/tokens.ts'
import { StripThumbnail } from './strip-thumbnail.tsx'

/** Every photograph in a row, the current one ringed and in the middle; a click jumps to it (requirements §2). */
function PhotoStrip({ label }: { readonly label: string }) {
  const { slides, currentIndex } = useLightboxState()
  const { publish } = useEvents()
  const row = useRef<HTMLUListElement>(null)
  const isCentred = useRef(false)
  const drag = useDragScroll()

  useLayoutEffect(() => {
    const { current: list } = row
    if (!list) return
    centre(list, currentIndex, isCentred.current ? 'auto' : 'instant')
    isCentred.current = true
    const button = list.children[currentIndex]?.querySelector('button')
    if (button && list.contains(document.activeElement)) button.focus({ preventScroll: true })
    const resized = new ResizeObserver(() => centre(list, currentIndex, 'instant'))
    resized.observe(list)
    return () => resized.disconnect()
  }, [currentIndex])

  const current = useRef(currentIndex)
  current.current = currentIndex
  const jump = useCallback(
    (index: number) => publish(ACTION_SWIPE, { type: 'swipe', increment: index - current.current }),
    [publish],
  )

  return (
    <ul ref={row} className={strip} aria-label={label} data-inside="" {...drag}>
      {slides.map(
        (slide, index) =>
          slide.type === 'photo' && (
            <li key={slide.photo.id}>
              <StripThumbnail photo={slide.photo} index={index} isCurrent={index === currentIndex} onSelect={jump} />
            </li>
          ),
      )}
    </ul>
  )
}

/** `auto` is smooth, by the row's style, unless the visitor asked for less motion. */
function centre(row: HTMLElement, index: number, behavior: ScrollBehavior) {
  const photo = row.children[index]
  if (!(photo instanceof HTMLElement)) return
  row.scrollTo({ left: photo.offsetLeft + (photo.offsetWidth - row.clientWidth) / 2, behavior })
}

const strip = css`
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
`

/** px; below it a press is a click. */
const STILL = 5

/** px that a line of a wheel counts; the others already count in px. */
const LINE = 24

/** Lets a row be scrolled by the mouse: by dragging it, and by a wheel that only turns up and down. */
function useDragScroll() {
  const from = useRef<{ readonly x: number; readonly left: number }>(undefined)
  const end = () => {
    from.current = undefined
  }
  return {
    onPointerDown: ({ pointerType, button, clientX, currentTarget }: PointerEvent) => {
      if (pointerType === 'mouse' && button === 0) from.current = { x: clientX, left: currentTarget.scrollLeft }
    },
    onPointerMove: ({ buttons, clientX, currentTarget, pointerId }: PointerEvent) => {
      if (!from.current) return
      if (buttons === 0) return end()
      const way = clientX - from.current.x
      if (Math.abs(way) > STILL) currentTarget.setPointerCapture(pointerId) // the click goes to the row, not to a photograph
      if (currentTarget.hasPointerCapture(pointerId)) {
        currentTarget.scrollTo({ left: from.current.left - way, behavior: 'instant' })
      }
    },
    onPointerUp: end,
    onPointerCancel: end,
    onDragStart: (event: DragEvent) => event.preventDefault(),
    onWheel: ({ deltaX, deltaY, deltaMode, currentTarget }: WheelEvent) => {
      if (Math.abs(deltaY) <= Math.abs(deltaX)) return
      currentTarget.scrollBy({ left: deltaY * (deltaMode === 0 ? 1 : LINE), behavior: 'instant' })
    },
  }
}

declare module 'yet-another-react-lightbox' {
  interface LightboxProps {
    /** The strip's name. */
    stripLabel?: string
  }
}

/** A plugin of the lightbox: the strip of all photographs, beside the carousel, so that what moves the one leaves the other. */
export const photoStripPlugin: Plugin = ({ addParent }) =>
  addParent(MODULE_CONTROLLER, createModule('strip', WithStrip))

function WithStrip({ children, stripLabel = '' }: ComponentProps) {
  const { slides, currentIndex } = useLightboxState()
  const { publish } = useEvents()
  const { registerSensors, subscribeSensors } = useSensors<HTMLDivElement>()
  useKeyboardNavigation(subscribeSensors)

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const end = { Home: 0, End: slides.length - 1 }[event.key]
    if (end === undefined) return registerSensors.onKeyDown?.(event)
    event.preventDefault()
    publish(ACTION_SWIPE, { type: 'swipe', increment: end - currentIndex })
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: these are the dialog's keys, for whatever in it has the focus
    <div className={frame} onKeyDown={onKeyDown}>
      <div className={stage}>{children}</div>
      <PhotoStrip label={stripLabel} />
    </div>
  )
}

const frame = css`
  position: absolute;
  inset: 0;
  display: grid;
  grid-template: minmax(0, 1fr) auto / minmax(0, 1fr);
`

const stage = css`
  position: relative;
`

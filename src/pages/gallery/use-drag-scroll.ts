import { type DragEvent, type PointerEvent, useRef, type WheelEvent } from 'react'

/** px; below it a press is a click. */
const STILL = 5

/** px that a line of a wheel counts; the others already count in px. */
const LINE = 24

/** Lets a row be scrolled by the mouse: by dragging it, and by a wheel that only turns up and down. */
export function useDragScroll() {
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

import { type MouseEvent, type PointerEvent, useRef } from 'react'
import { duration } from '#src/theme/tokens.ts'

/** What a click may hit without closing the dialog. */
const INSIDE = 'button, [data-inside]'

/** px; whoever moved further between pressing and releasing swiped, and did not click. */
const STILL = 10

/**
 * Closes the dialog by a click outside the photograph, its words, the arrows and the strip, but not by the first click
 * right after opening: that is the second one of a double click on the thumbnail (requirements §2).
 */
export function useOutsideClick(close: () => void) {
  const openedAt = useRef(0)
  const pressed = useRef({ x: 0, y: 0 })
  const isTooEarly = () => performance.now() - openedAt.current < duration.doubleClickGuard
  return {
    opened: () => {
      openedAt.current = performance.now()
    },
    isTooEarly,
    handlers: {
      onPointerDownCapture: ({ clientX: x, clientY: y }: PointerEvent) => {
        pressed.current = { x, y }
      },
      onClick: ({ target, clientX, clientY }: MouseEvent) => {
        const { x, y } = pressed.current
        const isSwipe = Math.hypot(clientX - x, clientY - y) > STILL
        const isInside = target instanceof Element && target.closest(INSIDE) !== null
        if (!isSwipe && !isInside && !isTooEarly()) close()
      },
    },
  }
}

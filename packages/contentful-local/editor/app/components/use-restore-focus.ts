import { useEffect, useRef } from 'react'
import { useWindowEvent } from './use-window-event.ts'

/**
 * Moves the focus when the control that has it is removed: to the nearest group around it, or to the first button or link of the
 * nearest part that has one. Never into a text, because keys that are typed on would change it. Otherwise the keyboard would
 * start at the top of the page again.
 */
export function useRestoreFocus(): void {
  /** The element that has the focus, and those around it from the inside. */
  const path = useRef<readonly HTMLElement[]>([])
  useWindowEvent('focusin', (event) => {
    path.current = event.composedPath().filter((part) => part instanceof HTMLElement)
  })
  useEffect(() => {
    const observer = new MutationObserver(() => {
      if (document.activeElement !== document.body || path.current[0]?.isConnected !== false) return
      const parts = path.current.filter((part) => part.isConnected)
      const [next] = parts.flatMap((part) => (part.matches('[tabindex="-1"]') ? part : (findControl(part) ?? [])))
      next?.focus({ preventScroll: true })
    })
    observer.observe(document.body, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [])
}

const findControl = (part: HTMLElement) =>
  [...part.querySelectorAll<HTMLElement>('button:enabled, a[href], summary')].find((control) =>
    control.checkVisibility(),
  )

import { useEffect } from 'react'

const CONTROLS = 'button, a[href], summary'

/**
 * Moves the focus when the control that has it is removed: to the nearest group around it, or to the first button or link of the
 * nearest part that has one. Never into a text, because keys that are typed on would change it. Otherwise the keyboard would
 * start at the top of the page again.
 */
export function useRestoreFocus(): void {
  useEffect(() => {
    const controller = new AbortController()
    /** The element that has the focus, and those around it from the inside. */
    let path: readonly HTMLElement[] = []
    const isLost = () => document.activeElement === document.body && path[0]?.isConnected === false
    const onFocusIn = ({ target }: FocusEvent) => {
      path = target instanceof HTMLElement ? listPath(target) : []
    }
    const observer = new MutationObserver(() => {
      if (!isLost()) return
      const [next] = path.flatMap((part) => {
        if (!part.isConnected) return []
        return part.tabIndex === -1 && part.hasAttribute('tabindex') ? part : listControls(part).slice(0, 1)
      })
      next?.focus({ preventScroll: true })
    })
    addEventListener('focusin', onFocusIn, controller)
    observer.observe(document.body, { childList: true, subtree: true })
    return () => {
      controller.abort()
      observer.disconnect()
    }
  }, [])
}

const listPath = (element: HTMLElement): readonly HTMLElement[] => [
  element,
  ...(element.parentElement ? listPath(element.parentElement) : []),
]

const listControls = (part: HTMLElement) =>
  [...part.querySelectorAll<HTMLElement>(CONTROLS)].filter(
    (control) => !control.matches(':disabled') && control.checkVisibility(),
  )

import { type RefObject, useEffect } from 'react'

const CONTROLS = 'button, a[href], input, select, textarea, summary, [tabindex]'

/**
 * Moves the focus to the next control when the one that has it is removed, for example with its row. Otherwise the
 * keyboard would start at the top of the page again.
 */
export function useKeptFocus(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = root.current
    if (!element) return
    const controller = new AbortController()
    const { signal } = controller
    /**
     * The control that had the focus last, those after it, and those before it from the nearest on. Those of its list are
     * first.
     */
    let controls: readonly HTMLElement[] = []
    const handleFocusIn = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return
      const all = [...element.querySelectorAll<HTMLElement>(CONTROLS)]
      const index = all.indexOf(target)
      const nearest = index < 0 ? [] : [...all.slice(index), ...all.slice(0, index).toReversed()]
      const list = target.closest('ul')
      controls = [...nearest.filter((other) => list?.contains(other)), ...nearest]
    }
    // After the event: an element that is removed loses the focus before it leaves the document.
    const handleFocusOut = () =>
      queueMicrotask(() => {
        if (hasNoFocus() && controls[0]?.isConnected) controls = []
      })
    const observer = new MutationObserver(() => {
      if (controls.length > 0 && !controls[0]?.isConnected && hasNoFocus())
        controls.find(canHaveFocus)?.focus({ preventScroll: true })
    })
    element.addEventListener('focusin', handleFocusIn, { signal })
    element.addEventListener('focusout', handleFocusOut, { signal })
    observer.observe(document.body, { childList: true, subtree: true }) // dialogs are outside of the root
    return () => {
      controller.abort()
      observer.disconnect()
    }
  }, [root])
}

const hasNoFocus = () => document.activeElement === null || document.activeElement === document.body

const canHaveFocus = (control: HTMLElement) =>
  control.isConnected && !control.matches(':disabled') && control.tabIndex >= 0 && control.checkVisibility()

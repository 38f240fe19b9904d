import { type RefObject, useEffect } from 'react'

const CONTROLS = 'button, a[href], input, select, textarea, summary, [tabindex]'

/** Controls into which keys write. */
const TEXT_CONTROLS = 'textarea, select, input:not([type="checkbox"], [type="radio"], [type="range"], [type="file"])'

/** A part of a view that can have the focus when the control inside is removed. */
const PART = ':is(section, table)[tabindex="-1"]'

/**
 * Moves the focus when the control that has it is removed, for example with its row: from a text to the table, from another
 * control to the next one of the same part, but never into a text, because keys that are typed on would change it. Otherwise
 * the keyboard would start at the top of the page again.
 */
export function useRestoreFocus(root: RefObject<HTMLElement | null>): void {
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
    /** The parts in which it is, the innermost first. */
    let parts: readonly HTMLElement[] = []
    const handleFocusIn = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return
      const all = [...element.querySelectorAll<HTMLElement>(CONTROLS)]
      const index = all.indexOf(target)
      const nearest = index < 0 ? [] : [...all.slice(index), ...all.slice(0, index).toReversed()]
      const list = target.closest('ul')
      controls = [...nearest.filter((other) => list?.contains(other)), ...nearest]
      parts = listParts(target)
    }
    const findNext = () => {
      const part = parts.find(({ isConnected }) => isConnected)
      if (controls[0]?.matches(TEXT_CONTROLS) && part) return part
      const isPossible = (control: HTMLElement) =>
        canHaveFocus(control) && !control.matches(TEXT_CONTROLS) && (!part || part.contains(control))
      return controls.find(isPossible) ?? part
    }
    // After the event: an element that is removed loses the focus before it leaves the document.
    const handleFocusOut = () =>
      queueMicrotask(() => {
        if (hasNoFocus() && controls[0]?.isConnected) controls = []
      })
    const observer = new MutationObserver(() => {
      if (controls.length > 0 && !controls[0]?.isConnected && hasNoFocus()) findNext()?.focus({ preventScroll: true })
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

function listParts(control: HTMLElement): readonly HTMLElement[] {
  const part = control.closest<HTMLElement>(PART)
  return part?.parentElement ? [part, ...listParts(part.parentElement)] : []
}

const canHaveFocus = (control: HTMLElement) =>
  control.isConnected && !control.matches(':disabled') && control.tabIndex >= 0 && control.checkVisibility()

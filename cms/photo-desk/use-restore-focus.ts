import { useEffect } from 'react'
import { TEXT_CONTROLS } from './components/text-controls.ts'

const CONTROLS = 'button, a[href], input, select, textarea, summary, [tabindex]'

/** A part of a view that can have the focus when the control inside is removed. */
const PART = ':is(section, table, [role="dialog"])[tabindex="-1"]'

/**
 * Moves the focus when the control that has it is removed, for example with its row: from a text to the table or dialog, from
 * another control to the next one of the same part, but never into a text, because keys that are typed on would change it.
 * Otherwise the keyboard would start at the top of the page again. After a dialog it goes to where it was in the page.
 */
export function useRestoreFocus(): void {
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    /** The control that has the focus. */
    let focused: HTMLElement | undefined
    /** What gets the focus when that is removed, the best first. */
    let next: readonly HTMLElement[] = []
    let nextInPage: readonly HTMLElement[] = []
    const handleFocusIn = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return
      const root = target.closest('main, [role="dialog"]')
      if (!root) return
      focused = target
      next = listNext(target, root)
      if (root.matches('main')) nextInPage = next
      else next = [...next, ...nextInPage]
    }
    // After the event: an element that is removed loses the focus before it leaves the document.
    const handleFocusOut = () =>
      queueMicrotask(() => {
        if (hasNoFocus() && focused?.isConnected) focused = undefined
      })
    const observer = new MutationObserver(() => {
      if (focused?.isConnected === false && hasNoFocus()) next.find(canHaveFocus)?.focus({ preventScroll: true })
    })
    document.addEventListener('focusin', handleFocusIn, { signal })
    document.addEventListener('focusout', handleFocusOut, { signal })
    observer.observe(document.body, { childList: true, subtree: true })
    return () => {
      controller.abort()
      observer.disconnect()
    }
  }, [])
}

/** Returns the controls after a control and those before it, from the nearest on: first those of its list or part, then that part. */
function listNext(control: HTMLElement, root: Element): readonly HTMLElement[] {
  const all = [...root.querySelectorAll<HTMLElement>(CONTROLS)]
  const index = all.indexOf(control)
  const nearest = [...all.slice(index), ...all.slice(0, index).toReversed()].filter((other) => !isText(other))
  const parts = listAround(control, `ul, ${PART}`)
  if (isText(control)) return [...parts, ...nearest]
  return [...parts.flatMap((part) => [...nearest.filter((other) => part.contains(other)), part]), ...nearest]
}

/** Returns the elements around an element that match, the innermost first. */
function listAround(element: Element, selector: string): readonly HTMLElement[] {
  const around = element.closest<HTMLElement>(selector)
  return around?.parentElement ? [around, ...listAround(around.parentElement, selector)] : []
}

const isText = (control: HTMLElement) => control.matches(TEXT_CONTROLS)

const hasNoFocus = () => document.activeElement === null || document.activeElement === document.body

const canHaveFocus = (element: HTMLElement) =>
  element.isConnected &&
  !element.matches(':disabled') &&
  (element.tabIndex >= 0 || element.matches(PART)) &&
  element.checkVisibility()

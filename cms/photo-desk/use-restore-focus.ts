import { useEffect } from 'react'

const CONTROLS = 'button, a[href], input, select, textarea, summary, [tabindex]'

/** Controls into which keys write. */
const TEXT_CONTROLS = 'textarea, select, input:not([type="checkbox"], [type="radio"], [type="range"], [type="file"])'

/** A part of a view that can have the focus when the control inside is removed. */
const PART = ':is(section, table, [role="dialog"])[tabindex="-1"]'

/** Where the focus was. */
interface Place {
  /**
   * The control that had it, those after it, and those before it from the nearest on. Those of its list are first. Empty if
   * nothing had it.
   */
  readonly controls: readonly HTMLElement[]
  /** The parts in which it is, the innermost first. */
  readonly parts: readonly HTMLElement[]
}

const NO_PLACE: Place = { controls: [], parts: [] }

/**
 * Moves the focus when the control that has it is removed, for example with its row: from a text to the table or dialog, from
 * another control to the next one of the same part, but never into a text, because keys that are typed on would change it.
 * Otherwise the keyboard would start at the top of the page again. After a dialog it goes to where it was in the page.
 */
export function useRestoreFocus(): void {
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    let inPage = NO_PLACE
    let last = NO_PLACE
    const handleFocusIn = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return
      const root = target.closest('main, [role="dialog"]')
      if (!root) return
      const { controls, parts } = findPlace(target, root)
      if (root.matches('main')) inPage = last = { controls, parts }
      else last = { controls: [...controls, ...inPage.controls], parts: [...parts, ...inPage.parts] }
    }
    // After the event: an element that is removed loses the focus before it leaves the document.
    const handleFocusOut = () =>
      queueMicrotask(() => {
        if (hasNoFocus() && last.controls[0]?.isConnected) last = NO_PLACE
      })
    const observer = new MutationObserver(() => {
      const [control] = last.controls
      if (control && !control.isConnected && hasNoFocus()) findNext(last)?.focus({ preventScroll: true })
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

function findPlace(control: HTMLElement, root: Element): Place {
  const all = [...root.querySelectorAll<HTMLElement>(CONTROLS)]
  const index = all.indexOf(control)
  const nearest = index < 0 ? [control] : [...all.slice(index), ...all.slice(0, index).toReversed()]
  const list = control.closest('ul')
  return { controls: [...nearest.filter((other) => list?.contains(other)), ...nearest], parts: listParts(control) }
}

function findNext({ controls, parts }: Place): HTMLElement | undefined {
  const part = parts.find(({ isConnected }) => isConnected)
  if (controls[0]?.matches(TEXT_CONTROLS) && part) return part
  const isPossible = (control: HTMLElement) =>
    canHaveFocus(control) && !control.matches(TEXT_CONTROLS) && (!part || part.contains(control))
  return controls.find(isPossible) ?? part
}

const hasNoFocus = () => document.activeElement === null || document.activeElement === document.body

function listParts(control: HTMLElement): readonly HTMLElement[] {
  const part = control.closest<HTMLElement>(PART)
  return part?.parentElement ? [part, ...listParts(part.parentElement)] : []
}

const canHaveFocus = (control: HTMLElement) =>
  control.isConnected && !control.matches(':disabled') && control.tabIndex >= 0 && control.checkVisibility()

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
    /** The control that had the focus last, and its ancestors. It is kept while a dialog has the focus. */
    let path: readonly PathStep[] = []
    const handleFocusIn = ({ target }: FocusEvent) => {
      if (target instanceof Element) path = createPath(target, element)
    }
    const handleFocusOut = () =>
      // After the event: an element that is removed loses the focus before it leaves the document.
      queueMicrotask(() => {
        if (hasNoFocus() && path[0]?.element.isConnected) path = []
      })
    const observer = new MutationObserver(() => {
      if (path.length === 0 || path[0]?.element.isConnected || !hasNoFocus()) return
      findNextControl(path)?.focus({ preventScroll: true })
    })
    element.addEventListener('focusin', handleFocusIn)
    element.addEventListener('focusout', handleFocusOut)
    observer.observe(document.body, { childList: true, subtree: true }) // dialogs are outside of the root
    return () => {
      element.removeEventListener('focusin', handleFocusIn)
      element.removeEventListener('focusout', handleFocusOut)
      observer.disconnect()
    }
  }, [root])
}

const hasNoFocus = () => document.activeElement === null || document.activeElement === document.body

/** An element and its index among the children of its parent. */
interface PathStep {
  readonly element: Element
  readonly index: number
}

/** Returns an element and its ancestors up to the root. */
function createPath(element: Element, root: Element): readonly PathStep[] {
  const parent = element.parentElement
  const step = { element, index: parent ? [...parent.children].indexOf(element) : 0 }
  return parent && element !== root ? [step, ...createPath(parent, root)] : [step]
}

/** Returns the first control of what follows the removed element, or else of what stands before it. */
function findNextControl(path: readonly PathStep[]): HTMLElement | undefined {
  const first = path.findIndex(({ element }) => element.isConnected)
  for (let level = Math.max(first, 1); level < path.length; level += 1) {
    const children = [...(path[level]?.element.children ?? [])]
    const index = path[level - 1]?.index ?? 0
    const nearest = [...children.slice(index), ...children.slice(0, index).toReversed()]
    const [next] = nearest.flatMap(listControls)
    if (next) return next
  }
  return undefined
}

const listControls = (element: Element): readonly HTMLElement[] =>
  [element, ...element.querySelectorAll(CONTROLS)].filter(
    (control): control is HTMLElement =>
      control instanceof HTMLElement &&
      control.matches(`:is(${CONTROLS}):not(:disabled)`) &&
      control.tabIndex >= 0 &&
      control.checkVisibility(),
  )

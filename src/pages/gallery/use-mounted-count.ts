import { type RefObject, startTransition, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { runWhenIdle, runWhenNear } from '#src/components/deferred-tasks.ts'
import { useIsHydrated } from '#src/components/use-is-hydrated.ts'

/** Photos in the prerendered page of a large gallery. Both counts are multiples of 12: rows of 2, 3 and 4 are complete. */
const PRERENDERED_COUNT = 120

/** Photos that a navigation mounts at once: what the first screen shows. */
const FIRST_COUNT = 12

/** Returns how many photos the prerendered page has: all, if there are not many more. */
export const getPrerenderedCount = (total: number): number =>
  total < 1.5 * PRERENDERED_COUNT ? total : PRERENDERED_COUNT

/** px below the viewport within which the other photos are mounted. */
const MOUNT_MARGIN = 3_000

/**
 * How many photos of the gallery are mounted: first those of the prerendered page, then all. The others are mounted when
 * they come near the viewport, when the focus is after the list, and before printing.
 * @param list The list of photos.
 * @param spacer The element that has the height of the photos that are not mounted.
 */
export function useMountedCount(
  total: number,
  list: RefObject<HTMLElement | null>,
  spacer: RefObject<HTMLElement | null>,
) {
  const isHydrated = useIsHydrated()
  const prerenderedCount = getPrerenderedCount(total)
  const [count, setCount] = useState(isHydrated ? FIRST_COUNT : prerenderedCount)
  const isComplete = count >= total
  const mountAll = () => setCount(total)

  useEffect(() => {
    if (isComplete) return
    if (count < prerenderedCount) return runWhenIdle(() => startTransition(() => setCount(prerenderedCount)))
    if (spacer.current) return runWhenNear(spacer.current, MOUNT_MARGIN, () => startTransition(() => setCount(total)))
  }, [count, isComplete, prerenderedCount, total, spacer])

  useEffect(() => {
    if (isComplete) return
    // The next Shift + Tab moves the focus into the list. React renders updates of this event before the next event.
    const onFocusIn = ({ target }: FocusEvent) => {
      if (isAfter(list.current, target)) setCount(total)
    }
    const onBeforePrint = () => flushSync(() => setCount(total))
    document.addEventListener('focusin', onFocusIn)
    addEventListener('beforeprint', onBeforePrint)
    return () => {
      document.removeEventListener('focusin', onFocusIn)
      removeEventListener('beforeprint', onBeforePrint)
    }
  }, [isComplete, total, list])

  return { mountedCount: Math.min(count, total), mountAll }
}

/** Whether the focused element is after the list in the page. Dialogs are outside the page. */
function isAfter(list: HTMLElement | null, target: EventTarget | null): boolean {
  if (!list || !(target instanceof Element) || list.contains(target) || target.closest('[role=dialog]')) return false
  return Boolean(list.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_FOLLOWING)
}

import { type RefObject, startTransition, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { runWhenIdle, runWhenNear } from '#src/components/deferred-tasks.ts'
import { useIsHydrated } from '#src/components/use-is-hydrated.ts'

/** Photos in the prerendered page of a large gallery. All counts are multiples of 12: rows of 2, 3 and 4 are complete. */
const PRERENDERED_COUNT = 120

/** Photos that a navigation mounts at once: what the first screen shows. */
const FIRST_COUNT = 12

/** Photos that are then mounted at a time, until there are as many as in the prerendered page. */
const FIRST_STEP = 24

/** Photos that are mounted at a time: at most 50 ms of work on a slow phone. */
const STEP = 60

/**
 * Returns how many photos the prerendered page has, which are also the most that are mounted before a visitor comes near the
 * next ones: all, if the others would be fewer than a step.
 */
export const getPrerenderedCount = (total: number): number =>
  total < PRERENDERED_COUNT + STEP ? total : PRERENDERED_COUNT

/** px below the viewport within which photos are mounted. */
const MOUNT_MARGIN = 3_000

/** The same directly after a navigation, so that its first frame is shown before more photos are mounted. */
const FIRST_MOUNT_MARGIN = 300

/** Distance of the focus from the last mounted photo at which the next ones are mounted, in photos. */
const FOCUS_MARGIN = 12

/**
 * How many photos of the gallery are mounted: from the first, and never less than before. The number grows when the end
 * of the list comes near the viewport, when the focus comes near it or passes it, and before printing.
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
  const mount = (step: number) => startTransition(() => setCount((previous) => previous + step))

  useEffect(() => {
    if (isComplete || count >= prerenderedCount) return
    return runWhenIdle(() => mount(FIRST_STEP))
  }, [count, isComplete, prerenderedCount])

  // Again after each step: the spacer can still be within the margin.
  useEffect(() => {
    if (isComplete || !spacer.current) return
    const margin = count < prerenderedCount ? FIRST_MOUNT_MARGIN : MOUNT_MARGIN
    return runWhenNear(spacer.current, margin, () => mount(STEP))
  }, [count, isComplete, prerenderedCount, spacer])

  useEffect(() => {
    if (isComplete) return
    const mountAll = () => setCount(total)
    // The next Shift + Tab moves the focus into the list. React renders updates of this event before the next event.
    const onFocusIn = ({ target }: FocusEvent) => {
      if (isAfter(list.current, target)) mountAll()
    }
    const onBeforePrint = () => flushSync(mountAll)
    document.addEventListener('focusin', onFocusIn)
    addEventListener('beforeprint', onBeforePrint)
    return () => {
      document.removeEventListener('focusin', onFocusIn)
      removeEventListener('beforeprint', onBeforePrint)
    }
  }, [isComplete, total, list])

  return {
    mountedCount: Math.min(count, total),
    /** Mounts the photos after this one, from 0, so that Tab finds them. */
    mountAround: (index: number) =>
      setCount((previous) => (index < previous - FOCUS_MARGIN ? previous : getCountForFocus(index))),
  }
}

/** Returns how many photos are mounted when the photo has the focus: complete rows, and a margin. */
export const getCountForFocus = (index: number): number => (Math.floor(index / FOCUS_MARGIN) + 1) * FOCUS_MARGIN + STEP

/** Whether the focused element is after the list in the page. Dialogs are outside the page. */
function isAfter(list: HTMLElement | null, target: EventTarget | null): boolean {
  if (!list || !(target instanceof Element) || list.contains(target) || target.closest('[role=dialog]')) return false
  return Boolean(list.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_FOLLOWING)
}

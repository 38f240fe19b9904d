import { useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { size } from '#src/theme/tokens.ts'

/** `there`: visible without animation, as in the prerendered HTML and without JavaScript. */
type RevealState = 'there' | 'waiting' | 'entering'

/**
 * The state of a block that is animated once, when the fraction `threshold` of it is visible. A block that is
 * prerendered within or above the viewport is not animated.
 */
export function useReveal(threshold: number) {
  const ref = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<RevealState>('there')
  const [isPrerendered] = useState(useIsHydrating())

  useLayoutEffect(() => {
    const block = ref.current
    if (!block) return
    const box = block.getBoundingClientRect()
    if (isPrerendered && hasEnteredViewport(box, innerHeight)) return // already visible: must not be hidden
    setState('waiting')

    const end = (next: RevealState) => {
      observer.disconnect()
      block.removeEventListener('focusin', onFocus)
      setState(next)
    }
    const onFocus = () => end('there') // focused content is shown at once
    const visibleThreshold = getVisibleThreshold(threshold, box.height, innerHeight)
    const observer = new IntersectionObserver(
      (entries) => {
        const isVisible = entries.some(
          (entry) => entry.isIntersecting && entry.intersectionRatio > visibleThreshold - ROUNDING_TOLERANCE,
        )
        if (isVisible) end('entering')
      },
      { threshold: visibleThreshold, rootMargin: UNLIMITED_TOP_MARGIN },
    )
    observer.observe(block)
    block.addEventListener('focusin', onFocus)
    return () => {
      observer.disconnect()
      block.removeEventListener('focusin', onFocus)
    }
  }, [threshold, isPrerendered])

  return { ref, state }
}

/** Blocks above the viewport count as visible. */
const UNLIMITED_TOP_MARGIN = '1000000px 0px 0px'

/** Browsers store the threshold with less precision than the ratio. */
const ROUNDING_TOLERANCE = 0.001

/** True in the first render during hydration, false after a client-side navigation. */
const useIsHydrating = () =>
  useSyncExternalStore(
    () => () => {},
    () => false,
    () => true,
  )

/** Whether a block is within or above the viewport. Both values in px. */
export const hasEnteredViewport = ({ top }: { readonly top: number }, viewportHeight: number) => top < viewportHeight

/** Limits the threshold for tall blocks to the fraction that fits below the navigation bar. Heights in px. */
export const getVisibleThreshold = (threshold: number, height: number, viewportHeight: number) =>
  Math.min(threshold, Math.max(0, viewportHeight - size.navigationBar) / Math.max(1, height))

import { css } from 'linaria'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { duration, easing, size } from '#src/theme/tokens.ts'
import { useIsHydrated } from './use-is-hydrated.ts'

interface RevealProps {
  /** The visible fraction of the block that starts the animation, from 0 to 1. */
  readonly threshold: number
  readonly children: ReactNode
}

/**
 * Fades and slides its children in once they are scrolled into view (requirements §2). Content that is already visible
 * is not animated.
 */
export function Reveal({ threshold, children }: RevealProps) {
  const { ref, state } = useReveal(threshold)
  return (
    <div ref={ref} className={root} data-state={state}>
      {children}
    </div>
  )
}

/** Animates the children, not the block, whose position is measured. Not for print or with reduced motion. */
const root = css`
  @media screen and (prefers-reduced-motion: no-preference) {
    &[data-state='waiting'] > * {
      opacity: 0;
      transform: translateY(${size.revealOffset}px);
    }

    &[data-state='entering'] > * {
      animation: enter ${duration.reveal}ms ${easing} backwards;
    }
  }

  @keyframes enter {
    from {
      opacity: 0;
      transform: translateY(${size.revealOffset}px);
    }
  }
`

/** `there`: visible without animation, as in the prerendered HTML and without JavaScript. */
type RevealState = 'there' | 'waiting' | 'entering'

/**
 * The state of a block that is animated once, when the fraction `threshold` of it is visible. A block that is
 * prerendered within or above the viewport is not animated.
 */
function useReveal(threshold: number) {
  const ref = useRef<HTMLDivElement>(null)
  const [isPrerendered] = useState(!useIsHydrated())
  const [state, setState] = useState<RevealState>(isPrerendered ? 'there' : 'waiting')

  useLayoutEffect(() => {
    const block = ref.current
    if (!block) return
    if (isPrerendered && hasEnteredViewport(block.getBoundingClientRect(), innerHeight)) return // must not be hidden
    setState('waiting')

    const end = (next: RevealState) => {
      stop()
      setState(next)
    }
    const onFocus = () => end('there') // focused content is shown at once
    const thresholds = Array.from({ length: STEPS + 1 }, (_, step) => (step / STEPS) * threshold)
    // The observer reports the height: to measure it here would force a layout of the page.
    const observer = new IntersectionObserver(
      (entries) => {
        const isVisible = entries.some(({ isIntersecting, intersectionRatio, boundingClientRect }) => {
          const visible = getVisibleThreshold(threshold, boundingClientRect.height, innerHeight)
          const observed = thresholds.findLast((fraction) => fraction <= visible) ?? 0
          return isIntersecting && intersectionRatio > observed - ROUNDING_TOLERANCE
        })
        if (isVisible) end('entering')
      },
      { threshold: thresholds, rootMargin: UNLIMITED_TOP_MARGIN },
    )
    observer.observe(block)
    block.addEventListener('focusin', onFocus)
    const stop = () => {
      observer.disconnect()
      block.removeEventListener('focusin', onFocus)
    }
    return stop
  }, [threshold, isPrerendered])

  return { ref, state }
}

/** Blocks above the viewport count as visible. */
const UNLIMITED_TOP_MARGIN = '1000000px 0px 0px'

/** Number of observed fractions up to the threshold: of a tall block, only a part of the threshold fits into the viewport. */
const STEPS = 15

/** Browsers store the threshold with less precision than the ratio. */
const ROUNDING_TOLERANCE = 0.001

/** Whether a block is within or above the viewport. Both values in px. */
export const hasEnteredViewport = ({ top }: { readonly top: number }, viewportHeight: number) => top < viewportHeight

/** Limits the threshold for tall blocks to the fraction that fits below the navigation bar. Heights in px. */
export const getVisibleThreshold = (threshold: number, height: number, viewportHeight: number) =>
  Math.min(threshold, Math.max(0, viewportHeight - size.navigationBar) / Math.max(1, height))

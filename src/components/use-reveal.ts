import { useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { size } from '#src/theme/tokens.ts'

/** `there`: as if nothing were; so the server sends it, and so it stays without a script. */
type RevealState = 'there' | 'waiting' | 'entering'

/** The state of a block that makes its entrance once, when `threshold` of it has come over the screen's lower edge. */
export function useReveal(threshold: number) {
  const ref = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<RevealState>('there')
  const [isPrerendered] = useState(useIsHydrating())

  useLayoutEffect(() => {
    const block = ref.current
    if (!block) return
    const box = block.getBoundingClientRect()
    if (isPrerendered && hasEnteredViewport(box, innerHeight)) return // nobody takes away what is being read
    setState('waiting')

    const end = (next: RevealState) => {
      observer.disconnect()
      block.removeEventListener('focusin', onFocus)
      setState(next)
    }
    const onFocus = () => end('there') // where the keyboard is, there is no time for an entrance
    const least = getVisibleThreshold(threshold, box.height, innerHeight)
    const observer = new IntersectionObserver(
      (entries) => {
        const isSeen = entries.some((each) => each.isIntersecting && each.intersectionRatio > least - ROUNDING)
        if (isSeen) end('entering')
      },
      { threshold: least, rootMargin: UPWARD_WITHOUT_END },
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

/** What the visitor has scrolled past counts as seen: it never waits above the screen. */
const UPWARD_WITHOUT_END = '1000000px 0px 0px'

/** Browsers keep the threshold in fewer digits than the share they compare it with. */
const ROUNDING = 0.001

/** True in the first rendering of what the server sent, false in that of what a navigation brought. */
const useIsHydrating = () =>
  useSyncExternalStore(
    () => () => {},
    () => false,
    () => true,
  )

/** Whether any of a block is, or was, on the screen: its top is above the lower edge. */
export const hasEnteredViewport = ({ top }: { readonly top: number }, screen: number) => top < screen

/** The share of a block that has to be seen: the wanted one, or, of a block too tall for that, what fits under the bar. */
export const getVisibleThreshold = (wanted: number, height: number, screen: number) =>
  Math.min(wanted, Math.max(0, screen - size.navigationBar) / Math.max(1, height))

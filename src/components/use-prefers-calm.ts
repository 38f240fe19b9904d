import { useSyncExternalStore } from 'react'

/** Whether the visitor asked for less motion, or for less data. Without a browser the answer is yes. */
export const usePrefersNoAutoplay = () => useSyncExternalStore(subscribe, prefersCalm, () => true)

function subscribe(onChange: () => void) {
  const motion = matchMedia(REDUCED_MOTION)
  motion.addEventListener('change', onChange)
  return () => motion.removeEventListener('change', onChange)
}

const prefersCalm = () => matchMedia(REDUCED_MOTION).matches || savesData(navigator)

const REDUCED_MOTION = '(prefers-reduced-motion: reduce)'

/** Not every browser tells of its connection. */
const savesData = (of: Navigator & { readonly connection?: { readonly saveData?: boolean } }) =>
  of.connection?.saveData === true

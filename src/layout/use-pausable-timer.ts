import { useEffect, useMemo } from 'react'
import { createPausableTimer } from './snack-bar-timer.ts'

interface CountdownOptions {
  /** ms */
  readonly duration: number
  readonly isHeld: boolean
  readonly onEnd: () => void
}

/** Counts down for each new thing; not while it is held, nor while the tab is hidden. */
export function usePausableTimer(thing: object | undefined, { duration, isHeld, onEnd }: CountdownOptions) {
  const timer = useMemo(() => thing && createPausableTimer(duration, onEnd), [thing, duration, onEnd])

  useEffect(() => {
    if (!timer) return
    const run = () => (isHeld || document.hidden ? timer.pause() : timer.resume())
    run()
    document.addEventListener('visibilitychange', run)
    return () => document.removeEventListener('visibilitychange', run)
  }, [timer, isHeld])

  useEffect(() => () => timer?.pause(), [timer])
}

import { useEffect, useMemo } from 'react'
import { pausableTimer } from './snack-bar-timer.ts'

interface CountdownOptions {
  /** ms */
  readonly duration: number
  readonly isHeld: boolean
  readonly onEnd: () => void
}

/** Counts down for each new thing; not while it is held, nor while the tab is hidden. */
export function useCountdown(thing: object | undefined, { duration, isHeld, onEnd }: CountdownOptions) {
  const timer = useMemo(() => thing && pausableTimer(duration, onEnd), [thing, duration, onEnd])

  useEffect(() => {
    if (!timer) return
    const run = () => (isHeld || document.hidden ? timer.pause() : timer.resume())
    run()
    document.addEventListener('visibilitychange', run)
    return () => document.removeEventListener('visibilitychange', run)
  }, [timer, isHeld])

  useEffect(() => () => timer?.pause(), [timer])
}

import { useEffect, useMemo } from 'react'
import { createPausableTimer } from './snack-bar-timer.ts'

interface CountdownOptions {
  /** ms */
  readonly duration: number
  readonly isPaused: boolean
  readonly onEnd: () => void
}

/** Counts down for each new thing; not while it is held, nor while the tab is hidden. */
export function usePausableTimer(thing: object | undefined, { duration, isPaused, onEnd }: CountdownOptions) {
  const timer = useMemo(() => thing && createPausableTimer(duration, onEnd), [thing, duration, onEnd])

  useEffect(() => {
    if (!timer) return
    const run = () => (isPaused || document.hidden ? timer.pause() : timer.resume())
    run()
    document.addEventListener('visibilitychange', run)
    return () => document.removeEventListener('visibilitychange', run)
  }, [timer, isPaused])

  useEffect(() => () => timer?.pause(), [timer])
}

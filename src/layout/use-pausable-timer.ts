import { useEffect, useMemo } from 'react'
import { settings } from '#src/settings.ts'

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

interface Timer {
  /** Stops the clock; what was left stays. */
  readonly pause: () => void
  readonly resume: () => void
}

/** Calls back once, after so many ms of not being paused; more than a browser can count is the most that it can (requirements §9). It stands still at first. */
export function createPausableTimer(duration: number, onEnd: () => void): Timer {
  let left = Math.min(duration, settings.toast.maxTimer)
  let running: { readonly handle: ReturnType<typeof setTimeout>; readonly since: number } | undefined
  return {
    pause: () => {
      if (!running) return
      clearTimeout(running.handle)
      left -= performance.now() - running.since
      running = undefined
    },
    resume: () => {
      running ??= { handle: setTimeout(onEnd, left), since: performance.now() }
    },
  }
}

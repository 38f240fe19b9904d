import { settings } from '#src/settings.ts'

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

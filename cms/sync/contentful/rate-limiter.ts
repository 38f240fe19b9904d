import PQueue from 'p-queue'

/** Limits the rate of requests, and delays all of them while it is paused. */
export interface RateLimiter {
  /** Resolves when the next request may be sent. */
  readonly waitForTurn: () => Promise<void>
  /** Delays all requests, for example after a 429 until its reset (docs/contentful.md, Limits). */
  readonly pauseFor: (seconds: number) => void
}

/** Creates one limiter for all requests of a command. Without a rate it only pauses. */
export function createRateLimiter(requestsPerSecond?: number): RateLimiter {
  const queue = new PQueue(
    requestsPerSecond ? { interval: 1_000, intervalCap: requestsPerSecond, strict: true } : { concurrency: 1 },
  )
  let pausedUntil = 0
  let timer: NodeJS.Timeout | undefined

  function pauseFor(seconds: number): void {
    const until = performance.now() + seconds * 1_000
    if (until <= pausedUntil) return
    pausedUntil = until
    queue.pause()
    clearTimeout(timer)
    timer = setTimeout(() => queue.start(), seconds * 1_000)
  }

  return { waitForTurn: () => queue.add(() => {}), pauseFor }
}

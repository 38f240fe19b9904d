import PQueue from 'p-queue'

/** Lets requests through, so many a second at most; while it is held, none. */
export interface RateLimiter {
  /** Waits for its turn. */
  readonly waitForTurn: () => Promise<void>
  /** After a 429: nobody goes on before its reset (docs/contentful.md, Limits). */
  readonly pauseFor: (seconds: number) => void
}

/** One gate for all requests of a command: what goes past it is not counted. Without a rate it only holds. */
export function createRateLimiter(requestsPerSecond: number | undefined): RateLimiter {
  const queue = new PQueue(
    requestsPerSecond ? { interval: 1_000, intervalCap: requestsPerSecond, strict: true } : { concurrency: 1 },
  )
  let heldUntil = 0
  let wait: NodeJS.Timeout | undefined

  function hold(seconds: number): void {
    const until = performance.now() + seconds * 1_000
    if (until <= heldUntil) return
    heldUntil = until
    queue.pause()
    clearTimeout(wait)
    wait = setTimeout(() => queue.start(), seconds * 1_000)
  }

  return { waitForTurn: () => queue.add(() => {}), pauseFor: hold }
}

import { withTimeout } from '#server/process/with-timeout.ts'

/** How long further callers get the same result, or error. */
const MAX_AGE_MS = 5_000

/** How long callers wait. Long enough for a busy database, and shorter than the 10 s timeout of a Prometheus scrape. */
const TIMEOUT_MS = 4_000

/**
 * Returns a function that starts `work` once every 5 seconds at most; callers share the result. It rejects
 * when the work takes longer than 4 seconds. Work that hangs is not started again until it has ended.
 */
export function cacheResult<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let cached: Promise<Result> | undefined
  let startedAt = 0
  let isRunning = false
  return () => {
    if (cached && (isRunning || performance.now() - startedAt < MAX_AGE_MS)) return cached
    startedAt = performance.now()
    isRunning = true
    const running = work().finally(() => {
      isRunning = false
    })
    cached = withTimeout(running, TIMEOUT_MS, 'The work')
    return cached
  }
}

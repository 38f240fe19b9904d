import { withTimeout } from '#server/with-timeout.ts'

export interface CacheResultOptions {
  /** How long further callers get the same result, or error. */
  readonly maxAgeMs: number
  /** How long callers wait for the result. */
  readonly timeoutMs: number
}

/**
 * Returns a function that runs `work` at most once at a time and once every `maxAgeMs`; callers share the result. It
 * rejects with `TimeoutError` when the work takes too long. Work that hangs is not started again until it has ended.
 */
export function cacheResult<Result>(
  work: () => Promise<Result>,
  { maxAgeMs, timeoutMs }: CacheResultOptions,
): () => Promise<Result> {
  let cached: Promise<Result> | undefined
  let expiresAt = 0
  let isRunning = false

  function start(): Promise<Result> {
    isRunning = true
    expiresAt = Number.POSITIVE_INFINITY
    const running = work().finally(() => {
      isRunning = false
    })
    return withTimeout(running, timeoutMs, 'The work').finally(() => {
      expiresAt = performance.now() + maxAgeMs
    })
  }

  return () => {
    if (!cached || (!isRunning && performance.now() >= expiresAt)) cached = start()
    return cached
  }
}

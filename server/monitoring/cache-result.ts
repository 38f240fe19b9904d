import { withTimeout } from '#server/with-timeout.ts'

export interface CacheResultOptions {
  /** How long a result, or an error, is given to further callers. */
  readonly maxAgeMs: number
  /** How long callers wait. */
  readonly timeoutMs: number
}

/**
 * Runs work at most once at a time and at most once every `maxAgeMs`, however many callers there are: they share its
 * result. Rejects with `TimeoutError` when the work takes too long; as long as it has not ended, it is not started again,
 * so that work that hangs does not pile up.
 */
export function cacheResult<Result>(
  work: () => Promise<Result>,
  { maxAgeMs, timeoutMs }: CacheResultOptions,
): () => Promise<Result> {
  let shared: Promise<Result> | undefined
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
    if (!shared || (!isRunning && performance.now() >= expiresAt)) shared = start()
    return shared
  }
}

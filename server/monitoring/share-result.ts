/** Work that did not end within its time. It may still end later. */
class TimeoutError extends Error {
  override readonly name = 'TimeoutError'
  readonly code: string

  constructor(timeoutMs: number) {
    super(`No result within ${timeoutMs} ms`)
    this.code = `no answer within ${timeoutMs / 1000} s`
  }
}

export interface SharedResultOptions {
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
export function shareResult<Result>(
  work: () => Promise<Result>,
  { maxAgeMs, timeoutMs }: SharedResultOptions,
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
    return withTimeout(running, timeoutMs).finally(() => {
      expiresAt = performance.now() + maxAgeMs
    })
  }

  return () => {
    if (!shared || (!isRunning && performance.now() >= expiresAt)) shared = start()
    return shared
  }
}

/** Rejects with `TimeoutError` when the promise is not settled in time. */
async function withTimeout<Result>(promise: Promise<Result>, timeoutMs: number): Promise<Result> {
  const timeout = Promise.withResolvers<never>()
  const timer = setTimeout(() => timeout.reject(new TimeoutError(timeoutMs)), timeoutMs)
  return Promise.race([promise, timeout.promise]).finally(() => clearTimeout(timer))
}

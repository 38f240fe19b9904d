/** Delays after the first, second and third consecutive failure. After the fourth failure there is no automatic retry. */
const RETRY_DELAYS_MS = [5_000, 15_000, 45_000] as const

/** How long a successful response counts as fresh. */
const STALE_TIME_MS = 30_000

interface FailureState {
  readonly count: number
  /** Time until the automatic retry; `undefined` after the last retry. */
  readonly retryDelayMs: number | undefined
  /** Time until a focused window or a restored connection may start a retry earlier. */
  readonly minRetryDelayMs: number
}

/** Consecutive failures of each query of React Query. */
const failures = new WeakMap<object, FailureState>()

/** The CMS responded with an error status. */
export class ContentRequestError extends Error {
  /** From the response headers; 0 if they contain no delay. */
  readonly retryAfterMs: number

  constructor(message: string, retryAfterMs: number) {
    super(message)
    this.retryAfterMs = retryAfterMs
  }
}

/** Records that the query failed, or that its response was incomplete. */
export function recordFailedFetch(query: object, error?: unknown): void {
  const count = (failures.get(query)?.count ?? 0) + 1
  const delayMs = RETRY_DELAYS_MS[count - 1]
  const retryAfterMs = error instanceof ContentRequestError ? error.retryAfterMs : 0
  failures.set(query, {
    count,
    retryDelayMs: delayMs && Math.max(delayMs, retryAfterMs),
    minRetryDelayMs: Math.max(RETRY_DELAYS_MS[0], retryAfterMs),
  })
}

/** Records that the query succeeded. */
export function clearFailedFetches(query: object): void {
  failures.delete(query)
}

/** Retry delay in ms for `refetchInterval`, or `false`. React Query does not refetch while the window has no focus. */
export const getRefetchInterval = (query: object): number | false => failures.get(query)?.retryDelayMs ?? false

/** `staleTime` in ms: no other event refetches the query before that. */
export function getStaleTime(query: object): number {
  const failure = failures.get(query)
  return failure?.retryDelayMs === undefined ? STALE_TIME_MS : failure.minRetryDelayMs
}

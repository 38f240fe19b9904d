/** ms, after the first failure, the second, the third: four questions in all, then the next one is a visitor's doing. */
const PAUSES = [5_000, 15_000, 45_000] as const

/** ms that content counts as new. */
const FRESH = 30_000

interface Failures {
  readonly count: number
  /** ms until the next question is asked in any case. */
  readonly pause: number | undefined
  /** ms until somebody who comes back to the page, or on line, may be the occasion for it. */
  readonly early: number
}

/** Of each query of React Query, since its last good answer. */
const failures = new WeakMap<object, Failures>()

/** The CMS refuses for now, and says for how long: ms. */
export class ContentRequestError extends Error {
  readonly retryAfterMs: number

  constructor(message: string, wait: number) {
    super(message)
    this.retryAfterMs = wait
  }
}

/** The query had no answer, or not a whole one. */
export function recordFailedFetch(query: object, problem?: unknown): void {
  const count = (failures.get(query)?.count ?? 0) + 1
  const pause = PAUSES[count - 1]
  const wait = problem instanceof ContentRequestError ? problem.retryAfterMs : 0
  failures.set(query, { count, pause: pause && Math.max(pause, wait), early: Math.max(PAUSES[0], wait) })
}

/** It had one. */
export function clearFailedFetches(query: object): void {
  failures.delete(query)
}

/** When to ask again, as React Query's `refetchInterval`; a page that nobody looks at waits. */
export const getRefetchInterval = (query: object): number | false => failures.get(query)?.pause ?? false

/** How long nothing else asks, as its `staleTime`. */
export function getStaleTime(query: object): number {
  const failed = failures.get(query)
  return failed?.pause === undefined ? FRESH : failed.early
}

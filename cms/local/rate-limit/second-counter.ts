/** What is left of a second. */
export interface RateLimitResult {
  readonly isAllowed: boolean
  readonly remaining: number
}

/**
 * Counts what is granted in each second of the clock (ms), not in a second that begins with a request:
 * so a client that keeps to the rate does not fall out of it by the time that its first connection took.
 */
export function createSecondCounter(clock: () => number): (limit: number) => RateLimitResult {
  let second = Number.NaN
  let count = 0
  return (limit) => {
    const now = Math.floor(clock() / 1_000)
    if (now !== second) count = 0
    second = now
    if (count >= limit) return { isAllowed: false, remaining: 0 }
    count += 1
    return { isAllowed: true, remaining: limit - count }
  }
}

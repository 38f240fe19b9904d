const HOUR_MS = 60 * 60_000

/** How far the clock may move against the time that has passed: corrections of a second are usual. */
const TOLERANCE_MS = 60_000
/** A clock that is this far ahead of the newest message at the start may be wrong. */
const MAX_AHEAD_MS = 7 * 24 * HOUR_MS
/** A clock in doubt is believed after this time, in which time synchronization or the operator corrects it. */
const DOUBT_MS = 12 * HOUR_MS
/** Checks are an hour apart. Of a longer time, in which the machine was suspended, even the monotonic clock proves nothing. */
const MAX_STEP_MS = 2 * HOUR_MS

/**
 * Checks at each call whether the clock may be wrong: at first by the newest message, then against the monotonic clock
 * since the last call. A jump in either direction starts a doubt, which ends when the clock agrees again with what was
 * believed before, or after 12 hours without another jump.
 */
export function createClockCheck() {
  let monotonic = performance.now()
  let passed = 0
  let offset = Date.now()
  let believedOffset: number | undefined
  let doubtStart = 0

  /** Returns the time in ms since 1970, or `undefined` while it is in doubt. */
  return (newestAtStart: number): number | undefined => {
    const [now, last] = [Date.now(), monotonic]
    monotonic = performance.now()
    passed += Math.min(Math.max(monotonic - last, 0), MAX_STEP_MS)
    if (!isClose(now - passed, offset)) doubtStart = passed
    offset = now - passed
    const agrees = believedOffset === undefined ? now - newestAtStart <= MAX_AHEAD_MS : isClose(offset, believedOffset)
    if (!agrees && passed - doubtStart < DOUBT_MS) return undefined
    believedOffset = offset
    return now
  }
}

const isClose = (a: number, b: number): boolean => Math.abs(a - b) <= TOLERANCE_MS

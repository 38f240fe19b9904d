const SECOND_MS = 1_000
const HOUR_MS = 3_600 * SECOND_MS

const MIN_DELAY_MS = 30 * SECOND_MS
const MAX_DELAY_MS = HOUR_MS
/** An email is given up this long after it was queued or replayed. */
export const GIVE_UP_AFTER_MS = 72 * HOUR_MS

/**
 * The time of the next attempt in ms since 1970, or `undefined` when the 72 hours are over. The delay doubles from 30 s to
 * 1 h. Up to a tenth of it is subtracted at random, so that emails that failed together are not retried together.
 */
export function computeNextAttempt(
  { failures, queuedAt, now }: { failures: number; queuedAt: number; now: number },
  random: () => number = Math.random,
): number | undefined {
  const end = queuedAt + GIVE_UP_AFTER_MS
  if (now >= end) return undefined
  const delayMs = Math.min(MIN_DELAY_MS * 2 ** (failures - 1), MAX_DELAY_MS)
  return Math.min(now + Math.max(MIN_DELAY_MS, Math.round(delayMs * (1 - random() / 10))), end)
}

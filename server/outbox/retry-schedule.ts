const SECOND = 1_000
const HOUR = 3_600 * SECOND

const FIRST = 30 * SECOND
const LONGEST = HOUR
/** ms from when a mail was put into the outbox, or replayed. */
export const GIVE_UP_AFTER_MS = 72 * HOUR

/**
 * When a mail is tried again, in ms since 1970; `undefined` when its 72 hours are over. Each pause is twice the one before,
 * from 30 s to 1 h, less up to a tenth by chance: mails that failed together do not come back together.
 */
export function computeNextAttempt(
  { failures, queuedAt, now }: { failures: number; queuedAt: number; now: number },
  random: () => number = Math.random,
): number | undefined {
  const end = queuedAt + GIVE_UP_AFTER_MS
  if (now >= end) return undefined
  const pause = Math.min(FIRST * 2 ** (failures - 1), LONGEST)
  return Math.min(now + Math.max(FIRST, Math.round(pause * (1 - random() / 10))), end)
}

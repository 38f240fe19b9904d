import fc from 'fast-check'
import { expect, test } from 'vitest'
import { computeNextAttempt } from './retry-schedule.ts'

const SECOND = 1_000
const HOUR = 3_600 * SECOND
const queuedAt = 1_700_000_000_000

const delayAfter = (failures: number, random: number) =>
  (computeNextAttempt({ failures, queuedAt, now: queuedAt }, () => random) ?? 0) - queuedAt

test.each([
  [1, 30],
  [2, 60],
  [3, 120],
  [4, 240],
  [7, 1_920],
  [8, 3_600],
  [80, 3_600],
])('the delay after failure %i is %i s', (failures, seconds) => expect(delayAfter(failures, 0)).toBe(seconds * SECOND))

test('randomness shortens the delay by up to a tenth, but not below 30 s', () => {
  expect(delayAfter(1, 0.999)).toBe(30 * SECOND)
  expect(delayAfter(2, 0.5)).toBe(57 * SECOND)
  expect(delayAfter(9, 0.999_999)).toBeCloseTo(0.9 * HOUR, -2)
})

test('the last attempt is at the end of the 72 hours', () => {
  const end = queuedAt + 72 * HOUR
  expect(computeNextAttempt({ failures: 80, queuedAt, now: end - 10 * SECOND })).toBe(end)
  expect(computeNextAttempt({ failures: 81, queuedAt, now: end })).toBeUndefined()
  expect(computeNextAttempt({ failures: 1, queuedAt, now: end + HOUR })).toBeUndefined()
})

test('every next attempt is 30 s to 1 h away, or at the end of the 72 hours', () =>
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000 }), fc.integer({ min: 0, max: 72 * HOUR - 1 }), (failures, elapsed) => {
      const now = queuedAt + elapsed
      const next = computeNextAttempt({ failures, queuedAt, now }) ?? 0
      const delay = next - now
      expect(next === queuedAt + 72 * HOUR || (delay >= 30 * SECOND && delay <= HOUR)).toBe(true)
    }),
  ))

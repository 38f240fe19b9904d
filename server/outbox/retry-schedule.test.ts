import fc from 'fast-check'
import { expect, test } from 'vitest'
import { computeNextAttempt } from './retry-schedule.ts'

const SECOND = 1_000
const HOUR = 3_600 * SECOND
const queuedAt = 1_700_000_000_000

const pauseAfter = (failures: number, chance: number) =>
  (computeNextAttempt({ failures, queuedAt, now: queuedAt }, () => chance) ?? 0) - queuedAt

test.each([
  [1, 30],
  [2, 60],
  [3, 120],
  [4, 240],
  [7, 1_920],
  [8, 3_600],
  [80, 3_600],
])('failure %i: a pause of %i s', (failures, seconds) => expect(pauseAfter(failures, 0)).toBe(seconds * SECOND))

test('chance takes up to a tenth, never of the first 30 s', () => {
  expect(pauseAfter(1, 0.999)).toBe(30 * SECOND)
  expect(pauseAfter(2, 0.5)).toBe(57 * SECOND)
  expect(pauseAfter(9, 0.999_999)).toBeCloseTo(0.9 * HOUR, -2)
})

test('the last attempt is at the end of 72 hours, and then none', () => {
  const end = queuedAt + 72 * HOUR
  expect(computeNextAttempt({ failures: 80, queuedAt, now: end - 10 * SECOND })).toBe(end)
  expect(computeNextAttempt({ failures: 81, queuedAt, now: end })).toBeUndefined()
  expect(computeNextAttempt({ failures: 1, queuedAt, now: end + HOUR })).toBeUndefined()
})

test('from whatever failure, it is 30 s to 1 h away, or at the end', () =>
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000 }), fc.integer({ min: 0, max: 72 * HOUR - 1 }), (failures, passed) => {
      const now = queuedAt + passed
      const next = computeNextAttempt({ failures, queuedAt, now }) ?? 0
      const pause = next - now
      expect(next === queuedAt + 72 * HOUR || (pause >= 30 * SECOND && pause <= HOUR)).toBe(true)
    }),
  ))

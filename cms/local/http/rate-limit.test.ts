import { expect, test } from 'vitest'
import { createSecondCounter } from './rate-limit.ts'

test('allows the limit in each second of the clock and does not count rejected requests', () => {
  let time = 5_999
  const take = createSecondCounter(() => time)
  expect(take(2)).toEqual({ isAllowed: true, remaining: 1 })
  time = 6_000
  expect([take(2), take(2), take(2), take(2)]).toEqual([
    { isAllowed: true, remaining: 1 },
    { isAllowed: true, remaining: 0 },
    { isAllowed: false, remaining: 0 },
    { isAllowed: false, remaining: 0 },
  ])
  time = 6_999
  expect(take(3)).toEqual({ isAllowed: true, remaining: 0 })
  time = 7_000
  expect(take(2)).toEqual({ isAllowed: true, remaining: 1 })
})

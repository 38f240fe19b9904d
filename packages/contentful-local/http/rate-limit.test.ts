import { expect, test } from 'vitest'
import { createSecondCounter } from './rate-limit.ts'

test('allows the limit in each second of the clock and does not count rejected requests', () => {
  let time = 5_999
  const take = createSecondCounter(2, () => time)
  expect(take()).toEqual({ limit: 2, remaining: 1, isAllowed: true })
  time = 6_000
  expect([take(), take(), take()]).toEqual([
    { limit: 2, remaining: 1, isAllowed: true },
    { limit: 2, remaining: 0, isAllowed: true },
    { limit: 2, remaining: 0, isAllowed: false },
  ])
  time = 6_999
  expect(take().isAllowed).toBe(false)
  time = 7_000
  expect(take()).toEqual({ limit: 2, remaining: 1, isAllowed: true })
})

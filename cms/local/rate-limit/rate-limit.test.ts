import { expect, test } from 'vitest'
import { createSecondCounter } from './second-counter.ts'

test('so many in each second of the clock; what is refused is not counted', () => {
  let time = 5_999
  const take = createSecondCounter(() => time)
  expect(take(2)).toEqual({ isGranted: true, remaining: 1 })
  time = 6_000
  expect([take(2), take(2), take(2), take(2)]).toEqual([
    { isGranted: true, remaining: 1 },
    { isGranted: true, remaining: 0 },
    { isGranted: false, remaining: 0 },
    { isGranted: false, remaining: 0 },
  ])
  time = 6_999
  expect(take(3)).toEqual({ isGranted: true, remaining: 0 })
  time = 7_000
  expect(take(2)).toEqual({ isGranted: true, remaining: 1 })
})

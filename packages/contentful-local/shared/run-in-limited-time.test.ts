import { expect, test } from 'vitest'
import { runInLimitedTime } from './run-in-limited-time.ts'

/** ms of processor time that no function takes which ends, also on a busy machine. */
const ENOUGH_MS = 5_000

test('a function that ends in time has run', () => {
  const results: boolean[] = []
  expect(runInLimitedTime(() => results.push(/^(a+)+$/.test('aaa')), ENOUGH_MS)).toBe(true)
  expect(results).toEqual([true])
})

test.each([
  ['a regular expression', () => /^(a+)+$/.test(`${'a'.repeat(50)}!`)],
  ['a regular expression with a lookahead', () => /^(?=(a+)+$)/.test(`${'a'.repeat(50)}!`)],
  [
    'a loop',
    () => {
      for (;;);
    },
  ],
])('%s that never ends is stopped, and the next function runs', (_, action) => {
  expect(runInLimitedTime(action, 20)).toBe(false)
  expect(runInLimitedTime(() => {}, ENOUGH_MS)).toBe(true)
})

test('an error of the function is thrown', () => {
  const run = () =>
    runInLimitedTime(() => {
      throw new TypeError('Wrong')
    }, ENOUGH_MS)
  expect(run).toThrow(new TypeError('Wrong'))
})

import { expect, test } from 'vitest'
import { runInLimitedTime } from './run-in-limited-time.ts'

test('a function that ends in time has run', () => {
  const results: boolean[] = []
  expect(runInLimitedTime(() => results.push(/^(a+)+$/.test('aaa')), 50)).toBe(true)
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
  expect(runInLimitedTime(() => {}, 20)).toBe(true)
})

test('an error of the function is thrown', () => {
  const run = () =>
    runInLimitedTime(() => {
      throw new TypeError('Wrong')
    }, 50)
  expect(run).toThrow(new TypeError('Wrong'))
})

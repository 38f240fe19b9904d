import { expect, test } from 'vitest'
import { findTimeProblem, toInputValue } from './publication-time.ts'

test('refuses a missing time and a time in the past', () => {
  const now = new Date(2026, 10, 25, 16, 0)
  expect(findTimeProblem(new Date('2026-11-25T16:01'), now)).toBeUndefined()
  expect(findTimeProblem(new Date(''), now)).toBe('Enter a date and a time')
  expect(findTimeProblem(new Date('2026-11-25T15:59'), now)).toBe('This time is over. Choose a later one')
})

test('formats a date as the value of the input, in the time zone of the browser', () => {
  expect(toInputValue(new Date(2026, 0, 2, 3, 4))).toBe('2026-01-02T03:04')
})

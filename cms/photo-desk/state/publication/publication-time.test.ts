import { expect, test } from 'vitest'
import { toInputValue } from './publication-time.ts'

test('formats a date as the value of the input, in the time zone of the browser', () => {
  expect(toInputValue(new Date(2026, 0, 2, 3, 4))).toBe('2026-01-02T03:04')
})

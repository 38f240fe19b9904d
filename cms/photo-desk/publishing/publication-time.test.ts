import { expect, test } from 'vitest'
import { parsePublicationTime, toInputValue } from './publication-time.ts'

const NOW = new Date(2026, 10, 25, 16, 0)

test('parses a time in the time zone of the browser', () => {
  expect(parsePublicationTime('2026-11-26T09:30', NOW)).toEqual({ date: new Date(2026, 10, 26, 9, 30) })
})

test('refuses a missing time and a time in the past', () => {
  expect(parsePublicationTime('', NOW)).toEqual({ problem: 'Enter a date and a time' })
  expect(parsePublicationTime('2026-11-25T15:59', NOW)).toEqual({ problem: 'This time is over. Choose a later one' })
})

test('formats a date as the value of the input', () => {
  expect(toInputValue(new Date(2026, 0, 2, 3, 4))).toBe('2026-01-02T03:04')
})

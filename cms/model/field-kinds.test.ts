import { expect, test } from 'vitest'
import { FIELD_KINDS } from './field-kinds.ts'

test.each([
  ['2026-12-31', true],
  ['2028-02-29', true],
  ['2026-12-31T12:00+01:00', true],
  ['2026-02-30', false],
  ['2026-13-01', false],
  ['2026-12-31T25:00', false],
  ['31.12.2026', false],
  [20261231, false],
  [null, false],
])('whether %s is a date: %s', (value, isDate) => {
  expect(FIELD_KINDS.date.matches(value)).toBe(isDate)
})

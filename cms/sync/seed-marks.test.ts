import { expect, test } from 'vitest'
import { isUntouched, markOf, marksIn, wholeMark } from './seed-marks.ts'

const marks = { fields: { title: markOf('Old'), caption: markOf(null) }, whole: null }

test.each([
  ['what a seeding wrote', 'title', 'Old'],
  ['what a seeding left empty', 'caption', undefined],
  ['what no seeding knew, and nobody filled', 'subtitle', undefined],
])('untouched: %s', (_, field, value) => expect(isUntouched(marks, field, value)).toBe(true))

test.each([
  ['another text', 'title', 'New'],
  ['an emptied field', 'title', undefined],
  ['a filled field', 'caption', 'By hand'],
  ['a field that no seeding knew', 'subtitle', 'By hand'],
])('touched: %s', (_, field, value) => expect(isUntouched(marks, field, value)).toBe(false))

test('without marks whatever is filled counts as an editor’s', () => {
  expect(isUntouched(undefined, 'title', 'Old')).toBe(false)
  expect(isUntouched(undefined, 'title', undefined)).toBe(true)
})

test('the order of keys does not change a mark, the order of a list does', () => {
  expect(markOf({ a: 1, b: { c: 2, d: null } })).toBe(markOf({ b: { c: 2 }, a: 1 }))
  expect(markOf(['a', 'b'])).not.toBe(markOf(['b', 'a']))
  expect(markOf('1')).not.toBe(markOf(1))
})

test('the whole is everything but the marks', () => {
  const fields = { title: { 'en-US': 'Old' } }
  expect(wholeMark({ ...fields, seedMarks: { 'en-US': marks } })).toBe(wholeMark(fields))
  expect(wholeMark({ title: { 'en-US': 'New' } })).not.toBe(wholeMark(fields))
})

test.each([
  ['none', {}],
  ['something else', { seedMarks: { 'en-US': { fields: 'x' } } }],
])('marks in an entry: %s', (_, fields) => expect(marksIn(fields)).toBeUndefined())

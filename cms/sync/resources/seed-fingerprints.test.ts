import { expect, test } from 'vitest'
import { fingerprintEntry, fingerprintValue, isUnchangedSinceSeed, readSeedFingerprints } from './seed-fingerprints.ts'

const marks = { fields: { title: fingerprintValue('Old'), caption: fingerprintValue(null) }, whole: null }

test.each([
  ['what a seeding wrote', 'title', 'Old'],
  ['what a seeding left empty', 'caption', undefined],
  ['what no seeding knew, and nobody filled', 'subtitle', undefined],
])('untouched: %s', (_, field, value) => expect(isUnchangedSinceSeed(marks, field, value)).toBe(true))

test.each([
  ['another text', 'title', 'New'],
  ['an emptied field', 'title', undefined],
  ['a filled field', 'caption', 'By hand'],
  ['a field that no seeding knew', 'subtitle', 'By hand'],
])('touched: %s', (_, field, value) => expect(isUnchangedSinceSeed(marks, field, value)).toBe(false))

test('without marks whatever is filled counts as an editor’s', () => {
  expect(isUnchangedSinceSeed(undefined, 'title', 'Old')).toBe(false)
  expect(isUnchangedSinceSeed(undefined, 'title', undefined)).toBe(true)
})

test('the order of keys does not change a mark, the order of a list does', () => {
  expect(fingerprintValue({ a: 1, b: { c: 2, d: null } })).toBe(fingerprintValue({ b: { c: 2 }, a: 1 }))
  expect(fingerprintValue(['a', 'b'])).not.toBe(fingerprintValue(['b', 'a']))
  expect(fingerprintValue('1')).not.toBe(fingerprintValue(1))
})

test('the whole is everything but the marks', () => {
  const fields = { title: { 'en-US': 'Old' } }
  expect(fingerprintEntry({ ...fields, seedMarks: { 'en-US': marks } })).toBe(fingerprintEntry(fields))
  expect(fingerprintEntry({ title: { 'en-US': 'New' } })).not.toBe(fingerprintEntry(fields))
})

test.each([
  ['none', {}],
  ['something else', { seedMarks: { 'en-US': { fields: 'x' } } }],
])('marks in an entry: %s', (_, fields) => expect(readSeedFingerprints(fields)).toBeUndefined())

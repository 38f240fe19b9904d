import { expect, test } from 'vitest'
import { fingerprintEntry, fingerprintValue, isUnchangedSinceSeed, readSeedFingerprints } from './seed-fingerprints.ts'

const fingerprints = { fields: { title: fingerprintValue('Old'), caption: fingerprintValue(null) }, whole: null }

test.each([
  ['a value that a seed run wrote', 'title', 'Old'],
  ['a field that a seed run left empty', 'caption', undefined],
  ['an empty field that no seed run wrote', 'subtitle', undefined],
])('is unchanged: %s', (_, field, value) => expect(isUnchangedSinceSeed(fingerprints, field, value)).toBe(true))

test.each([
  ['another text', 'title', 'New'],
  ['an emptied field', 'title', undefined],
  ['a filled field', 'caption', 'By hand'],
  ['a field that no seed run wrote', 'subtitle', 'By hand'],
])('is changed: %s', (_, field, value) => expect(isUnchangedSinceSeed(fingerprints, field, value)).toBe(false))

test('ignores the order of keys, but not the order of a list', () => {
  expect(fingerprintValue({ a: 1, b: { c: 2, d: null } })).toBe(fingerprintValue({ b: { c: 2 }, a: 1 }))
  expect(fingerprintValue(['a', 'b'])).not.toBe(fingerprintValue(['b', 'a']))
  expect(fingerprintValue('1')).not.toBe(fingerprintValue(1))
})

test('fingerprints all fields except the stored fingerprints', () => {
  const fields = { title: { 'en-US': 'Old' } }
  expect(fingerprintEntry({ ...fields, seedMarks: { 'en-US': fingerprints } })).toBe(fingerprintEntry(fields))
  expect(fingerprintEntry({ title: { 'en-US': 'New' } })).not.toBe(fingerprintEntry(fields))
})

test('an entry with invalid fingerprints has none', () => {
  expect(readSeedFingerprints({ seedMarks: { 'en-US': { fields: 'x' } } })).toBeUndefined()
})

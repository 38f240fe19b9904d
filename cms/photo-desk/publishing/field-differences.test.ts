import { expect, test } from 'vitest'
import { createLink } from '#cms/links.ts'
import { countChanges } from '#cms/photo-desk/order/move-entries.ts'
import { compareFields, formatListChange, hasSameFields } from './field-differences.ts'

const en = (value: unknown) => ({ 'en-US': value })

test('returns the changed fields with their names and values', () => {
  const before = { altText: en('A pipe in a trench'), caption: en('Before') }
  const after = { altText: en('A pipe in a trench'), caption: en('After'), focalPoint: en('30% 70%') }
  expect(compareFields('galleryImage', before, after)).toEqual([
    { field: 'focalPoint', name: 'Focal point', before: '(empty)', after: '30% 70%' },
    { field: 'caption', name: 'Caption', before: 'Before', after: 'After' },
  ])
})

test('ignores fields that are not in the model, and fields without a value', () => {
  expect(compareFields('galleryImage', { seedMarks: en('a'), caption: {} }, { seedMarks: en('b') })).toEqual([])
})

test('describes how a list of links changed', () => {
  const links = (...ids: readonly string[]) => en(ids.map((id) => createLink('Entry', id)))
  expect(compareFields('galleryPage', { images: links('a', 'b') }, { images: links('b', 'a', 'c') })).toEqual([
    { field: 'images', name: 'Images', before: '2 items', after: '1 moved, 1 added' },
  ])
})

test.each([
  [['a', 'b', 'c'], ['a', 'b', 'c'], 'the same items'],
  [['a', 'b', 'c', 'd'], ['d', 'a', 'b', 'c'], '1 moved'],
  [['a', 'b', 'c', 'd'], ['d', 'c', 'b', 'a'], '3 moved'],
  [['a', 'b', 'c'], ['new', 'c', 'a'], '1 moved, 1 added, 1 removed'],
  [[], ['a', 'b'], '2 added'],
])('compares the list %j with %j', (before, after, expected) => {
  expect(formatListChange(countChanges(before, after))).toBe(expected)
})

test('treats a field without a value like a missing field', () => {
  expect(hasSameFields({ caption: {} }, {})).toBe(true)
  expect(hasSameFields({ caption: en('a') }, {})).toBe(false)
})

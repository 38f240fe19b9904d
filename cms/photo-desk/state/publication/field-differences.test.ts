import { expect, test } from 'vitest'
import { createTestAsset, createTestPage, createTestPhotoEntry, DRAFT } from '#tests/setup/photo-desk/test-pictures.ts'
import { compareEntries, compareVersions } from './field-differences.ts'

test('returns the changed fields with their names, and their values in words', () => {
  const before = createTestPhotoEntry('a', DRAFT, { caption: 'Before', seedMarks: 'not in the model' })
  const after = createTestPhotoEntry('a', DRAFT, { caption: 'After', focalPoint: '30% 70%' })
  expect(compareEntries(before, after)).toEqual([
    { field: 'focalPoint', name: 'Focal point', before: '(empty)', after: '30% from the left, 70% from the top' },
    { field: 'caption', name: 'Caption', before: 'Before', after: 'After' },
  ])
})

test('describes how a list of links changed', () => {
  expect(compareEntries(createTestPage(['a', 'b'], DRAFT), createTestPage(['b', 'a', 'c'], DRAFT))).toEqual([
    { field: 'images', name: 'Images', before: '2 items', after: '1 moved, 1 added' },
  ])
  expect(compareEntries(createTestPage(['a'], DRAFT), createTestPage([], DRAFT))).toMatchObject([{ before: '1 item' }])
  expect(compareEntries(createTestPage(['a', 'b'], DRAFT), createTestPage(['a', 'b', 'a'], DRAFT))).toEqual([
    { field: 'images', name: 'Images', before: '2 items', after: 'the same items' },
  ])
})

test('names a replaced file without its marks, and a link by its id', () => {
  const [entry, asset] = [createTestPhotoEntry('a', DRAFT), createTestAsset('valves.7e6e68.0f3a92bc', DRAFT)]
  const replaced = createTestAsset('new', DRAFT)
  expect(compareVersions(asset, replaced)).toEqual([
    { field: 'file', name: 'File', before: 'valves.jpg', after: 'new.jpg (replaced)' },
  ])
  expect([compareVersions(asset, asset), compareVersions(entry, asset), compareVersions(asset, entry)]).toEqual([
    [],
    [],
    [],
  ])
  const other = createTestPhotoEntry('a', DRAFT, { photo: undefined, caption: { text: '' } })
  expect(compareVersions(entry, other).map(({ before, after }) => [before, after])).toEqual([
    ['“a-file”', '(empty)'],
    ['(empty)', '(another value)'],
  ])
})

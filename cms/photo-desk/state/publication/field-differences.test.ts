import { expect, test } from 'vitest'
import { createTestPage, createTestPhotoEntry, DRAFT } from '#tests/setup/photo-desk/test-pictures.ts'
import { compareEntries } from './field-differences.ts'

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
})

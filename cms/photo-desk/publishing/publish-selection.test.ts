import { expect, test } from 'vitest'
import { PHOTO_TYPE } from '#cms/photo-desk/space/picture-type.ts'
import {
  CHANGED,
  createTestPage,
  createTestPhotoEntry,
  createTestPictures,
  PUBLISHED,
  TAKEN_DOWN,
} from '#tests/setup/photo-desk/test-pictures.ts'
import { isStillPublished } from './publish-selection.ts'

test.each([
  [PUBLISHED, PUBLISHED, true],
  [PUBLISHED, CHANGED, false],
  [CHANGED, PUBLISHED, false],
  [TAKEN_DOWN, PUBLISHED, false],
])('a result is shown as long as it is true (%#)', (entry, page, expected) => {
  const entries = [createTestPhotoEntry('a', entry)]
  const spacePictures = createTestPictures({ entries, page: createTestPage(['a'], page) })
  const result = {
    entryIds: ['a', 'failed'],
    hasPage: true,
    pageId: 'gallery',
    failures: new Map([['failed', { message: '' }]]),
  }
  expect(isStillPublished(result, spacePictures, PHOTO_TYPE)).toBe(expected)
})

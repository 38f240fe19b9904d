import { expect, test } from 'vitest'
import {
  CHANGED,
  createTestAsset,
  createTestPage,
  createTestPhotoEntry,
  createTestPictures,
  DRAFT,
  PUBLISHED,
} from '#tests/setup/photo-desk/test-pictures.ts'
import { keepNewerVersions } from './space-pictures.ts'

test('pictures that are fetched while one is published do not take its publication back', () => {
  const [before, after] = [DRAFT, PUBLISHED].map((state) =>
    createTestPictures({
      entries: [createTestPhotoEntry('a', state)],
      assets: [createTestAsset('a-file', state)],
      page: createTestPage(['a'], state),
    }),
  )
  if (!before || !after) throw new Error('There are two states')
  expect(keepNewerVersions(before, after)).toEqual(after)
  expect(keepNewerVersions(after, before)).toEqual(after)
  expect(keepNewerVersions(before, undefined)).toEqual(before)
})

test('pictures that others have added or deleted since are as they are fetched', () => {
  const known = createTestPictures({ entries: [createTestPhotoEntry('deleted', CHANGED)] })
  const fetched = createTestPictures({ entries: [createTestPhotoEntry('added', DRAFT)] })
  expect(keepNewerVersions(fetched, known).entries).toEqual(fetched.entries)
})

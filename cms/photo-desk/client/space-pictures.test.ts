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
import { mergeLocalChanges } from './space-pictures.ts'

test('pictures that are fetched while one is published do not take its publication back', () => {
  const [before, after] = [DRAFT, PUBLISHED].map((state) =>
    createTestPictures({
      entries: [createTestPhotoEntry('a', state)],
      assets: [createTestAsset('a-file', state)],
      page: createTestPage(['a'], state),
    }),
  )
  if (!before || !after) throw new Error('There are two states')
  expect(mergeLocalChanges(before, before, after)).toEqual(after)
  expect(mergeLocalChanges(after, before, before)).toEqual(after)
  expect(mergeLocalChanges(before, undefined, undefined)).toEqual(before)
})

test('pictures that others have added or deleted since are as they are fetched', () => {
  const known = createTestPictures({ entries: [createTestPhotoEntry('deleted', CHANGED)] })
  const fetched = createTestPictures({ entries: [createTestPhotoEntry('added', DRAFT)] })
  expect(mergeLocalChanges(fetched, known, known).entries).toEqual(fetched.entries)
})

test('a picture that is added while the others are fetched stays, and one that is deleted meanwhile does not come back', () => {
  const [stays, added, deleted] = ['stays', 'added', 'deleted'].map((id) => createTestPhotoEntry(id, DRAFT))
  if (!stays || !added || !deleted) throw new Error('There are three entries')
  const before = createTestPictures({ entries: [stays, deleted] })
  const known = createTestPictures({ entries: [stays, added] })
  const merged = mergeLocalChanges(before, before, known)
  expect([...merged.entries.keys()]).toEqual(['stays', 'added'])
  expect([...merged.assets.keys()]).toEqual(['stays-file', 'added-file'])
})

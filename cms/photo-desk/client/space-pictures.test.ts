import { expect, test } from 'vitest'
import { createFastDeskClient, createTestCma } from '#tests/setup/photo-desk/test-cma.ts'
import {
  CHANGED,
  createTestAsset,
  createTestPage,
  createTestPhotoEntry,
  createTestPictures,
  DRAFT,
  PUBLISHED,
} from '#tests/setup/photo-desk/test-pictures.ts'
import { PHOTO_TYPE } from './picture-type.ts'
import { fetchSpacePictures, mergeLocalChanges } from './space-pictures.ts'

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
  const otherPage = { ...known.page, sys: { ...known.page.sys, id: 'other', version: 9 } }
  expect(mergeLocalChanges(fetched, known, { ...known, page: otherPage })).toEqual(fetched)
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

test.each([
  [[DRAFT], 'page-0'],
  [[DRAFT, PUBLISHED], 'page-1'],
  [[], 'The space has no page with the gallery. Ask the engineers to seed the space'],
  [[CHANGED, DRAFT, PUBLISHED], 'The space has several pages with the gallery (page-0, page-2): archive all but one'],
])(
  'of pages with the versions %o, it takes the published one or else the only one (%#)',
  async (versions, expected) => {
    const pages = versions.map((state, index) => {
      const { sys, fields } = createTestPage([], state)
      return { sys: { ...sys, id: `page-${index}` }, fields }
    })
    const cma = createTestCma(({ params: { query } }: { params: { query: Readonly<Record<string, unknown>> } }) => ({
      items: query['sys.archivedAt[exists]'] === false ? pages : [],
      total: 0,
    }))
    const found = fetchSpacePictures(createFastDeskClient(cma), PHOTO_TYPE)
    expect(await found.then(({ page }) => page.sys.id).catch(({ message }) => message)).toBe(expected)
  },
)

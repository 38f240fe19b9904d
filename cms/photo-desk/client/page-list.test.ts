import { expect, test } from 'vitest'
import { createTestDeskClient } from '#tests/setup/photo-desk/test-cma.ts'
import { createTestPage, createTestPictures, PUBLISHED } from '#tests/setup/photo-desk/test-pictures.ts'
import { setListedEntryIds, updatePageList } from './page-list.ts'
import { PHOTO_TYPE } from './picture-type.ts'
import type { SpaceEntry } from './space-pictures.ts'

const FULL = 'The gallery can have 2 pictures. Remove some under Order, then retry'

test.each([
  ['a', 'ab', 'ab'],
  ['ab', 'ba', 'ba'],
  ['ab', 'ab', undefined],
  ['ab', 'abc', FULL],
  ['abc', 'cba', 'cba'], // the limit is lower than before
  ['abc', 'abcd', FULL],
])('of a list of at most two, %s is changed to %s: %s', async (listed, changed, expected) => {
  const page = createTestPage([...listed], PUBLISHED)
  Object.assign(page.fields.images ?? {}, { de: 'stays' })
  const saved: SpaceEntry[] = []
  const client = createTestDeskClient<SpaceEntry>(({ action, payload }) => {
    if (action === 'update') saved.push(payload)
    return page
  })
  const space = {
    client,
    pictureType: { ...PHOTO_TYPE, page: { ...PHOTO_TYPE.page, maxItems: 2 } },
    fetchSpacePictures: async () => createTestPictures({ entries: [], page }),
    updateSpacePictures: () => {},
  }
  const result = updatePageList(space, () => [...changed])
  if (expected === FULL) await expect(result).rejects.toThrow(FULL)
  else await result
  const list = { ...createTestPage([...changed], PUBLISHED).fields.images, de: 'stays' }
  expect(setListedEntryIds(page, PHOTO_TYPE.page, [...changed]).fields).toEqual({ images: list })
  expect(saved.map(({ fields }) => fields)).toEqual(expected === changed ? [{ images: list }] : [])
})

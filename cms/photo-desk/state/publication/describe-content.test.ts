import { expect, test } from 'vitest'
import { PHOTO_TYPE } from '#cms/photo-desk/client/picture-type.ts'
import { listPictures } from '#cms/photo-desk/state/pictures/picture.ts'
import {
  CHANGED,
  createTestAsset,
  createTestPage,
  createTestPhotoEntry,
  createTestPictures,
  DRAFT,
  PUBLISHED,
  TAKEN_DOWN,
} from '#tests/setup/photo-desk/test-pictures.ts'
import {
  describeActionResult,
  describeHidden,
  describeLastChange,
  findHidden,
  isResultCurrent,
} from './describe-content.ts'

const FAILURE = { message: 'Contentful does not accept this' }

const createResult = (entryIds: readonly string[], failedIds: readonly string[]) => ({
  entryIds,
  hasPage: true,
  pageId: 'gallery',
  failures: new Map(failedIds.map((id) => [id, FAILURE])),
})

test.each([
  [[], true],
  [['failed', 'other'], true],
  [['a'], false],
  [['gallery'], false],
])('a result is shown as long as it is true (%#)', (unpublishedIds, expected) => {
  expect(isResultCurrent(createResult(['a', 'failed'], ['failed']), new Set(unpublishedIds))).toBe(expected)
})

test.each([
  [['a'], [], '1 photograph and the gallery are published.'],
  [['a', 'b', 'c'], ['a', 'b', 'gallery'], '1 photograph is published. 2 photographs are not. The gallery is not.'],
  [['a', 'b', 'c'], ['a', 'gallery'], '2 photographs are published. 1 photograph is not. The gallery is not.'],
  [['a'], ['a', 'gallery'], 'Nothing is published.'],
  [
    ['a'],
    ['a'],
    'The gallery is published. 1 photograph is not. Visitors see the gallery without what is not published.',
  ],
])('says of one and of several what is published (%#)', (ids, failedIds, expected) => {
  expect(describeActionResult(PHOTO_TYPE, createResult(ids, failedIds), 'published')).toBe(expected)
})

const toUser = (id: string) => ({ sys: { type: 'Link' as const, linkType: 'User' as const, id } })

/** Describes what this editor has done last with a photograph of these versions. Somebody else has changed it before. */
function describeLast(entry: typeof PUBLISHED, asset = PUBLISHED): string {
  const resources = [createTestPhotoEntry('a', entry), createTestAsset('a-file', asset)]
  for (const { sys } of resources) {
    const isPublished = sys.publishedVersion !== undefined
    Object.assign(sys, { updatedBy: toUser(isPublished && sys.version === 2 ? 'other' : 'me') })
    if (isPublished) Object.assign(sys, { publishedBy: toUser('me'), publishedAt: sys.updatedAt })
    if (sys.archivedVersion !== undefined) Object.assign(sys, { archivedBy: toUser('me'), archivedAt: sys.updatedAt })
  }
  const [text, ofOther] = ['me', 'other'].map((userId) => describeLastChange(resources, userId).replace(/,.*/, ''))
  expect(ofOther).toBe(text?.replace('you', 'somebody else'))
  return text ?? ''
}

test.each([
  [PUBLISHED, PUBLISHED, 'published by you'],
  [CHANGED, PUBLISHED, 'changed by you'],
  [PUBLISHED, CHANGED, 'changed by you'],
  [DRAFT, DRAFT, 'changed by you'],
  [TAKEN_DOWN, PUBLISHED, 'taken down or changed by you'],
  [{ ...TAKEN_DOWN, archivedVersion: 3 }, PUBLISHED, 'archived by you'],
])('says what was done last with a photograph (%#)', (entry, asset, expected) => {
  expect(describeLast(entry, asset)).toBe(expected)
})

/** With `Pipe `, 30 characters. */
const LONG = 'with a name of many words'

test.each([
  [['a', 'b'], ['a', 'b'], ['a', 'b'], ''],
  [['a', 'b'], ['a', 'b'], undefined, ''],
  [[LONG], [], [], `Visitors do not see “Pipe ${LONG}”: it is not in the gallery.`],
  [[`${LONG}s`], [`${LONG}s`], [], `Visitors do not see “Pipe ${LONG} …”: the gallery is not published with it.`],
  [['a', 'b'], ['b'], [], 'Visitors do not see “Pipe b” and 1 more: not all of them are in the gallery.'],
  [
    ['a', 'b', 'c'],
    ['b', 'c'],
    ['a'],
    'Visitors do not see “Pipe b” and 1 more: the gallery is not published with them.',
  ],
] as const)('§10.39 says which photographs visitors do not see, and why (%#)', (ids, listedIds, shownIds, expected) => {
  const entries = ids.map((id) => createTestPhotoEntry(id, PUBLISHED, { altText: `Pipe ${id}` }))
  const spacePictures = createTestPictures({ entries, page: createTestPage(listedIds, CHANGED) })
  const pictures = [...listPictures(spacePictures, PHOTO_TYPE).values()]
  expect(describeHidden(PHOTO_TYPE, findHidden(pictures, shownIds))).toBe(expected)
})

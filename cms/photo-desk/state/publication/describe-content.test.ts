import { expect, test } from 'vitest'
import { LOGO_TYPE, PHOTO_TYPE } from '#cms/photo-desk/client/picture-type.ts'
import { describeActionResult, describeSelection, isResultCurrent } from './describe-content.ts'

const FAILURE = { message: 'Contentful does not accept this' }

const createResult = (entryIds: readonly string[], failedIds: readonly string[]) => ({
  entryIds,
  hasPage: true,
  pageId: 'gallery',
  failures: new Map(failedIds.map((id) => [id, FAILURE])),
})

/** Describes the publication of photographs and the gallery. */
const describe = (entryIds: readonly string[], ...failedIds: readonly string[]) =>
  describeActionResult(PHOTO_TYPE, createResult(entryIds, failedIds), 'published')

test.each([
  [PHOTO_TYPE, 0, false, 'nothing'],
  [PHOTO_TYPE, 1, false, '1 photograph'],
  [PHOTO_TYPE, 2, true, '2 photographs and the gallery'],
  [LOGO_TYPE, 0, true, 'the list of affiliations'],
] as const)('describes a selection (%#)', (pictureType, pictures, hasPage, expected) => {
  expect(describeSelection(pictureType, pictures, hasPage)).toBe(expected)
})

test.each([
  [describe(['a']), '1 photograph and the gallery are published.'],
  [
    describe(['a', 'b'], 'b'),
    '1 photograph and the gallery are published. 1 photograph is not. Visitors see the gallery without what is not published.',
  ],
  [describe(['a'], 'a', 'gallery'), 'Nothing is published. 1 photograph is not. The gallery is not.'],
])('describes a publication (%#)', (text, expected) => {
  expect(text).toBe(expected)
})

test.each([
  [[], true],
  [['failed', 'other'], true],
  [['a'], false],
  [['gallery'], false],
])('a result is shown as long as it is true (%#)', (unpublishedIds, expected) => {
  expect(isResultCurrent(createResult(['a', 'failed'], ['failed']), new Set(unpublishedIds))).toBe(expected)
})

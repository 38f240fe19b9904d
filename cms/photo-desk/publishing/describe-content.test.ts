import { expect, test } from 'vitest'
import { LOGO_TYPE, PHOTO_TYPE } from '#cms/photo-desk/space/picture-type.ts'
import { describePublication, describeSelection } from './describe-content.ts'

const FAILURE = { message: 'Contentful does not accept this' }

/** Describes the publication of photographs and the gallery. */
const describe = (entryIds: readonly string[], ...failedIds: readonly string[]) =>
  describePublication(PHOTO_TYPE, {
    entryIds,
    hasPage: true,
    pageId: 'gallery',
    failures: new Map(failedIds.map((id) => [id, FAILURE])),
  })

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
    '1 photograph and the gallery are published. 1 photograph is not: the reason is in the list. Visitors see the gallery without what is not published.',
  ],
  [
    describe(['a'], 'a', 'gallery'),
    'Nothing is published. 1 photograph is not: the reason is in the list. The gallery is not published: the reason is in the list.',
  ],
])('describes a publication (%#)', (text, expected) => {
  expect(text).toBe(expected)
})

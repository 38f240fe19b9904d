import { expect, test } from 'vitest'
import { LOGO_TYPE, PHOTO_TYPE } from '#cms/pictures/picture-type.ts'
import { describeResult, describeSelection } from './describe-content.ts'
import type { ContentOutcome } from './publish-content.ts'

const PUBLISHED: ContentOutcome = { status: 'published' }
const FAILED: ContentOutcome = { status: 'failed', message: 'Contentful does not accept this' }
const CONFLICT: ContentOutcome = { status: 'conflict' }

test.each([
  [PHOTO_TYPE, 0, false, 'nothing'],
  [PHOTO_TYPE, 1, false, '1 photograph'],
  [PHOTO_TYPE, 2, true, '2 photographs and the gallery'],
  [LOGO_TYPE, 0, true, 'the list of affiliations'],
] as const)('describes a selection (%#)', (pictureType, pictures, hasPage, expected) => {
  expect(describeSelection(pictureType, pictures, hasPage)).toBe(expected)
})

test('describes a complete publication', () => {
  const result = { pictures: new Map([['a', PUBLISHED]]), page: PUBLISHED }
  expect(describeResult(PHOTO_TYPE, result)).toBe('1 photograph and the gallery are published.')
})

test('says what visitors see when a photograph is not published', () => {
  const outcomes: readonly (readonly [string, ContentOutcome])[] = [
    ['a', PUBLISHED],
    ['b', FAILED],
  ]
  const result = { pictures: new Map(outcomes), page: PUBLISHED }
  expect(describeResult(PHOTO_TYPE, result)).toBe(
    '1 photograph and the gallery are published. 1 photograph is not: the reason is in the list. Visitors see the gallery without what is not published.',
  )
})

test('says when nothing is published', () => {
  expect(describeResult(PHOTO_TYPE, { pictures: new Map([['a', FAILED]]), page: FAILED })).toBe(
    'Nothing is published. 1 photograph is not: the reason is in the list. The gallery is not published: the reason is in the list.',
  )
})

test('says when somebody else has changed a photograph and the page', () => {
  const result = { pictures: new Map([['a', CONFLICT]]), page: CONFLICT }
  expect(describeResult(PHOTO_TYPE, result)).toBe(
    'Nothing is published. 1 photograph is not: somebody else has changed it. The gallery is not published: somebody else has changed it.',
  )
})

import { expect, test } from 'vitest'
import { PHOTO_TYPE } from '#cms/photo-desk/client/picture-type.ts'
import { CHANGED, createTestAsset, PUBLISHED } from '#tests/setup/photo-desk/test-pictures.ts'
import { matchesSearch, matchesState } from './picture-filter.ts'

test('§10.40 a search finds all its words, in any text, without regard to case and accents', () => {
  const texts = ['Grüße from Montréal', null, 'IMG_42.jpg']
  expect(matchesSearch(texts, 'montreal img_42')).toBe(true)
  expect(matchesSearch(texts, ' GRU\u0308ßE')).toBe(true)
  expect(matchesSearch(texts, 'montreal 43')).toBe(false)
  expect(matchesSearch(texts, ' ')).toBe(true)
})

const PICTURE = { id: 'crew', name: 'Crew.JPG', fileNames: ['Crew.JPG'] }

test.each([
  ['missing', { altText: null }, 'published', true],
  ['missing', { altText: 'A text', caption: null }, 'published', false],
  ['unpublished', { altText: 'A text' }, 'changed', true],
  ['unpublished', { altText: 'A text' }, 'published', false],
  ['unpublished', {}, 'adding', true],
  ['unpublished', {}, 'archived', false],
  ['published', {}, 'published', true],
  ['published', {}, 'archived', false],
  ['archived', {}, 'archived', true],
] as const)('§10.40 the filter %s with the texts %o of a picture that is %s: %s', (filter, values, state, expected) => {
  expect(matchesState({ ...PICTURE, values, state }, filter, PHOTO_TYPE)).toBe(expected)
})

test.each([
  [PUBLISHED, false],
  [CHANGED, true],
] as const)('a published picture whose file has the versions %o is not published: %s', (versions, expected) => {
  const picture = { ...PICTURE, values: {}, state: 'published', asset: createTestAsset('crew-file', versions) } as const
  expect(matchesState(picture, 'unpublished', PHOTO_TYPE)).toBe(expected)
  expect(matchesState(picture, 'published', PHOTO_TYPE)).toBe(!expected)
})

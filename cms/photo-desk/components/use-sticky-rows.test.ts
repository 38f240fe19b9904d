import { expect, test } from 'vitest'
import { NO_FILTER, type PictureFilter } from '#cms/photo-desk/state/pictures/picture-filter.ts'
import { addMatchingIds, type StickyIds } from './use-sticky-rows.ts'

const MISSING: PictureFilter = { state: 'missing', search: '' }
const sticky: StickyIds = { filter: MISSING, ids: new Set(['first', 'second']) }

const listIds = ({ ids }: StickyIds) => [...ids]

test.each([
  ['the text of one is written, so that it does not match any more', ['second']],
  ['the search for a text that is changed finds none', []],
  ['somebody else changes their order', ['second', 'first']],
])('rows stay in their places while %s', (_, matchingIds) => {
  expect(addMatchingIds(sticky, MISSING, matchingIds)).toBe(sticky)
})

test('a new row is the last one, wherever it belongs', () => {
  expect(listIds(addMatchingIds(sticky, MISSING, ['new', 'first', 'second']))).toEqual(['first', 'second', 'new'])
})

test('another filter, or another search, shows what matches now, in its order', () => {
  expect(listIds(addMatchingIds(sticky, NO_FILTER, ['second', 'first']))).toEqual(['second', 'first'])
  expect(listIds(addMatchingIds(sticky, { ...MISSING, search: 'w' }, ['second']))).toEqual(['second'])
})

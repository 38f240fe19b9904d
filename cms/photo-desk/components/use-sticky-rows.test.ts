import { expect, test } from 'vitest'
import { NO_FILTER } from '#cms/photo-desk/state/pictures/picture-filter.ts'
import { addMatchingIds } from './use-sticky-rows.ts'

test('while the filter stays, each row keeps its place, and those that match later follow', () => {
  const before = { filter: NO_FILTER, ids: new Set(['b', 'c']) }
  expect([...addMatchingIds(before, NO_FILTER, ['a', 'c']).ids]).toEqual(['b', 'c', 'a'])
  expect([...addMatchingIds(before, { ...NO_FILTER }, ['a', 'c']).ids]).toEqual(['a', 'c'])
})

import { expect, test } from 'vitest'
import { sortByPreviousOrder } from './pull-changes.ts'

test('keeps the order of known ids and appends new ones by id', () => {
  const items = ['new-b', 'first', 'new-a', 'second'].map((id) => ({ id }))
  expect(sortByPreviousOrder(items, ['second', 'removed', 'first']).map(({ id }) => id)).toEqual([
    'second',
    'first',
    'new-a',
    'new-b',
  ])
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { describeChanges, describeMove, dropEntries, findMovedIds, moveEntries, returnEntries } from './move-entries.ts'

const orders = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 2 }), { maxLength: 12 })
const ordersWithSelection = orders.chain((order) => fc.tuple(fc.constant(order), fc.subarray(order)))

test('moves several pictures together, in their order', () => {
  expect(moveEntries(['a', 'b', 'c', 'd', 'e'], new Set(['d', 'a']), 2)).toEqual(['b', 'c', 'a', 'd', 'e'])
})

test('moves pictures to the end for an index after it', () => {
  expect(moveEntries(['a', 'b', 'c'], new Set(['b']), Number.POSITIVE_INFINITY)).toEqual(['a', 'c', 'b'])
})

test('a move loses and doubles no picture, and keeps the order of the others', () => {
  fc.assert(
    fc.property(ordersWithSelection, fc.integer({ min: 0, max: 14 }), ([order, selected], index) => {
      const ids = new Set(selected)
      const moved = moveEntries(order, ids, index)
      expect(moved.toSorted()).toEqual(order.toSorted())
      expect(moved.filter((id) => !ids.has(id))).toEqual(order.filter((id) => !ids.has(id)))
      expect(moved.filter((id) => ids.has(id))).toEqual(order.filter((id) => ids.has(id)))
    }),
  )
})

test('dropped pictures take the place of the one below, and the others that move follow the dragged one', () => {
  const order = ['a', 'b', 'c', 'd', 'e', 'f']
  expect(dropEntries(order, new Set(['b']), 'b', 'd')).toEqual(['a', 'c', 'd', 'b', 'e', 'f'])
  expect(dropEntries(order, new Set(['d']), 'd', 'b')).toEqual(['a', 'd', 'b', 'c', 'e', 'f'])
  const moved = dropEntries(order, new Set(['a', 'c']), 'c', 'e')
  expect(moved).toEqual(['b', 'd', 'e', 'a', 'c', 'f'])
  expect(describeMove('Dropped at', moved, new Set(['c', 'a']))).toBe('Dropped at position 4 of 6')
})

test('§10.45 pictures return to their old places, between others that were added or moved meanwhile, or to the end', () => {
  const places = ['a', 'b', 'c', 'd']
  expect(returnEntries(['b', 'd'], new Set(['c', 'a', 'new']), places)).toEqual(['a', 'b', 'c', 'd', 'new'])
  expect(returnEntries(['d', 'x', 'b'], new Set(['c']), places)).toEqual(['d', 'x', 'b', 'c'])
  const order = ['c', 'a']
  expect(returnEntries(order, new Set(['a']), places)).toBe(order)
})

test('counts the fewest pictures that explain a new order', () => {
  expect(findMovedIds(['a', 'b', 'c', 'd'], ['d', 'a', 'b', 'c'])).toEqual(new Set(['d']))
  expect(describeChanges(['a', 'b', 'c', 'd', 'e'], ['d', 'a', 'b', 'x'])).toBe('1 moved, 1 added, 2 removed')
  expect(describeChanges(['a', 'b', 'c', 'd'], ['d', 'c', 'b', 'a'])).toBe('3 moved')
  expect(describeChanges(['a', 'b'], ['a', 'b'])).toBe('')
})

test('what was added to a list stays after what it follows there, or at the end', () => {
  const returnAdded = (order: string, list: string) => returnEntries([...order], new Set(list), [...list]).join('')
  expect(returnAdded('abc', '1c2ba34')).toBe('1abc234')
  expect(returnAdded('abc', 'c1')).toBe('abc1')
  expect(returnAdded('', '12')).toBe('12')
  expect(returnAdded('a', '12a')).toBe('12a')
})

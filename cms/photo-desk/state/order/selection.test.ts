import { expect, test } from 'vitest'
import { EMPTY_SELECTION, limitSelection, selectAll, selectOnly, selectRange, toggleSelected } from './selection.ts'

const order = ['a', 'b', 'c', 'd', 'e']

test('adds a picture to the selection and takes it out', () => {
  const selection = toggleSelected(selectOnly('b'), 'd')
  expect([...selection.ids]).toEqual(['b', 'd'])
  expect([...toggleSelected(selection, 'b').ids]).toEqual(['d'])
})

test('selects a range in both directions from the same anchor', () => {
  const forward = selectRange(selectOnly('c'), order, 'e')
  expect([...forward.ids]).toEqual(['c', 'd', 'e'])
  expect([...selectRange(forward, order, 'a').ids]).toEqual(['a', 'b', 'c'])
})

test('a range without an anchor selects one picture', () => {
  expect(selectRange(EMPTY_SELECTION, order, 'c')).toEqual(selectOnly('c'))
})

test('a removed picture leaves the selection', () => {
  const selection = selectAll(order)
  expect([...limitSelection(selection, ['b', 'a']).ids]).toEqual(['b', 'a'])
  expect(limitSelection(selection, order)).toBe(selection)
})

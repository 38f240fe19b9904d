import { expect, test } from 'vitest'
import { EMPTY_SELECTION, limitSelection, selectAll, selectOnly, selectRange } from './selection.ts'

const order = ['a', 'b', 'c', 'd', 'e']

test('a range without an anchor selects one picture', () => {
  expect(selectRange(EMPTY_SELECTION, order, 'c')).toEqual(selectOnly('c'))
})

test('a removed picture leaves the selection', () => {
  const selection = selectAll(order)
  expect([...limitSelection(selection, ['b', 'a']).ids]).toEqual(['b', 'a'])
  expect(limitSelection(selection, order)).toBe(selection)
})

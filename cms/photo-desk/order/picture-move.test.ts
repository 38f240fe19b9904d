import { expect, test } from 'vitest'
import { describeMove, getShownOrder, startMove } from './picture-move.ts'
import { selectOnly, toggleSelected } from './selection.ts'

const order = ['a', 'b', 'c', 'd', 'e']

test('a picture outside of the selection moves alone', () => {
  expect(startMove(order, selectOnly('b'), 'd', 'pointer')).toEqual({
    activeId: 'd',
    ids: new Set(['d']),
    index: 3,
    input: 'pointer',
  })
})

test('a selected picture moves with the selection, which is shown as one', () => {
  const move = startMove(order, toggleSelected(selectOnly('b'), 'd'), 'd', 'keyboard')
  expect(move).toMatchObject({ ids: new Set(['b', 'd']), index: 2 })
  expect(getShownOrder(order, move)).toEqual(['a', 'c', 'd', 'e'])
  expect(getShownOrder(order, { ...move, index: 0 })).toEqual(['d', 'a', 'c', 'e'])
})

test('describes the position of the first picture that moves', () => {
  expect(describeMove('Dropped at', order, new Set(['e', 'c']))).toBe('Dropped at position 3 of 5')
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changeOrder, createOrderHistory, rebaseOrder, redoOrder, undoOrder } from './order-history.ts'

const IDS = ['a', 'b', 'c', 'd', 'e']
const orders = fc.shuffledSubarray(IDS)

test('undo of all steps leads to the first order, and redo of all to the last one', () => {
  fc.assert(
    fc.property(orders, fc.array(orders, { maxLength: 20 }), (first, steps) => {
      let history = steps.reduce(changeOrder, createOrderHistory(first))
      const last = history.order
      for (const _ of steps) history = undoOrder(history)
      expect(history.order).toEqual(first)
      for (const _ of steps) history = redoOrder(history)
      expect(history.order).toEqual(last)
    }),
  )
})

test('a change to the same order is not a step', () => {
  const history = createOrderHistory(IDS)
  expect(changeOrder(history, [...IDS])).toBe(history)
})

test('a change after undo removes the undone steps', () => {
  const history = undoOrder(changeOrder(createOrderHistory(['a', 'b']), ['b', 'a']))
  expect(redoOrder(changeOrder(history, ['a'])).order).toEqual(['a'])
})

test('all steps have the pictures that others have appended', () => {
  const history = changeOrder(changeOrder(createOrderHistory(['a', 'b', 'c']), ['b', 'a', 'c']), ['b', 'c', 'a'])
  const result = rebaseOrder(undoOrder(history), ['a', 'b', 'c', 'x'])
  expect(result).toEqual({
    history: {
      base: ['a', 'b', 'c', 'x'],
      order: ['b', 'a', 'c', 'x'],
      past: [['a', 'b', 'c', 'x']],
      future: [['b', 'c', 'a', 'x']],
    },
  })
})

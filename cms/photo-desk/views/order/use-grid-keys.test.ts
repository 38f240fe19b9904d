import { expect, test } from 'vitest'
import { findIdByKey } from './use-grid-keys.ts'

test.each([
  ['a', 'ArrowLeft', 'a'],
  ['c', 'ArrowRight', 'd'],
  ['b', 'ArrowDown', 'e'],
  ['f', 'ArrowDown', 'h'],
  ['e', 'ArrowUp', 'b'],
  ['b', 'ArrowUp', 'b'],
  ['e', 'Home', 'a'],
  ['e', 'End', 'h'],
  ['e', 'x', undefined],
])('from %s, the key %s leads to %s: arrows stay in the column', (id, key, next) => {
  const rows = ['abc', 'def', 'gh'].map((row) => [...row])
  expect(findIdByKey(rows, id, key)).toBe(next)
})

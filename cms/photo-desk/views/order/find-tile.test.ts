import { expect, test } from 'vitest'
import { findByKey } from './find-tile.ts'

test.each([
  ['a', 'ArrowLeft', 'a'],
  ['d', 'ArrowLeft', 'c'],
  ['h', 'ArrowLeft', 'g'],
  ['c', 'ArrowRight', 'd'],
  ['h', 'ArrowRight', 'h'],
  ['b', 'ArrowDown', 'e'],
  ['f', 'ArrowDown', 'h'],
  ['e', 'ArrowUp', 'b'],
  ['b', 'ArrowUp', 'b'],
  ['e', 'Home', 'a'],
  ['e', 'End', 'h'],
  ['b', 'PageDown', 'h'],
  ['g', 'PageUp', 'a'],
  ['e', 'x', undefined],
])('from %s, the key %s leads to %s: arrows stay in the column', (id, key, next) => {
  const rows = ['abc', 'def', 'gh'].map((row) => [...row])
  expect(findByKey(rows, id, key, 2)).toBe(next)
})

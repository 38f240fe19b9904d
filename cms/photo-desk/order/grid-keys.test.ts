import { expect, test } from 'vitest'
import { findIdByKey } from './grid-keys.ts'

test.each([
  ['a', 'ArrowLeft', 'a'],
  ['c', 'ArrowRight', 'd'],
  ['b', 'ArrowDown', 'e'],
  ['f', 'ArrowDown', 'h'],
  ['e', 'ArrowUp', 'b'],
  ['b', 'ArrowUp', 'b'],
  ['b', 'PageDown', 'h'],
  ['h', 'PageUp', 'b'],
  ['e', 'Home', 'a'],
  ['e', 'End', 'h'],
  ['e', 'x', undefined],
])('from %s, the key %s leads to %s: arrows stay in the column', (id, key, next) => {
  expect(
    findIdByKey(
      ['abc', 'def', 'gh'].map((row) => [...row]),
      id,
      key,
      2,
    ),
  ).toBe(next)
})

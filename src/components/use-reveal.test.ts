import { expect, test } from 'vitest'
import { getVisibleThreshold, hasEnteredViewport } from './use-reveal.ts'

test('a block is reached when its first line of pixels is on the screen, or above it', () => {
  expect([901, 900, 899, 0, -2_000].map((top) => hasEnteredViewport({ top }, 900))).toEqual([
    false,
    false,
    true,
    true,
    true,
  ])
})

test('the wanted share of a block has to be seen where it fits', () => {
  expect(getVisibleThreshold(0.3, 400, 900)).toBe(0.3)
  expect(getVisibleThreshold(0.3, 2_700, 900)).toBe(0.3)
})

test('of a block too tall, as much as fits under the bar', () => {
  expect(getVisibleThreshold(0.3, 4_000, 576)).toBe(500 / 4_000)
  expect(getVisibleThreshold(0.3, 4_000, 60)).toBe(0)
})

test('an empty block asks for no more than another', () => {
  expect(getVisibleThreshold(0.3, 0, 900)).toBe(0.3)
})

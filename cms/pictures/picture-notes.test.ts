import { expect, test } from 'vitest'
import { findPaleLogoNote, findStripNote } from './picture-notes.ts'

const TRANSPARENT = [0, 0, 0, 0]

/** Returns the note for pixels: so many of each color. */
const findNote = (...parts: readonly (readonly [count: number, color: readonly number[]])[]) =>
  findPaleLogoNote({ data: Uint8Array.from(parts.flatMap(([count, color]) => Array(count).fill(color).flat())) })

test.each([
  ['white', [255, 255, 255, 255]],
  ['nearly white', [236, 232, 225, 255]],
  ['pale yellow', [255, 250, 160, 255]],
  ['half transparent white', [255, 255, 255, 120]],
])('names a logo that is %s on a transparent ground', (_, color) => {
  expect(findNote([70, TRANSPARENT], [30, color])).toMatch(/can hardly be seen/)
})

test.each([
  [
    'black',
    [
      [70, TRANSPARENT],
      [30, [0, 0, 0, 255]],
    ],
  ],
  [
    'gray',
    [
      [70, TRANSPARENT],
      [30, [150, 150, 150, 255]],
    ],
  ],
  [
    'white with a dark word',
    [
      [70, TRANSPARENT],
      [25, [255, 255, 255, 255]],
      [5, [0, 60, 40, 255]],
    ],
  ],
  [
    'on a white ground of its own',
    [
      [95, [255, 255, 255, 255]],
      [1, [0, 0, 0, 255]],
    ],
  ],
] as const)('accepts a logo that is %s', (_, parts) => {
  expect(findNote(...parts)).toBeUndefined()
})

test.each([
  [6_000, 600, /shows 15 % of it/],
  [600, 6_000, /shows 7 % of it/],
  [20_000, 100, /shows 1 % of it/],
])('says how the gallery cuts a strip of %i × %i px', (width, height, note) => {
  expect(findStripNote({ width, height })).toMatch(note)
})

test.each([
  [6_000, 4_000],
  [4_000, 6_000],
  [9_000, 2_250],
  [1_080, 2_340],
])('accepts a picture of %i × %i px', (width, height) => {
  expect(findStripNote({ width, height })).toBeUndefined()
})

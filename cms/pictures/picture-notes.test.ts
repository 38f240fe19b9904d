import { expect, test } from 'vitest'
import { findPaleLogoNote, findStripNote } from './picture-notes.ts'

type Color = readonly [red: number, green: number, blue: number, alpha: number]

/** So many pixels of a color. */
const paint = (count: number, color: Color) => Array(count).fill(color).flat()
const CLEAR = paint(70, [0, 0, 0, 0])
const findNote = (pixels: readonly number[]) => findPaleLogoNote({ data: Uint8Array.from(pixels) })

test.each<[string, Color]>([
  ['white', [255, 255, 255, 255]],
  ['nearly white', [236, 232, 225, 255]],
  ['pale yellow', [255, 250, 160, 255]],
  ['yellow', [255, 255, 0, 255]],
  ['as dark as it may be', [215, 215, 215, 255]],
  ['half transparent white', [255, 255, 255, 120]],
])('names a logo that is %s on a transparent ground', (_, color) => {
  expect(findNote([...CLEAR, ...paint(30, color)])).toBe(
    'is white, or nearly, on a transparent ground: on the light ground of the site it can hardly be seen',
  )
})

test('accepts a logo that is black, gray, white with a dark word, or on a white ground of its own', () => {
  const white = (count: number) => paint(count, [255, 255, 255, 255])
  expect.soft(findNote([...CLEAR, ...paint(30, [0, 0, 0, 255])])).toBeUndefined()
  expect.soft(findNote([...CLEAR, ...paint(30, [214, 214, 214, 255])])).toBeUndefined()
  expect.soft(findNote([...CLEAR, ...paint(30, [0, 255, 255, 255])])).toBeUndefined()
  expect.soft(findNote([...CLEAR, ...white(28), ...paint(2, [0, 60, 40, 255])])).toBeUndefined()
  expect.soft(findNote([...CLEAR.slice(-12), ...white(95), ...paint(1, [0, 0, 0, 255])])).toBeUndefined()
})

test.each([
  [6_000, 600, 15],
  [600, 6_000, 7],
  [40_000, 100, 1],
  [449, 1_000, 30],
])('says how the gallery cuts a strip of %i × %i px', (width, height, percent) => {
  expect(findStripNote({ width, height })).toBe(
    `is a strip of ${width} × ${height} px: the gallery shows ${percent} % of it, around its focal point, and all of it only when it is opened`,
  )
})

test.each([
  [6_000, 4_000],
  [4_000, 6_000],
  [5_000, 1_000],
  [450, 1_000],
])('accepts a picture of %i × %i px', (width, height) => {
  expect(findStripNote({ width, height })).toBeUndefined()
})

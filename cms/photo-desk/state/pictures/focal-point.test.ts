import { expect, test } from 'vitest'
import { getFocalPointAt, parseFocalPoint } from './focal-point.ts'

test.each([
  ['30% 70%', { x: 30, y: 70 }],
  ['0% 100%', { x: 0, y: 100 }],
  ['101% 0%', { x: 50, y: 50 }],
  ['left top', { x: 50, y: 50 }],
  ['', { x: 50, y: 50 }],
  [null, { x: 50, y: 50 }],
  [undefined, { x: 50, y: 50 }],
])('parses %j', (text, focalPoint) => {
  expect(parseFocalPoint(text)).toEqual(focalPoint)
})

test.each([
  [110, 70, { x: 5, y: 20 }],
  [200, 100, { x: 50, y: 50 }],
  [211, 101, { x: 56, y: 51 }],
  [0, 1_000, { x: 0, y: 100 }],
  [1_000, 0, { x: 100, y: 0 }],
])('the position %i, %i on a picture is a focal point in whole per cent', (clientX, clientY, focalPoint) => {
  const picture = { left: 100, top: 50, width: 200, height: 100 }
  expect(getFocalPointAt({ clientX, clientY }, picture)).toEqual(focalPoint)
})

import { expect, test } from 'vitest'
import { getFocusArea } from './derived-pictures.ts'

test.each([
  [null, 'center'],
  ['0% 0%', 'top_left'],
  ['25% 24%', 'top'],
  ['75% 24%', 'top_right'],
  ['24% 25%', 'left'],
  ['25% 74%', 'center'],
  ['75% 74%', 'right'],
  ['24% 75%', 'bottom_left'],
  ['74% 75%', 'bottom'],
  ['100% 100%', 'bottom_right'],
])('the focal point %s has the focus area %s', (focalPoint, focus) => {
  expect(getFocusArea(focalPoint)).toBe(focus)
})

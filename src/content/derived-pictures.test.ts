import { expect, test } from 'vitest'
import { getFocusArea } from './derived-pictures.ts'

test.each([
  [null, 'center'],
  ['50% 50%', 'center'],
  ['0% 0%', 'top_left'],
  ['100% 100%', 'bottom_right'],
  ['30% 70%', 'center'],
  ['20% 50%', 'left'],
  ['80% 10%', 'top_right'],
  ['50% 90%', 'bottom'],
])('the focal point %s has the focus area %s', (focalPoint, focus) => {
  expect(getFocusArea(focalPoint)).toBe(focus)
})

import { expect, test } from 'vitest'
import { getFocusArea, getShareImageSuffix } from './picture-sizes.ts'

test.each([
  [null, 'center'],
  ['50% 50%', 'center'],
  ['0% 0%', 'top_left'],
  ['100% 100%', 'bottom_right'],
  ['30% 70%', 'center'],
  ['20% 50%', 'left'],
  ['80% 10%', 'top_right'],
  ['50% 90%', 'bottom'],
])('maps the focal point %s to the focus area %s', (focalPoint, area) => {
  expect(getFocusArea(focalPoint)).toBe(area)
})

test('contains the focus area in the name of the derived file, except for the center', () => {
  expect(getShareImageSuffix('center')).toBe('1200x630')
  expect(getShareImageSuffix('top_left')).toBe('1200x630-top_left')
})

import { expect, test } from 'vitest'
import { getFocusArea, getShareImageSuffix } from './derived-pictures.ts'

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

test('the suffix contains the focus area unless it is the center', () => {
  expect(getShareImageSuffix('center')).toBe('1200x630')
  expect(getShareImageSuffix('top_left')).toBe('1200x630-top_left')
})

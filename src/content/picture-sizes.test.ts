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
])('%s is cut around %s', (focalPoint, focus) => {
  expect(getFocusArea(focalPoint)).toBe(focus)
})

test('the name of the derived file says around what it was cut', () => {
  expect(getShareImageSuffix('center')).toBe('1200x630')
  expect(getShareImageSuffix('top_left')).toBe('1200x630-top_left')
})

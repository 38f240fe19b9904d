import { expect, test } from 'vitest'
import { fitToViewport } from './lightbox-photo.tsx'

test('fits the photo into the viewport and keeps its aspect ratio', () => {
  expect(fitToViewport({ width: 1440, height: 960 }, { width: 1440, height: 724 })).toEqual({
    width: 1086,
    height: 724,
  })
  expect(fitToViewport({ width: 1440, height: 960 }, { width: 390, height: 608 })).toEqual({ width: 390, height: 260 })
})

test('does not enlarge the photo above its file size', () => {
  expect(fitToViewport({ width: 600, height: 400 }, { width: 1440, height: 724 })).toEqual({ width: 600, height: 400 })
})

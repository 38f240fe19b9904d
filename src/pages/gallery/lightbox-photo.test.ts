import { expect, test } from 'vitest'
import { fitToViewport } from './lightbox-photo.tsx'

test('a photograph fills its room, and keeps its shape', () => {
  expect(fitToViewport({ width: 1440, height: 960 }, { width: 1440, height: 724 })).toEqual({
    width: 1086,
    height: 724,
  })
  expect(fitToViewport({ width: 1440, height: 960 }, { width: 390, height: 608 })).toEqual({ width: 390, height: 260 })
})

test('it is never shown larger than its file', () => {
  expect(fitToViewport({ width: 600, height: 400 }, { width: 1440, height: 724 })).toEqual({ width: 600, height: 400 })
})

import { expect, test } from 'vitest'
import { fitToViewport } from './lightbox-photo.tsx'

test('does not enlarge the photo above its file size', () => {
  expect(fitToViewport({ width: 600, height: 400 }, { width: 1440, height: 724 })).toEqual({ width: 600, height: 400 })
})

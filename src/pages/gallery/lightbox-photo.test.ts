import { expect, test } from 'vitest'
import { fitToViewport } from './lightbox-photo.tsx'

test.each([
  ['is not enlarged above its file size', [1440, 724], [600, 400]],
  ['fits a narrow viewport', [300, 724], [300, 200]],
  ['fits a low viewport', [1440, 200], [300, 200]],
] as const)('the photo %s', (_, viewport, expected) => {
  const toSize = ([width, height]: readonly [number, number]) => ({ width, height })
  expect(fitToViewport(toSize([600, 400]), toSize(viewport))).toEqual(toSize(expected))
})

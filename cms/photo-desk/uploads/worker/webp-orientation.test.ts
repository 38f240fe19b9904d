import sharp from 'sharp'
import { expect, test } from 'vitest'
import { takeWebpOrientation } from './webp-orientation.ts'

test.each([1, 2, 3, 4, 5, 6, 7, 8])('takes the orientation %i of a WebP file', async (orientation) => {
  const picture = sharp({ create: { width: 9, height: 9, channels: 3, background: '#123' } })
  const file = await picture.withMetadata({ orientation }).webp().toBuffer()
  expect(takeWebpOrientation(file)).toBe(orientation)
  expect(takeWebpOrientation(file)).toBe(1)
})

test.each([0, 9, 13, 21, 40])('ignores damaged EXIF data: %i bytes', (length) => {
  const chunk = Buffer.alloc(8 + length, 0xff)
  chunk.write('EXIF')
  chunk.writeUInt32LE(length, 4)
  expect(takeWebpOrientation(Buffer.concat([Buffer.alloc(12), chunk]))).toBe(1)
})

import { expect, test } from 'vitest'
import { takeWebpOrientation } from './webp-orientation.ts'

/** Creates a WebP file with EXIF data and no pixels. */
function createWebp(exif: Buffer): Buffer {
  const header = Buffer.from('RIFF....WEBPEXIF....')
  header.writeUInt32LE(exif.length, 16)
  return Buffer.concat([header, exif])
}

/** EXIF data with a width and an orientation. */
const LITTLE_ENDIAN = Buffer.from('49492a00080000000200000103000100000009000000120103000100000000000000', 'hex')
const BIG_ENDIAN = Buffer.from('4d4d002a000000080002010000030000000100090000011200030000000100000000', 'hex')

test.each([1, 2, 3, 4, 5, 6, 7, 8])('takes the orientation %i of a WebP file', (orientation) => {
  const little = Buffer.from(LITTLE_ENDIAN)
  little.writeUInt16LE(orientation, 30)
  const big = Buffer.from(BIG_ENDIAN)
  big.writeUInt16BE(orientation, 30)
  for (const exif of [little, big, Buffer.concat([Buffer.from('Exif\0\0'), little])]) {
    const file = createWebp(exif)
    expect(takeWebpOrientation(file)).toBe(orientation)
    expect(takeWebpOrientation(file)).toBe(1)
  }
})

test.each([0, 9, 13, 21, 40])('ignores damaged EXIF data: %i bytes', (length) => {
  expect(takeWebpOrientation(createWebp(Buffer.alloc(length, 0xff)))).toBe(1)
})

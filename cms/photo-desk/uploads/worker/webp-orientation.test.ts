import { expect, test } from 'vitest'
import { takeWebpOrientation } from './webp-orientation.ts'

/** Creates a WebP file with EXIF data and no pixels. */
const createWebp = (exif: Buffer) =>
  Buffer.concat([Buffer.from('RIFF....WEBPEXIF'), Buffer.from([exif.length, 0, 0, 0]), exif])

/** EXIF data with a width and the orientation 6. */
const LITTLE_ENDIAN = '49492a00080000000200000103000100000009000000120103000100000006000000'
const BIG_ENDIAN = '4d4d002a000000080002010000030000000100090000011200030000000100060000'

test.each([LITTLE_ENDIAN, BIG_ENDIAN, `457869660000${BIG_ENDIAN}`])('takes the orientation of %s', (exif) => {
  const file = createWebp(Buffer.from(exif, 'hex'))
  expect([takeWebpOrientation(file), takeWebpOrientation(file)]).toEqual([6, 1])
})

test.each([0, 9, 13, 21, 40])('ignores damaged EXIF data: %i bytes', (length) => {
  expect(takeWebpOrientation(createWebp(Buffer.alloc(length, 0xff)))).toBe(1)
})

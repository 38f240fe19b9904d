import { expect, test } from 'vitest'
import { isAnimated, isCompleteFile } from './file-parts.ts'

const bytes = (hex: string) => new Uint8Array(Buffer.from(hex.replaceAll(' ', ''), 'hex'))

/** A JPEG with an embedded thumbnail in its first segment, which has an end of its own. */
const JPEG_START = 'ffd8 ffe1 0008 ffd8 ffd9 0000 ffdb 0003 00'
const JPEG_PIXELS = 'ffda 0003 00 1234 ff00 5678 ffd0 9abc'

test.each([
  ['with its end', `${JPEG_START} ${JPEG_PIXELS} ffd9`, true],
  ['with a film after its end', `${JPEG_START} ${JPEG_PIXELS} ffd9 0000 0014 6674 7970`, true],
  ['with bytes that fill up before a segment', `${JPEG_START} ffff ${JPEG_PIXELS} ffd9`, true],
  ['without its end', `${JPEG_START} ${JPEG_PIXELS}`, false],
  ['that ends before the pixels', JPEG_START, false],
])('a JPEG %s', (_, hex, expected) => {
  expect(isCompleteFile(bytes(hex), 'jpeg')).toBe(expected)
})

test('a PNG is complete with its last chunk', () => {
  const png = bytes('89504e47 0d0a1a0a 00000000 49454e44 ae426082')
  expect(isCompleteFile(png, 'png')).toBe(true)
  expect(isCompleteFile(png.subarray(0, 14), 'png')).toBe(false)
})

test('a WebP is complete with the length that it names', () => {
  const webp = bytes('52494646 08000000 57454250 00000000')
  expect(isCompleteFile(webp, 'webp')).toBe(true)
  expect(isCompleteFile(webp.subarray(0, 15), 'webp')).toBe(false)
})

const PNG_START = '89504e47 0d0a1a0a 00000000 49484452 00000000'
const BOX = '0000000c 66747970 61766966'

test.each([
  ['png', `${PNG_START} 00000000 6163544c 00000000`, true],
  ['png', PNG_START, false],
  ['webp', '52494646 18000000 57454250 56503858 00000000 414e494d 00000000', true],
  ['webp', '52494646 1a000000 57454250 56503858 01000000 0000 414e494d 00000000', true],
  ['webp', '52494646 10000000 57454250 56503858 00000000', false],
  ['avif', `${BOX} 00000008 6d6f6f76`, true],
  ['avif', `${BOX} 00000000 6d6f6f76`, true],
  ['avif', `${BOX} 00000001 6d646174 00000008 6d6f6f76`, false],
  ['jpeg', `${BOX} 00000008 6d6f6f76`, false],
  ['heic', `${BOX} 00000008 6d6f6f76`, true],
  ['avif', BOX, false],
] as const)('whether a file is animated: %s %s', (fileType, hex, expected) => {
  expect(isAnimated(bytes(hex), fileType)).toBe(expected)
})

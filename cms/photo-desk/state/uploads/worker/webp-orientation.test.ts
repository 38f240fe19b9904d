import { expect, test } from 'vitest'
import { getTurn, takeWebpOrientation } from './webp-orientation.ts'

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

// Where the first row and the first column of the file belong, as EXIF defines the orientation.
test.each([
  [1, 'top', 'left'],
  [2, 'top', 'right'],
  [3, 'bottom', 'right'],
  [4, 'bottom', 'left'],
  [5, 'left', 'top'],
  [6, 'right', 'top'],
  [7, 'right', 'bottom'],
  [8, 'left', 'bottom'],
])(
  '§10.21 the orientation %i puts the first row at the %s and the first column at the %s',
  (orientation, row, column) => {
    const { width, height, transform } = getTurn(orientation, 30, 20)
    const [a, b, c, d, e, f] = transform
    const turn = (x: number, y: number) => ({ x: a * x + c * y + e, y: b * x + d * y + f })
    const findEdge = (start: { x: number; y: number }, end: { x: number; y: number }) => {
      if (start.x === end.x) return start.x === 0 ? 'left' : start.x === width && 'right'
      return start.y === 0 ? 'top' : start.y === height && 'bottom'
    }
    expect(findEdge(turn(0, 0), turn(30, 0))).toBe(row)
    expect(findEdge(turn(0, 0), turn(0, 20))).toBe(column)
  },
)

import { findExifValue, isLittleEndian } from '#cms/pictures/exif.ts'
import { createView, findWebpChunk } from './file-parts.ts'

const ORIENTATION_TAG = 0x0112

/**
 * Returns the orientation in the EXIF data of a WebP file, from 1 to 8, and sets it to 1 in the file: Chromium ignores it
 * in WebP, other than in JPEG, PNG and AVIF, and no browser may apply it a second time.
 */
export function takeWebpOrientation(bytes: Uint8Array): number {
  const exif = findWebpChunk(bytes, 'EXIF')
  if (!exif) return 1
  const start = exif[0] === 0x45 ? 6 : 0 // some programs write `Exif` first, as in JPEG
  if (exif.length < start + 10) return 1
  const view = createView(exif.subarray(start))
  const value = findExifValue(view, ORIENTATION_TAG)
  if (value === undefined) return 1
  const orientation = view.getUint16(value, isLittleEndian(view))
  view.setUint16(value, 1, isLittleEndian(view))
  return orientation
}

/** The changes of x and y by a step to the right and by a step down in the file, for each orientation from 1 on. */
const TURNS = [
  [1, 0, 0, 1],
  [-1, 0, 0, 1],
  [-1, 0, 0, -1],
  [1, 0, 0, -1],
  [0, 1, 1, 0],
  [0, 1, -1, 0],
  [0, -1, -1, 0],
  [0, -1, 1, 0],
] as const

/** Returns the size of the upright picture, and the transformation of a canvas that draws the file upright in it. */
export function getTurn(orientation: number, width: number, height: number) {
  const [a, b, c, d] = TURNS[orientation - 1] ?? TURNS[0]
  const size = a === 0 ? { width: height, height: width } : { width, height }
  const transform = [a, b, c, d, a + c < 0 ? size.width : 0, b + d < 0 ? size.height : 0] as const
  return { ...size, transform }
}

import type { FileType } from '#cms/pictures/file-type.ts'

/**
 * Whether a file has its end. Browsers show the beginning of a truncated picture without an error, for example after an
 * interrupted copy. Types without a known end count as complete: their decoders report it.
 */
export function isCompleteFile(bytes: Uint8Array, fileType: FileType): boolean {
  if (fileType === 'jpeg') return hasJpegEnd(bytes)
  if (fileType === 'png') return findLast(bytes, PNG_END) > 0
  if (fileType === 'webp') return bytes.length >= readRiffLength(bytes)
  return true
}

const PNG_END = Array.from('IEND', (character) => character.charCodeAt(0))
const JPEG_END = [0xff, 0xd9]

/** Cameras append other data after the end, for example a short film. */
function findLast(bytes: Uint8Array, sequence: readonly number[]): number {
  const [first = 0] = sequence
  for (let index = bytes.lastIndexOf(first); index >= 0; index = index > 0 ? bytes.lastIndexOf(first, index - 1) : -1)
    if (sequence.every((byte, offset) => bytes[index + offset] === byte)) return index
  return -1
}

const readRiffLength = (bytes: Uint8Array) =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(4, true) + 8

const START_OF_SCAN = 0xda

/** Skips the segments before the pixels, because an embedded thumbnail in them has an end of its own. */
function hasJpegEnd(bytes: Uint8Array): boolean {
  let offset = 2
  while (offset + 4 <= bytes.length && bytes[offset] === 0xff) {
    if (bytes[offset + 1] === START_OF_SCAN) return findLast(bytes, JPEG_END) > offset
    if (bytes[offset + 1] === 0xff) offset += 1
    else offset += 2 + (bytes[offset + 2] ?? 0) * 256 + (bytes[offset + 3] ?? 0)
  }
  return false
}

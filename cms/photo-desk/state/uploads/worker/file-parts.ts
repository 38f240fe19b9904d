import { type FileType, readText } from '#cms/pictures/file-type.ts'

/** A part of a file with its type. */
interface FilePart {
  readonly type: string
  readonly content: Uint8Array
}

export const createView = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Reads parts that begin with 8 bytes: a length and the type, at `typeOffset`. `getLength`: the length with these bytes. */
function readParts(bytes: Uint8Array, start: number, typeOffset: number, getLength: (part: DataView) => number) {
  const parts: FilePart[] = []
  for (let offset = start; offset + 8 <= bytes.length; ) {
    const rest = bytes.subarray(offset)
    const length = getLength(createView(rest))
    if (length < 8) break // a box over 4 GB: only pixels are as large
    parts.push({ type: readText(rest, typeOffset, 4), content: rest.subarray(8, length) })
    offset += length
  }
  return parts
}

/** Returns the boxes of HEIC and AVIF (ISO/IEC 14496-12). */
export const readBoxes = (bytes: Uint8Array): readonly FilePart[] =>
  readParts(bytes, 0, 4, (box) => box.getUint32(0) || box.byteLength)

/** Returns the chunks of a PNG, with the checksum at the end of each. */
export const readPngChunks = (bytes: Uint8Array): readonly FilePart[] =>
  readParts(bytes, 8, 4, (chunk) => chunk.getUint32(0) + 12)

/** Returns the content of a chunk of a WebP file. A chunk with an odd length has one more byte. */
export const findWebpChunk = (bytes: Uint8Array, type: string): Uint8Array | undefined =>
  readParts(bytes, 12, 0, (chunk) => 8 + 2 * Math.ceil(chunk.getUint32(4, true) / 2)).find(
    (chunk) => chunk.type === type,
  )?.content

/** Whether a file has several pictures that follow each other. In HEIC and AVIF they are a track of a film. */
export function isAnimated(bytes: Uint8Array, fileType: FileType): boolean {
  if (fileType === 'png') return readPngChunks(bytes).some(({ type }) => type === 'acTL')
  if (fileType === 'webp') return findWebpChunk(bytes, 'ANIM') !== undefined
  return (fileType === 'avif' || fileType === 'heic') && readBoxes(bytes).some(({ type }) => type === 'moov')
}

const START_OF_SCAN = 0xda

/** Returns the segments of a JPEG before its pixels, and then the pixels with all that follows them. */
export function readJpegSegments(bytes: Uint8Array) {
  const segments: { readonly marker: number; readonly content: Uint8Array }[] = []
  for (let offset = 2; offset + 4 <= bytes.length && bytes[offset] === 0xff; ) {
    const marker = bytes[offset + 1] ?? 0
    const end = marker === START_OF_SCAN ? bytes.length : offset + 2 + createView(bytes).getUint16(offset + 2)
    if (marker !== 0xff) segments.push({ marker, content: bytes.subarray(offset + 4, end) })
    offset = marker === 0xff ? offset + 1 : end
  }
  return segments
}

/**
 * Whether a file has its end. Browsers show the beginning of a truncated picture without an error, for example after an
 * interrupted copy. Types without a known end count as complete: their decoders report it.
 */
export function isCompleteFile(bytes: Uint8Array, fileType: FileType): boolean {
  if (fileType === 'jpeg') return hasJpegEnd(bytes)
  if (fileType === 'png') return readPngChunks(bytes).some(({ type }) => type === 'IEND')
  if (fileType === 'webp') return bytes.length >= createView(bytes).getUint32(4, true) + 8
  return true
}

/** Before the pixels an embedded thumbnail has an end of its own. Cameras append other data, for example a short film. */
function hasJpegEnd(bytes: Uint8Array): boolean {
  const pixels = readJpegSegments(bytes).find(({ marker }) => marker === START_OF_SCAN)?.content ?? new Uint8Array()
  for (let index = pixels.lastIndexOf(0xd9); index > 0; index = pixels.lastIndexOf(0xd9, index - 1))
    if (pixels[index - 1] === 0xff) return true
  return false
}

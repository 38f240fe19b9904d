import { formatMinSize, formatSize, isTooSmall, MIN_LOGO_SIZE, MIN_PHOTO_SIZE } from '#cms/model/min-picture-sizes.ts'
import type { FileType } from './file-type.ts'
import type { PictureType } from './picture-type.ts'

/**
 * The rules for files of pictures. Each message is the rest of a sentence that begins with the file’s name: what is wrong,
 * and what to do.
 */

/** px; twice the largest width that the site requests. A master is at most as wide and as high. */
export const MAX_EDGE = 2_880

/** Bytes; more than any camera writes. Larger files would fill the memory. */
export const MAX_SOURCE_BYTES = 500_000_000

/** Returns why a file of this size cannot be added: it is empty or too large. */
export function findFileSizeProblem(bytes: number, maxBytes: number): string | undefined {
  if (bytes === 0) return 'is empty: export it again'
  return bytes > maxBytes
    ? `has ${formatMegabytes(bytes)}; at most ${formatMegabytes(maxBytes)} are possible: export it smaller`
    : undefined
}

/** Formats bytes, for example `1.5 MB`. */
export const formatMegabytes = (bytes: number) =>
  `${(bytes / 1_000_000).toLocaleString('en-US', { maximumFractionDigits: 1 })} MB`

interface PictureSize {
  /** px, upright */
  readonly width: number
  readonly height: number
}

/** Returns why a photograph of this size cannot be added. */
export const findPhotoSizeProblem = (size: PictureSize): string | undefined =>
  isTooSmall(size, MIN_PHOTO_SIZE)
    ? `is ${formatSize(size)}; a photograph must be ${formatMinSize(MIN_PHOTO_SIZE)}: export it larger`
    : undefined

/** Returns why a PNG of this size cannot be added as a logo. An SVG can have any size. */
export const findLogoSizeProblem = (size: PictureSize): string | undefined =>
  isTooSmall(size, MIN_LOGO_SIZE)
    ? `is ${formatSize(size)}; a PNG must be ${formatMinSize(MIN_LOGO_SIZE)}: export it larger`
    : undefined

type PictureName = PictureType['name']

/** The file types of pictures that can be added. Node cannot decode HEIC: sharp has no codec for it. */
const ACCEPTED_TYPES: Readonly<Record<PictureName, readonly FileType[]>> = {
  photograph: ['jpeg', 'png', 'webp', 'avif', 'heic', 'tiff'],
  logo: ['png', 'svg'],
}

/** Returns why a file of this type cannot be added. */
export function findFileTypeProblem(fileType: FileType, name: PictureName): string | undefined {
  if (ACCEPTED_TYPES[name].includes(fileType)) return undefined
  if (fileType === 'unknown') return UNREADABLE_REASONS[name]
  if (fileType === 'zip') return `is a ZIP archive, not a ${name}: unpack it and add the files in it`
  if (fileType === 'pdf') return `is a PDF, not a ${name}: export the picture in it`
  return fileType === 'video' ? describeVideo(name) : describeUnsupportedFormat(fileType, name)
}

/** Why a film cannot be added. */
const describeVideo = (name: PictureName) => `is a film, not a ${name}: leave it out`

/** Why a picture of another format cannot be added. */
export const describeUnsupportedFormat = (format: string, name: PictureName) =>
  `is ${format.toUpperCase()}: ${name === 'logo' ? 'a logo is SVG or PNG, on a transparent ground' : 'export it as JPEG'}`

/** Why a damaged file cannot be added, or one that is no picture. */
export const UNREADABLE_REASONS: Readonly<Record<PictureName, string>> = {
  photograph: 'cannot be read as a picture: export it again, as JPEG',
  logo: 'cannot be read as a picture: export it again, as SVG or PNG',
}

/** Returns the first 12 hex digits of the content’s SHA-256, which identify an original file. */
export async function hashFile(content: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', content))
  return Array.from(digest.subarray(0, 6), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

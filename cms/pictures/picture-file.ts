import type { FileType } from './file-type.ts'
import {
  FORMATS,
  formatMegabytes,
  formatMinFileSize,
  formatSize,
  isTooSmall,
  MASTER_EDGE,
  MAX_PIXELS,
  MIN_SIZES,
  type PictureName,
  type PictureSize,
} from './picture-rules.ts'

/**
 * Why a file cannot be added. Each message is the rest of a sentence that begins with the file’s name: what is wrong, and
 * what to do.
 */

/** Returns why a file of this size cannot be added: it is empty or too large. */
export function findFileSizeProblem(bytes: number, maxBytes: number): string | undefined {
  if (bytes === 0) return 'is empty: export it again'
  return bytes > maxBytes
    ? `has ${formatMegabytes(bytes)}, but at most ${formatMegabytes(maxBytes)} are possible: export it smaller`
    : undefined
}

/** Returns the size to which the photo desk reduces a picture. */
export function getMasterSize({ width, height }: PictureSize): PictureSize {
  const scale = Math.min(1, MASTER_EDGE / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** Returns why a photograph or PNG of this size cannot be added. What counts is the size that the site gets. */
export function findPictureSizeProblem(size: PictureSize, name: PictureName): string | undefined {
  if (!isTooSmall(getMasterSize(size), MIN_SIZES[name])) return undefined
  const rule = `a ${name} must be ${formatMinFileSize(name)}`
  return isTooSmall(size, MIN_SIZES[name])
    ? `is ${formatSize(size)}, but ${rule}: export it larger`
    : `is ${formatSize(size)}, which is only ${formatSize(getMasterSize(size))} on the site, but ${rule}: cut off a part of its longer side`
}

const formatNumber = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: 0 })

/** Returns why a picture of this size cannot be decoded. It is checked before decoding, which would end the worker. */
export function findPixelCountProblem({ width, height }: PictureSize): string | undefined {
  if (width * height <= MAX_PIXELS) return undefined
  const [megapixels, most] = [width * height, MAX_PIXELS].map((pixels) => formatNumber(pixels / 1_000_000))
  return `is ${formatNumber(width)} × ${formatNumber(height)} px (${megapixels} megapixels), but browsers can read at most ${most} megapixels: export it smaller`
}

/** Returns why a file of this type cannot be added. */
export function findFileTypeProblem(fileType: FileType, name: PictureName): string | undefined {
  if (FORMATS[name][fileType] !== undefined) return undefined
  const advice = name === 'logo' ? 'a logo is SVG or PNG, on a transparent ground' : 'export it as JPEG'
  return FOREIGN_FILES[fileType]?.(name) ?? `is ${FORMAT_NAMES[fileType] ?? fileType.toUpperCase()}: ${advice}`
}

/** Why files that are no pictures, or not yet, cannot be added. */
const FOREIGN_FILES: Partial<Readonly<Record<FileType, (name: PictureName) => string>>> = {
  unknown: (name) => UNREADABLE_REASONS[name],
  zip: (name) => `is a ZIP archive, not a ${name}: unpack it and add the files in it`,
  pdf: (name) => `is a PDF, not a ${name}: export the picture in it`,
  document: (name) => `is a document, not a ${name}: save the pictures in it as files, and add those`,
  video: (name) => `is a film, not a ${name}: leave it out`,
  raw: () => 'is a RAW file of a camera: export it as JPEG',
}

/** The names of formats that are not those of their types in capitals. */
const FORMAT_NAMES: Partial<Readonly<Record<FileType, string>>> = {
  ...FORMATS.photograph,
  psd: 'a Photoshop file',
  jxl: 'JPEG XL',
}

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

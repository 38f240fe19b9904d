import sharp from 'sharp'
import { formatMinSize, formatSize, isTooSmall, MIN_LOGO_SIZE, MIN_PHOTO_SIZE } from '#cms/model/min-picture-sizes.ts'
import { findSvgProblem } from '#shared/find-svg-problem.ts'

/** The image that is uploaded to the space. */
export interface MasterImage {
  readonly content: Buffer
  readonly extension: '.jpg' | '.png' | '.svg'
  /** px, upright; of the original file */
  readonly width: number
  readonly height: number
}

/** A picture that cannot be imported. The message says why and what to do. Other pictures are imported. */
export class UnsuitablePictureError extends Error {
  override readonly name = 'UnsuitablePictureError'
}

/** px; twice the largest width that the site requests */
const MAX_EDGE = 2_880

/** Supported photo formats, by sharp’s names. */
const FORMATS: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp', 'heif', 'tiff'])

/**
 * Converts a photo to JPEG: upright, sRGB, without metadata. sharp omits EXIF with its coordinates, XMP and IPTC, and
 * applies the colour profile. Chroma is not subsampled, because the Images API compresses each derivative again.
 * Throws `UnsuitablePictureError`.
 */
export async function createPhotoMaster(content: Buffer): Promise<MasterImage> {
  const { width, height } = await readUprightSize(content)
  if (isTooSmall({ width, height }, MIN_PHOTO_SIZE))
    throw new UnsuitablePictureError(
      `is ${formatSize({ width, height })}; a photograph must be ${formatMinSize(MIN_PHOTO_SIZE)}: export it larger`,
    )
  const master = await sharp(content)
    .autoOrient()
    .resize({ width: MAX_EDGE, height: MAX_EDGE, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .jpeg({ quality: 86, mozjpeg: true, chromaSubsampling: '4:4:4' })
    .toBuffer()
    .catch(() => rejectUnreadablePhoto(content))
  return { content: master, extension: '.jpg', width, height }
}

async function readUprightSize(content: Buffer) {
  const { format, autoOrient } = await sharp(content)
    .metadata()
    .catch(() => rejectUnreadablePhoto(content))
  if (!FORMATS.has(format)) throw new UnsuitablePictureError(`is ${format.toUpperCase()}: export it as JPEG`)
  return autoOrient
}

/** HEIC, which sharp cannot decode: its codec is patented. AVIF uses the same container and is supported. */
const HEIC = /^ftyp(?!avi[fs])(?:hei|hev|mif1|msf1)/

function rejectUnreadablePhoto(content: Buffer): never {
  const isHeic = HEIC.test(content.toString('latin1', 4, 16))
  throw new UnsuitablePictureError(
    isHeic
      ? 'is HEIC, which cannot be read here: export it as JPEG'
      : 'cannot be read as a picture: export it again, as JPEG',
  )
}

/** Returns an SVG unchanged if it is safe; converts a PNG to sRGB without metadata. Throws `UnsuitablePictureError`. */
export async function createLogoMaster(content: Buffer): Promise<MasterImage> {
  const { format, width, height } = await sharp(content).metadata().catch(rejectUnreadableLogo)
  if (format === 'svg') {
    const problem = findSvgProblem(content)
    if (problem) throw new UnsuitablePictureError(`${problem}: export it as plain SVG`)
    return { content, extension: '.svg', width, height }
  }
  if (format !== 'png')
    throw new UnsuitablePictureError(`is ${format.toUpperCase()}: a logo is SVG or PNG, on a transparent ground`)
  if (isTooSmall({ width, height }, MIN_LOGO_SIZE))
    throw new UnsuitablePictureError(
      `is ${formatSize({ width, height })}; a PNG must be ${formatMinSize(MIN_LOGO_SIZE)}: export it larger`,
    )
  const master = await sharp(content)
    .resize({ width: MAX_EDGE, height: MAX_EDGE, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .png({ compressionLevel: 9 })
    .toBuffer()
    .catch(rejectUnreadableLogo)
  return { content: master, extension: '.png', width, height }
}

function rejectUnreadableLogo(): never {
  throw new UnsuitablePictureError('cannot be read as a picture: export it again, as SVG or PNG')
}

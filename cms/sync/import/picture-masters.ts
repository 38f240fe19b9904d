import sharp from 'sharp'
import { detectFileType } from '#cms/pictures/file-type.ts'
import {
  describeUnsupportedFormat,
  findFileTypeProblem,
  findLogoSizeProblem,
  findPhotoSizeProblem,
  MAX_EDGE,
  UNREADABLE_REASONS,
} from '#cms/pictures/picture-file.ts'
import type { PictureType } from '#cms/pictures/picture-type.ts'
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

/** Throws `UnsuitablePictureError` with the problem, if there is one. */
export function throwIfUnsuitable(problem: string | undefined): void {
  if (problem !== undefined) throw new UnsuitablePictureError(problem)
}

/** Supported photo formats, by sharp’s names. */
const FORMATS: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp', 'heif', 'tiff'])

/**
 * Converts a photo to JPEG: upright, sRGB, without metadata. sharp omits EXIF with its coordinates, XMP and IPTC, and
 * applies the colour profile. Chroma is not subsampled, because the Images API compresses each derivative again.
 * Throws `UnsuitablePictureError`.
 */
export async function createPhotoMaster(content: Buffer): Promise<MasterImage> {
  const { width, height } = await readUprightSize(content)
  throwIfUnsuitable(findPhotoSizeProblem({ width, height }))
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
  if (!FORMATS.has(format)) throw new UnsuitablePictureError(describeUnsupportedFormat(format, 'photograph'))
  return autoOrient
}

function rejectUnreadablePhoto(content: Buffer): never {
  const fileType = detectFileType(content)
  // Its codec is patented, so sharp has none. AVIF uses the same container and is supported.
  if (fileType === 'heic') throw new UnsuitablePictureError('is HEIC, which cannot be read here: export it as JPEG')
  throw new UnsuitablePictureError(findFileTypeProblem(fileType, 'photograph') ?? UNREADABLE_REASONS.photograph)
}

/** Returns an SVG unchanged if it is safe; converts a PNG to sRGB without metadata. Throws `UnsuitablePictureError`. */
export async function createLogoMaster(content: Buffer): Promise<MasterImage> {
  const { format, width, height } = await sharp(content)
    .metadata()
    .catch(() => rejectUnreadableLogo(content))
  if (format === 'svg') {
    const problem = findSvgProblem(content)
    if (problem) throw new UnsuitablePictureError(`${problem}: export it as plain SVG`)
    return { content, extension: '.svg', width, height }
  }
  if (format !== 'png') throw new UnsuitablePictureError(describeUnsupportedFormat(format, 'logo'))
  throwIfUnsuitable(findLogoSizeProblem({ width, height }))
  const master = await sharp(content)
    .resize({ width: MAX_EDGE, height: MAX_EDGE, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .png({ compressionLevel: 9 })
    .toBuffer()
    .catch(() => rejectUnreadableLogo(content))
  return { content: master, extension: '.png', width, height }
}

function rejectUnreadableLogo(content: Buffer): never {
  throw new UnsuitablePictureError(findFileTypeProblem(detectFileType(content), 'logo') ?? UNREADABLE_REASONS.logo)
}

/** Creates the master of a picture, by the name of its type. */
export const masterCreators: Record<PictureType['name'], (content: Buffer) => Promise<MasterImage>> = {
  photograph: createPhotoMaster,
  logo: createLogoMaster,
}

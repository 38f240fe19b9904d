import sharp from 'sharp'
import type { MasterImage } from './master-image.ts'
import { UnsuitablePictureError } from './unsuitable-picture-error.ts'

/** px; the help text of the model's galleryImage.photo */
const LEAST_WIDTH = 1_440
/** px; twice the largest width that the site asks for */
const LONGEST_EDGE = 2_880

/** sharp’s names of what cameras and their programs write. */
const FORMATS: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp', 'heif', 'tiff'])

/**
 * A photograph as a JPEG: upright, in sRGB, without any metadata. sharp leaves out what it is not told to keep: EXIF
 * with its places, XMP, IPTC, the colour profile after it has been applied. Colours in full resolution, because every
 * size that a visitor sees is compressed once more.
 */
export async function createPhotoMaster(content: Buffer): Promise<MasterImage> {
  const { width, height } = await uprightSize(content)
  if (width < LEAST_WIDTH)
    throw new UnsuitablePictureError(
      `is ${width} px wide; a photograph needs at least ${LEAST_WIDTH}: export it larger`,
    )
  const master = await sharp(content)
    .autoOrient()
    .resize({ width: LONGEST_EDGE, height: LONGEST_EDGE, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .jpeg({ quality: 86, mozjpeg: true, chromaSubsampling: '4:4:4' })
    .toBuffer()
    .catch(() => unreadable(content))
  return { content: master, extension: '.jpg', width, height }
}

async function uprightSize(content: Buffer) {
  const { format, autoOrient } = await sharp(content)
    .metadata()
    .catch(() => unreadable(content))
  if (!FORMATS.has(format)) throw new UnsuitablePictureError(`is ${format.toUpperCase()}: export it as JPEG`)
  return autoOrient
}

/** sharp comes without a decoder for what phones call HEIC, whose patents are licensed. Of its kind it reads AVIF. */
const HEIC = /^ftyp(?!avi[fs])(?:hei|hev|mif1|msf1)/

function unreadable(content: Buffer): never {
  const isHeic = HEIC.test(content.toString('latin1', 4, 16))
  throw new UnsuitablePictureError(
    isHeic
      ? 'is HEIC, which cannot be read here: export it as JPEG'
      : 'cannot be read as a picture: export it again, as JPEG',
  )
}

import sharp, {
  type AvifOptions,
  type JpegOptions,
  type OutputInfo,
  type PngOptions,
  type ResizeOptions,
  type Sharp,
  type TiffOptions,
  type WebpOptions,
} from 'sharp'
import type { ImageParameters } from './image-parameters.ts'

/** Media types of the derivative formats. */
export const FORMAT_MEDIA_TYPES = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
  gif: 'image/gif',
  tiff: 'image/tiff',
} as const

export type PictureFormat = keyof typeof FORMAT_MEDIA_TYPES

const WHITE = '#ffffff'
const TRANSPARENT = '#ffffff00'

/** Resizing of a picture before encoding. */
export interface PictureResize extends Pick<ImageParameters, 'w' | 'h' | 'fit' | 'r'> {
  /** sharp's `position`; the centre if absent. */
  readonly focus?: string
  /** Of the padding, for `fit: 'pad'`. */
  readonly padding?: string
}

/** How a resized picture becomes a file. */
export interface PictureEncoding {
  readonly format: PictureFormat
  /** sharp's, for this format. */
  readonly options: AvifOptions | JpegOptions | PngOptions | TiffOptions | WebpOptions
  /** Replaces transparency. */
  readonly background?: string
}

/** Uncompressed pixels. */
export interface RawPixels {
  readonly data: Buffer
  readonly info: OutputInfo
}

/** The resizing of an Images API request. */
export function toPictureResize({ w, h, fit, f, r, bg }: ImageParameters, format: PictureFormat): PictureResize {
  const focus = toSharpPosition(f)
  const padding = fit === 'pad' ? { padding: bg ?? (format === 'jpg' ? WHITE : TRANSPARENT) } : {}
  return { w, h, fit, ...(focus !== 'center' && { focus }), ...(r && { r }), ...padding }
}

/** The encoding of an Images API request. JPEG has no transparency. */
export function toPictureEncoding({ fl, q, bg }: ImageParameters, format: PictureFormat): PictureEncoding {
  const background = bg ?? (format === 'jpg' ? WHITE : undefined)
  return {
    format,
    options: encoderOptions(format, q === undefined ? {} : { quality: q }, fl),
    ...(background && { background }),
  }
}

/**
 * The efforts of AVIF and WebP were chosen by measuring time, size and similarity
 * (docs/decisions/0033-derived-images-are-cached-by-content.md). WebP always has 4:2:0 chroma, so AVIF has it too.
 */
function encoderOptions(format: PictureFormat, quality: { quality?: number }, flag: ImageParameters['fl']) {
  if (format === 'avif') return { ...quality, effort: 1, chromaSubsampling: '4:2:0' }
  if (format === 'webp') return { ...quality, effort: 2 }
  if (format === 'jpg') return { ...quality, progressive: flag === 'progressive' }
  if (format === 'png') return { palette: flag === 'png8' }
  return format === 'tiff' ? { compression: 'lzw' } : {}
}

/** Decodes a picture, upright. */
export const decodePicture = (content: Buffer): Promise<RawPixels> =>
  sharp(content).autoOrient().raw().toBuffer({ resolveWithObject: true })

/** Resizes a picture as Contentful's Images API does: by default it fits into the size, and never grows. */
export async function resizePicture(picture: RawPixels, resizing: PictureResize): Promise<RawPixels> {
  const { w, h, fit, r } = resizing
  if (w === undefined && h === undefined && !r) return picture
  const image = fit === 'crop' ? createCrop(picture, resizing) : createResize(picture, resizing)
  const pixels = await (r ? image.ensureAlpha() : image).raw().toBuffer({ resolveWithObject: true })
  return r ? roundCorners(pixels, r) : pixels
}

/** Encodes a resized picture. */
export function encodePicture(picture: RawPixels, { format, options, background }: PictureEncoding): Promise<Buffer> {
  const image = toSharp(picture)
  const opaque = background ? image.flatten({ background }) : image
  return opaque.toFormat(format === 'jpg' ? 'jpeg' : format, options).toBuffer()
}

const toSharp = ({ data, info: { width, height, channels } }: RawPixels): Sharp =>
  sharp(data, { raw: { width, height, channels } })

function createResize(picture: RawPixels, { w, h, fit, focus = 'center', padding = WHITE }: PictureResize): Sharp {
  const image = toSharp(picture)
  if (w === undefined && h === undefined) return image
  const size: ResizeOptions = { ...(w ? { width: w } : {}), ...(h ? { height: h } : {}) }
  if (fit === 'scale') return image.resize({ ...size, fit: 'fill' })
  if (fit === 'fill' || fit === 'thumb') return image.resize({ ...size, fit: 'cover', position: focus })
  if (fit !== 'pad') return image.resize({ ...size, fit: 'inside', withoutEnlargement: true })
  return image.resize({ ...size, fit: 'contain', withoutEnlargement: true, background: padding, position: focus })
}

/** Makes the corners transparent, in a separate pipeline because sharp composites before it resizes. */
async function roundCorners(pixels: RawPixels, radius: number | 'max'): Promise<RawPixels> {
  const { width, height } = pixels.info
  const [rx, ry] = radius === 'max' ? ['50%', '50%'] : [radius, radius]
  const shape = `<svg width="${width}" height="${height}"><rect width="100%" height="100%" rx="${rx}" ry="${ry}"/></svg>`
  return toSharp(pixels)
    .composite([{ input: Buffer.from(shape), blend: 'dest-in' }])
    .raw()
    .toBuffer({ resolveWithObject: true })
}

/** Crops a part of the original without resizing. */
function createCrop(picture: RawPixels, { w = 0, h = 0, focus = 'center' }: PictureResize): Sharp {
  const { width: fullWidth, height: fullHeight } = picture.info
  const [width, height] = [Math.min(w, fullWidth), Math.min(h, fullHeight)]
  const getOffset = (start: string, end: string, room: number) =>
    focus.includes(start) ? 0 : focus.includes(end) ? room : Math.floor(room / 2)
  const left = getOffset('left', 'right', fullWidth - width)
  const top = getOffset('top', 'bottom', fullHeight - height)
  return toSharp(picture).extract({ left, top, width, height })
}

/** sharp's name of a focus area. Face detection is not supported: `face` is the center (docs/contentful.md, Images API). */
const toSharpPosition = (focus: ImageParameters['f'] = 'center'): string =>
  focus.startsWith('face') ? 'center' : focus.split('_').reverse().join(' ')

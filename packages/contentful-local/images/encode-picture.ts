import sharp, { type ResizeOptions, type Sharp } from 'sharp'
import type { ImageParameters } from './image-parameters.ts'

export type PictureFormat = NonNullable<ImageParameters['fm']>

const WHITE = '#ffffff'
const TRANSPARENT = '#ffffff00'

export type RawPixels = Awaited<ReturnType<typeof toPixels>>

/** sharp's options for each `fit` except `crop`. Without one, a picture fits into the size, and never grows. */
const FIT_OPTIONS = {
  none: { fit: 'inside', withoutEnlargement: true },
  pad: { fit: 'contain', withoutEnlargement: true },
  fill: { fit: 'cover' },
  thumb: { fit: 'cover' },
  scale: { fit: 'fill' },
} as const satisfies Readonly<Record<string, ResizeOptions>>

/** How a picture is resized before it is encoded. */
export type PictureResize = ReturnType<typeof toPictureResize>

/** The resizing of an Images API request. */
export const toPictureResize = ({ w, h, fit, f = 'center', r, bg }: ImageParameters, format: PictureFormat) => ({
  width: w,
  height: h,
  /** With one side the other one follows, also with `scale`, for which sharp would keep it. */
  fit: fit === 'scale' && !(w && h) ? ('fill' as const) : fit,
  /** Face detection is not supported: `face` is the center (docs/contentful.md, Images API). */
  position: f.startsWith('face') ? 'center' : f.split('_').reverse().join(' '),
  /** Of the padding. */
  background: fit === 'pad' ? (bg ?? (format === 'jpg' ? WHITE : TRANSPARENT)) : undefined,
  radius: r,
})

/** The encoding of an Images API request. `background` replaces transparency, which JPEG does not have. */
export function toPictureEncoding({ fl, q: quality, bg }: ImageParameters, format: PictureFormat) {
  // The efforts of AVIF and WebP were chosen by measuring time, size and similarity. WebP always has 4:2:0 chroma, so AVIF
  // has it too.
  const options = {
    avif: { quality, effort: 1, chromaSubsampling: '4:2:0' },
    webp: { quality, effort: 2 },
    jpg: { quality, progressive: fl === 'progressive' },
    png: { palette: fl === 'png8' },
    tiff: { compression: 'lzw' },
    gif: {},
  }
  return { format, options: options[format], background: bg ?? (format === 'jpg' ? WHITE : undefined) }
}

/** Decodes a picture, upright. */
export const decodePicture = (content: Buffer): Promise<RawPixels> => toPixels(sharp(content).autoOrient())

const toPixels = (image: Sharp) => image.raw().toBuffer({ resolveWithObject: true })

const toSharp = ({ data, info: { width, height, channels } }: RawPixels): Sharp =>
  sharp(data, { raw: { width, height, channels } })

/** Resizes a picture as Contentful's Images API does. */
export async function resizePicture(picture: RawPixels, resizing: PictureResize): Promise<RawPixels> {
  const { width, height, fit, radius } = resizing
  if (!width && !height && !radius) return picture
  const image =
    fit === 'crop' ? crop(picture, resizing) : toSharp(picture).resize({ ...resizing, ...FIT_OPTIONS[fit ?? 'none'] })
  return radius ? roundCorners(await toPixels(image.ensureAlpha()), radius) : toPixels(image)
}

/** Crops a part of the original without resizing. */
function crop(picture: RawPixels, { width, height, position }: PictureResize): Sharp {
  const { info } = picture
  const size = {
    width: Math.min(width ?? info.width, info.width),
    height: Math.min(height ?? info.height, info.height),
  }
  const getOffset = (start: string, end: string, room: number) =>
    position.includes(start) ? 0 : position.includes(end) ? room : Math.floor(room / 2)
  const left = getOffset('left', 'right', info.width - size.width)
  const top = getOffset('top', 'bottom', info.height - size.height)
  return toSharp(picture).extract({ left, top, ...size })
}

/** Makes the corners transparent, in a separate pipeline because sharp composites before it resizes. */
function roundCorners(pixels: RawPixels, radius: number | 'max'): Promise<RawPixels> {
  const { width, height } = pixels.info
  const corner = radius === 'max' ? '50%' : radius
  const shape = `<svg width="${width}" height="${height}"><rect width="100%" height="100%" rx="${corner}" ry="${corner}"/></svg>`
  return toPixels(toSharp(pixels).composite([{ input: Buffer.from(shape), blend: 'dest-in' }]))
}

export function encodePicture(picture: RawPixels, encoding: ReturnType<typeof toPictureEncoding>): Promise<Buffer> {
  const { format, options, background } = encoding
  const image = toSharp(picture)
  const opaque = background ? image.flatten({ background }) : image
  return opaque.toFormat(format === 'jpg' ? 'jpeg' : format, options).toBuffer()
}

import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { parse } from 'node:path'
import { UserError } from '#shared/user-error.ts'
import { createMemoryCache, type MediaCache } from './media-cache.ts'

/** Raster images, which have an average colour. */
const RASTER_EXTENSIONS = ['.avif', '.jpg', '.png', '.webp']

/**
 * Returns the file name of a media file in Contentful: `valves.7e6e68.0f3a92bc.jpg`. The colour is the average colour of
 * the picture, which the site shows until the picture is loaded; videos and SVG files have none. The last part is the
 * beginning of the content’s SHA-256, which identifies the content in the space.
 */
export async function getAssetFileName(file: string, cache: MediaCache = createMemoryCache()): Promise<string> {
  const { name, ext } = parse(file)
  const { hash, color } = await readMediaDigest(file, cache)
  return [name, ...(color ? [color] : []), hash.slice(0, HASH_LENGTH)].join('.') + ext
}

/**
 * Returns the SHA-256 of a media file in hexadecimal, and the average colour of a raster image, for example `7e6e68`.
 * Throws `UserError` if an image cannot be decoded.
 */
export async function readMediaDigest(file: string, cache: MediaCache) {
  const value = await cache.getOrComputeForFile(file, 'digest', async () => {
    const content = await readFile(file)
    const isRaster = RASTER_EXTENSIONS.includes(parse(file).ext)
    if (!isRaster) return sha256(content)
    const color = await computeAverageColor(content).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message.split('\n')[0] : error
      throw new UserError(`${file} cannot be decoded (${reason}): export it again`)
    })
    return `${sha256(content)} ${color}`
  })
  const [hash = '', color] = value.split(' ')
  return { hash, color }
}

/** Adds the hash, but no colour: `valves.jpg` → `valves.0f3a92bc.jpg`. */
export function addHashToFileName(base: string, content: Uint8Array): string {
  const { name, ext } = parse(base)
  return `${name}.${sha256(content).slice(0, HASH_LENGTH)}${ext}`
}

const HASH_LENGTH = 8

const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')

/** Whether two names are of the same file. Ignores the colour, which can differ slightly between versions of the decoder. */
export const isSameFileName = (a: string, b: string) => removeColorFromFileName(a) === removeColorFromFileName(b)

/** Removes the colour, so that the name depends on the content only and is the same on every machine. */
export const removeColorFromFileName = (name: string) => name.replace(/\.[0-9a-f]{6}(?=\.[0-9a-f]{8}\.\w+$)/, '')

/** Resizes while decoding: 150 pictures take less than a second. */
async function computeAverageColor(content: Buffer): Promise<string> {
  const { default: sharp } = await import('sharp')
  const pixel = await sharp(content).toColourspace('srgb').resize(1, 1, { fit: 'fill' }).removeAlpha().raw().toBuffer()
  return pixel.toString('hex')
}

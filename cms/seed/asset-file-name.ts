import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { parse } from 'node:path'
import { UserError } from '#shared/user-error.ts'
import { createMemoryCache, type MediaCache } from './media-cache.ts'

/** What has pixels, and so an average colour. */
const RASTER = ['.avif', '.jpg', '.png', '.webp']

/**
 * The name under which a file of public/media stands in Contentful: `valves.7e6e68.0f3a92bc.jpg`.
 * The colour is the picture's average, which the site shows while the picture loads; the last part is the beginning
 * of the content's SHA-256, so that the space itself says which file it holds. Films and drawings have no colour.
 */
export async function getAssetFileName(file: string, cache: MediaCache = createMemoryCache()): Promise<string> {
  const { name, ext } = parse(file)
  const { hash, color } = await readMediaDigest(file, cache)
  return [name, ...(color ? [color] : []), hash.slice(0, HASH_LENGTH)].join('.') + ext
}

interface FileDigest {
  /** SHA-256 of the content, in hexadecimal */
  readonly hash: string
  /** The average colour of a picture, as `7e6e68`. */
  readonly color: string | undefined
}

/** The hash of a file's content and the average colour of its picture. */
export async function readMediaDigest(file: string, cache: MediaCache): Promise<FileDigest> {
  const value = await cache.ofFile(file, 'digest', async () => {
    const content = await readFile(file)
    const isRaster = RASTER.includes(parse(file).ext)
    if (!isRaster) return sha256(content)
    const color = await averageColor(content).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message.split('\n')[0] : error
      throw new UserError(`${file} cannot be decoded (${reason}): export it again`)
    })
    return `${sha256(content)} ${color}`
  })
  const [hash = '', color] = value.split(' ')
  return { hash, color }
}

/** The same name without the colour: `valves.jpg` → `valves.0f3a92bc.jpg` */
export function addHashToFileName(base: string, content: Uint8Array): string {
  const { name, ext } = parse(base)
  return `${name}.${sha256(content).slice(0, HASH_LENGTH)}${ext}`
}

const HASH_LENGTH = 8

const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')

/** Whether two names are of the same file. The colour is left out: another version of the decoder may differ by one. */
export const isSameFileName = (one: string, other: string) =>
  removeColorFromFileName(one) === removeColorFromFileName(other)

/** The name by what the file holds alone: the same on every machine. */
export const removeColorFromFileName = (name: string) => name.replace(/\.[0-9a-f]{6}(?=\.[0-9a-f]{8}\.\w+$)/, '')

/** Made small while it is decoded: 150 pictures take less than a second. */
async function averageColor(content: Buffer): Promise<string> {
  const { default: sharp } = await import('sharp')
  const pixel = await sharp(content).toColourspace('srgb').resize(1, 1, { fit: 'fill' }).removeAlpha().raw().toBuffer()
  return pixel.toString('hex')
}

import sharp from 'sharp'
import { getAssetFileName, readMediaDigest } from '#cms/seed/asset-file-name.ts'
import { type MediaCache, openMediaCache } from '#cms/seed/media-cache.ts'
import { MEDIA_CACHE_FILE } from '#scripts/cli/folders.ts'
import { getErrorMessage, UserError } from '#shared/user-error.ts'

/** An image file of public/media with its metadata. */
export interface ImageFile {
  readonly path: string
  /** Its name in Contentful (cms/seed/asset-file-name.ts). */
  readonly fileName: string
  /** SHA-256 of the content, in hexadecimal. */
  readonly sha256: string
  /** `image/jpeg` */
  readonly contentType: string
  /** px */
  readonly width: number
  /** px */
  readonly height: number
}

let opened: Promise<MediaCache> | undefined

/** Opens the cache once per process, so that a read-only cache is reported once. */
export function getMediaCache(): Promise<MediaCache> {
  opened ??= openMediaCache({ file: MEDIA_CACHE_FILE, log: console.warn })
  return opened
}

/** Saves the metadata that `readImageFile` has read, for the next process. */
export const saveMediaCache = async (): Promise<void> => (await getMediaCache()).save()

/** Returns hash, content type and size of an image, from the cache while the file is unchanged. Throws `UserError`. */
export async function readImageFile(path: string): Promise<ImageFile> {
  const cache = await getMediaCache()
  const { hash: sha256 } = await readMediaDigest(path, cache)
  const fileName = await getAssetFileName(path, cache)
  const dimensions = await cache.getOrComputeForFile(path, 'dimensions', () => readDimensions(path))
  const [contentType = '', width, height] = dimensions.split(' ')
  return { path, fileName, sha256, contentType, width: Number(width), height: Number(height) }
}

async function readDimensions(path: string): Promise<string> {
  try {
    const { format, width, height } = await sharp(path).metadata()
    return `image/${format === 'svg' ? 'svg+xml' : format} ${width} ${height}`
  } catch (error) {
    const reason = getErrorMessage(error)
    throw new UserError(`${path} cannot be read as an image: ${reason}`)
  }
}

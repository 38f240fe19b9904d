import sharp from 'sharp'
import { getAssetFileName, readFileDigest } from '#cms/seed/asset-file-name.ts'
import { type MediaCache, openMediaCache } from '#cms/seed/media-cache.ts'
import { BadInput } from '#cms/sync/bad-input.ts'
import { MEDIA_CACHE_FILE } from '#scripts/cms/folders.ts'

/** What the build needs to know of a picture file. */
export interface ImageFile {
  readonly path: string
  /** As it stands in Contentful (cms/seed/asset-file-name.ts). */
  readonly fileName: string
  /** Of the content, in hexadecimal. */
  readonly sha256: string
  /** `image/jpeg` */
  readonly contentType: string
  /** px */
  readonly width: number
  /** px */
  readonly height: number
}

let opened: Promise<MediaCache> | undefined

/** Opened once per process, so that a cache that cannot be written is reported once. */
function mediaCache(): Promise<MediaCache> {
  opened ??= openMediaCache({ file: MEDIA_CACHE_FILE, say: console.warn })
  return opened
}

/** Keeps what `readPicture` read for the next process. */
export const saveMediaCache = async (): Promise<void> => (await mediaCache()).save()

/** Hash, type and size of a picture: the cached ones while the file is unchanged. Throws `BadInput`. */
export async function readImageFile(path: string): Promise<ImageFile> {
  const cache = await mediaCache()
  const { hash: sha256 } = await readFileDigest(path, cache)
  const fileName = await getAssetFileName(path, cache)
  const dimensions = await cache.ofFile(path, 'dimensions', () => readDimensions(path))
  const [contentType = '', width, height] = dimensions.split(' ')
  return { path, fileName, sha256, contentType, width: Number(width), height: Number(height) }
}

async function readDimensions(path: string): Promise<string> {
  try {
    const { format, width, height } = await sharp(path).metadata()
    return `image/${format === 'svg' ? 'svg+xml' : format} ${width} ${height}`
  } catch (problem) {
    const reason = problem instanceof Error ? problem.message : String(problem)
    throw new BadInput(`${path} cannot be read as a picture: ${reason}`)
  }
}

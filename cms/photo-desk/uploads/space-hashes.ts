import type { DeskDatabase } from '#cms/photo-desk/space/desk-database.ts'
import { getPicture, type SpacePictures } from '#cms/photo-desk/space/space-pictures.ts'
import type { PerceptualHash } from '#cms/pictures/perceptual-hash.ts'
import type { PictureType } from '#cms/pictures/picture-type.ts'
import { LOCALE } from '#shared/constants.ts'
import type { HashedPicture } from './find-duplicate.ts'
import type { PictureTools } from './picture-tools.ts'

interface SpaceHashesOptions {
  readonly pictureType: PictureType
  readonly database: DeskDatabase | undefined
  readonly tools: Pick<PictureTools, 'hashSpacePicture'>
}

/**
 * Creates a function that returns the perceptual hashes of the pictures of a space. Each file is downloaded once, at
 * the smallest size for a comparison, and its hash is kept in the browser’s database: a new file has a new URL. Pictures
 * that cannot be read are not compared.
 */
export function createSpaceHashes({ pictureType, database, tools }: SpaceHashesOptions) {
  const hashes = new Map<string, Promise<PerceptualHash | undefined>>()

  async function readHash(fileUrl: string, isSvg: boolean): Promise<PerceptualHash | undefined> {
    const key = `${fileUrl} at ${pictureType.comparisonWidth} px`
    const stored = await database?.get('hashes', key).catch(() => undefined)
    if (stored) return stored
    const hash = await tools.hashSpacePicture(fileUrl, isSvg, pictureType)
    await database?.put('hashes', hash, key).catch(() => {}) // a full database: it is computed again next time
    return hash
  }

  function getHash(fileUrl: string, isSvg: boolean): Promise<PerceptualHash | undefined> {
    const known = hashes.get(fileUrl)
    if (known) return known
    const hash = readHash(fileUrl, isSvg).catch((error: unknown) => {
      console.warn('A picture of the space is not compared:', error)
      return undefined
    })
    hashes.set(fileUrl, hash)
    return hash
  }

  return async (spacePictures: SpacePictures): Promise<readonly HashedPicture[]> => {
    const pictures = await Promise.all(
      Array.from(spacePictures.entries.keys(), async (entryId) => {
        const file = getPicture(spacePictures, pictureType, entryId)?.asset?.fields.file?.[LOCALE]
        if (!file?.url) return []
        const perceptualHash = await getHash(file.url, file.contentType === 'image/svg+xml')
        return perceptualHash ? [{ entryId, perceptualHash }] : []
      }),
    )
    return pictures.flat()
  }
}

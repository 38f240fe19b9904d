import { getListedEntryIds } from '#cms/photo-desk/client/page-list.ts'
import type { PictureType } from '#cms/photo-desk/client/picture-type.ts'
import { getAssetId, type SpacePictures } from '#cms/photo-desk/client/space-pictures.ts'
import type { Duplicate, PreparedFile, UploadRecord } from '#cms/photo-desk/client/stored-work.ts'
import { isSameImage, type PerceptualHash } from '#cms/pictures/perceptual-hash.ts'
import { LOCALE } from '#shared/constants.ts'
import type { PictureTools } from './picture-tools.ts'

/** Pictures of the space, by the ids of their entries. */
type HashedPictures = readonly { readonly entryId: string; readonly perceptualHash: PerceptualHash }[]

/**
 * Creates a function that returns the perceptual hashes of the pictures of a space. Each file is read once, at the smallest
 * size for a comparison; the browser keeps the download for the next page. Pictures that cannot be read are not compared.
 */
export function createSpaceHashes(pictureType: PictureType, { hashSpacePicture }: PictureTools) {
  const hashes = new Map<string, Promise<PerceptualHash | undefined>>()

  const readHash = (fileUrl: string, isSvg: boolean) =>
    hashSpacePicture(fileUrl, isSvg, pictureType).catch((error: unknown) => {
      console.warn('A picture of the space is not compared:', error)
      return undefined
    })

  return async (spacePictures: SpacePictures): Promise<HashedPictures> => {
    const pictures = Array.from(spacePictures.entries, async ([entryId, entry]) => {
      const file = spacePictures.assets.get(getAssetId(entry, pictureType) ?? '')?.fields.file?.[LOCALE]
      if (!file?.url) return []
      const hash = hashes.get(file.url) ?? readHash(file.url, file.contentType === 'image/svg+xml')
      hashes.set(file.url, hash)
      const perceptualHash = await hash
      return perceptualHash ? [{ entryId, perceptualHash }] : []
    })
    return (await Promise.all(pictures)).flat()
  }
}

/** What a new file is compared with. */
interface KnownPictures {
  readonly pictureType: PictureType
  readonly spacePictures: SpacePictures
  /** Other uploads that write a new picture and are not finished. */
  readonly others: readonly UploadRecord[]
}

interface ComparisonOptions extends KnownPictures {
  readonly hashedPictures: HashedPictures
  /** The entry whose file is replaced: a better version of its picture is no duplicate. */
  readonly replacedEntryId: string | undefined
}

/** Returns the picture of the queue or the space that a file duplicates. */
export function findDuplicate(prepared: PreparedFile, options: ComparisonOptions): Duplicate | undefined {
  const { pictureType, spacePictures, hashedPictures, others, replacedEntryId } = options
  const isSame = (hash: PerceptualHash) => isSameImage(hash, prepared.perceptualHash)
  const upload = others.find((other) => other.prepared && isSame(other.prepared.perceptualHash))
  if (upload)
    return { uploadId: upload.id, reason: `it is the same picture as ${upload.fileName}, which is being added` }
  const ownId = createId(prepared, pictureType)
  const isKnown = ownId !== replacedEntryId && spacePictures.entries.has(ownId)
  if (isKnown && isUnfinished(ownId, options)) return undefined
  const similar = hashedPictures.find((known) => known.entryId !== replacedEntryId && isSame(known.perceptualHash))
  const entryId = isKnown ? ownId : similar?.entryId
  return entryId === undefined ? undefined : { entryId, reason: describeLocation(entryId, options) }
}

const createId = ({ hash }: PreparedFile, { idPrefix }: PictureType): string => `${idPrefix}-${hash}`

/** Whether an interrupted upload has created the entry: it was never published, and no page lists it. */
function isUnfinished(entryId: string, { pictureType, spacePictures }: KnownPictures): boolean {
  const { firstPublishedAt, archivedVersion } = spacePictures.entries.get(entryId)?.sys ?? {}
  const isListed = getListedEntryIds(spacePictures.page, pictureType.page).includes(entryId)
  return firstPublishedAt === undefined && archivedVersion === undefined && !isListed
}

function describeLocation(entryId: string, { pictureType: { page }, spacePictures }: KnownPictures): string {
  const index = getListedEntryIds(spacePictures.page, page).indexOf(entryId)
  if (index >= 0) return `it is already in the ${page.name}, at position ${index + 1}`
  const isArchived = spacePictures.entries.get(entryId)?.sys.archivedVersion !== undefined
  return isArchived ? 'it is already in the archive' : `it is already there, but not in the ${page.name}`
}

/** Returns the id of a new picture: its hash and, if the space may have it already (`again`), the first unused number. */
export function createPictureId(prepared: PreparedFile, known: KnownPictures, again: boolean): string {
  const { pictureType, spacePictures, others } = known
  const usedIds = new Set(others.map(({ target }) => target?.assetId))
  for (let copy = 1; ; copy += 1) {
    const id = `${createId(prepared, pictureType)}${copy > 1 ? `-${copy}` : ''}`
    if (!usedIds.has(id) && !(again && (spacePictures.entries.has(id) || spacePictures.assets.has(id)))) return id
  }
}

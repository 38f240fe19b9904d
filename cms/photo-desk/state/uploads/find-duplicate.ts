import { getListedEntryIds } from '#cms/photo-desk/client/page-list.ts'
import type { PictureType } from '#cms/photo-desk/client/picture-type.ts'
import { getAssetId, type SpacePictures } from '#cms/photo-desk/client/space-pictures.ts'
import type { Duplicate, PreparedFile, UploadRecord } from '#cms/photo-desk/client/stored-work.ts'
import { isSameImage, type PerceptualHash } from '#cms/pictures/perceptual-hash.ts'
import { LOCALE } from '#shared/constants.ts'
import type { PictureTools } from './picture-tools.ts'

/** Pictures of the space, by the ids of their entries. */
type HashedPictures = readonly { readonly entryId: string; readonly perceptualHash: PerceptualHash }[]

/** Returns the perceptual hashes of the pictures of a space. Pictures that cannot be read are left out. */
export async function hashSpacePictures(
  spacePictures: SpacePictures,
  pictureType: PictureType,
  { hashSpacePicture }: PictureTools,
): Promise<HashedPictures> {
  const pictures = Array.from(spacePictures.entries, async ([entryId, entry]) => {
    const file = spacePictures.assets.get(getAssetId(entry, pictureType) ?? '')?.fields.file?.[LOCALE]
    if (!file?.url) return []
    const perceptualHash = await hashSpacePicture(file.url, file.contentType === 'image/svg+xml', pictureType)
    return perceptualHash ? [{ entryId, perceptualHash }] : []
  })
  return (await Promise.all(pictures)).flat()
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

/** Returns the picture of the queue or the space that has the same file, or else one that looks like it. */
export function findDuplicate(prepared: PreparedFile, options: ComparisonOptions): Duplicate | undefined {
  const { pictureType, spacePictures, hashedPictures, others, replacedEntryId } = options
  const isSame = (hash: PerceptualHash) => isSameImage(hash, prepared.perceptualHash)
  const equal = others.find((other) => other.prepared?.hash === prepared.hash)
  if (equal)
    return {
      uploadId: equal.id,
      isEqual: true,
      reason: `it is the same file as ${equal.fileName}, which is being added`,
    }
  const ownId = createId(prepared, pictureType)
  if (ownId !== replacedEntryId && spacePictures.entries.has(ownId)) {
    if (isUnfinished(ownId, options)) return undefined // it is continued
    const ownHash = hashedPictures.find(({ entryId }) => entryId === ownId)?.perceptualHash
    const isEqual = !ownHash || isSame(ownHash)
    const place = describePlace(ownId, options)
    const reason = isEqual
      ? `it is the same file as ${place}`
      : `it was added before as ${place}, which has another file now`
    return { entryId: ownId, isEqual, reason }
  }
  const upload = others.find((other) => other.prepared && isSame(other.prepared.perceptualHash))
  if (upload)
    return { uploadId: upload.id, isEqual: false, reason: `it looks like ${upload.fileName}, which is being added` }
  const similar = hashedPictures.find((known) => known.entryId !== replacedEntryId && isSame(known.perceptualHash))
  if (!similar) return undefined
  const { entryId } = similar
  return { entryId, isEqual: false, reason: `it looks like ${describePlace(entryId, options)}` }
}

const createId = ({ hash }: PreparedFile, { idPrefix }: PictureType): string => `${idPrefix}-${hash}`

/** Whether an interrupted upload has created the entry: it was never published, and no page lists it. */
function isUnfinished(entryId: string, { pictureType, spacePictures }: KnownPictures): boolean {
  const { firstPublishedAt, archivedVersion } = spacePictures.entries.get(entryId)?.sys ?? {}
  const isListed = getListedEntryIds(spacePictures.page, pictureType.page).includes(entryId)
  return firstPublishedAt === undefined && archivedVersion === undefined && !isListed
}

function describePlace(entryId: string, { pictureType: { name, page }, spacePictures }: KnownPictures): string {
  const index = getListedEntryIds(spacePictures.page, page).indexOf(entryId)
  if (index >= 0) return `the ${name} at position ${index + 1} of the ${page.name}`
  const isArchived = spacePictures.entries.get(entryId)?.sys.archivedVersion !== undefined
  return isArchived ? `an archived ${name}` : `a ${name} that is not in the ${page.name}`
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

import type { SpacePictures } from '#cms/photo-desk/space/space-pictures.ts'
import { getListedEntryIds } from '#cms/pictures/page-list.ts'
import { isSameImage, type PerceptualHash } from '#cms/pictures/perceptual-hash.ts'
import type { PictureType } from '#cms/pictures/picture-type.ts'
import type { Duplicate, PreparedFile, StoredUpload } from './upload.ts'

/** The perceptual hash of a picture of the space. */
export interface HashedPicture {
  /** The entry of the picture. */
  readonly entryId: string
  readonly perceptualHash: PerceptualHash
}

/** A converted file in the queue. */
export type PreparedUpload = StoredUpload & { readonly prepared: PreparedFile }

interface ComparisonOptions {
  readonly pictureType: PictureType
  readonly spacePictures: SpacePictures
  readonly hashedPictures: readonly HashedPicture[]
  /** Other uploads that have their ids and are not finished. */
  readonly others: readonly PreparedUpload[]
}

/** Returns the picture of the queue or the space that a file duplicates. */
export function findDuplicate({ prepared }: PreparedUpload, options: ComparisonOptions): Duplicate | undefined {
  const { pictureType, spacePictures, hashedPictures, others } = options
  const isSame = (perceptualHash: PerceptualHash) => isSameImage(perceptualHash, prepared.perceptualHash)
  const sameUpload = others.find(
    (other) => other.prepared.hash === prepared.hash || isSame(other.prepared.perceptualHash),
  )
  if (sameUpload) return { uploadId: sameUpload.id, reason: `it is the same picture as ${sameUpload.fileName}` }
  const id = createId(prepared, pictureType)
  if (spacePictures.entries.has(id))
    return isUnfinished(id, options) ? undefined : { entryId: id, reason: describeLocation(id, options) }
  const similar = hashedPictures.find(({ perceptualHash }) => isSame(perceptualHash))
  return similar && { entryId: similar.entryId, reason: describeLocation(similar.entryId, options) }
}

const createId = ({ hash }: PreparedFile, { idPrefix }: PictureType): string => `${idPrefix}-${hash}`

type Location = Pick<ComparisonOptions, 'pictureType' | 'spacePictures'>

/** Whether an interrupted upload has created the entry: it was never published, and no page lists it. */
function isUnfinished(entryId: string, { pictureType, spacePictures }: Location): boolean {
  const { firstPublishedAt, archivedVersion } = spacePictures.entries.get(entryId)?.sys ?? {}
  const isListed = getListedEntryIds(spacePictures.page, pictureType.page).includes(entryId)
  return firstPublishedAt === undefined && archivedVersion === undefined && !isListed
}

function describeLocation(entryId: string, { pictureType, spacePictures }: Location): string {
  const index = getListedEntryIds(spacePictures.page, pictureType.page).indexOf(entryId)
  if (index >= 0) return `the ${pictureType.page.name} has it at position ${index + 1}`
  const isArchived = spacePictures.entries.get(entryId)?.sys.archivedVersion !== undefined
  return `the space has it ${isArchived ? 'in the archive' : `outside the ${pictureType.page.name}`}`
}

interface IdOptions {
  readonly pictureType: PictureType
  readonly spacePictures: SpacePictures
  readonly others: readonly StoredUpload[]
  /** Whether the space may have the same picture already. */
  readonly again: boolean
}

/** Returns the id of a new picture: its hash, and with `again` the first number that is not used. */
export function createPictureId(
  { prepared }: PreparedUpload,
  { pictureType, spacePictures, others, again }: IdOptions,
): string {
  const usedIds = new Set(others.map(({ target }) => target?.entryId))
  for (let copy = 1; ; copy += 1) {
    const id = `${createId(prepared, pictureType)}${copy > 1 ? `-${copy}` : ''}`
    if (!usedIds.has(id) && !(again && (spacePictures.entries.has(id) || spacePictures.assets.has(id)))) return id
  }
}

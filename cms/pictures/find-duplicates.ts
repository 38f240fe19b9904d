import { getAwaitingIds, getListedEntryIds, type SpacePictures } from './page-list.ts'
import { isSameImage, type PerceptualHash } from './perceptual-hash.ts'
import type { PictureType } from './picture-type.ts'

/** What is compared of a picture to import. */
export interface ComparedPicture {
  /** The name in messages. */
  readonly name: string
  /** The beginning of the original file’s SHA-256, from `hashFile`. */
  readonly hash: string
  readonly perceptualHash: PerceptualHash
}

/** The perceptual hash of a picture of the space. */
export interface HashedPicture {
  /** The entry of the picture. */
  readonly entryId: string
  readonly perceptualHash: PerceptualHash
}

/** A picture to import, with the id of its entry and asset. */
export type NewPicture<Picture extends ComparedPicture> = Picture & {
  readonly id: string
  /** An interrupted run has added it to the page’s list. It is published unchanged, because an editor may have edited it. */
  readonly isAwaitingPublish: boolean
}

/** A picture that the space or the batch already contains. */
export type DuplicatePicture<Picture extends ComparedPicture> = Picture & DuplicateReason

interface DuplicateReason {
  /** The entry with the same picture; `undefined` if it is another picture of this batch. */
  readonly entryId?: string
  /** The location of the same picture, for messages. */
  readonly reason: string
}

interface FindDuplicatesOptions {
  readonly pictureType: PictureType
  readonly spacePictures: SpacePictures
  /** Pictures of the space to compare with; empty with `again`. */
  readonly hashedPictures: readonly HashedPicture[]
  /** Whether pictures that the space has are imported once more. */
  readonly again: boolean
  /** Whether nothing is published. */
  readonly draft: boolean
}

/** Splits pictures into new ones and duplicates of pictures in the space or the batch. */
export function findDuplicates<Picture extends ComparedPicture>(
  pictures: readonly Picture[],
  { pictureType, spacePictures, hashedPictures, again, draft }: FindDuplicatesOptions,
) {
  const listedIds = getListedEntryIds(spacePictures.page, pictureType.page)
  const awaitingIds = getAwaitingIds(spacePictures, pictureType.page)
  const newPictures: NewPicture<Picture>[] = []
  const duplicates: DuplicatePicture<Picture>[] = []

  for (const picture of pictures) {
    const id = createId(picture)
    const awaitsPublish = awaitingIds.has(id)
    const isRepeated = newPictures.some((other) => other.id === id)
    const canContinue = awaitsPublish && !draft && !isRepeated
    const duplicate = again || canContinue ? undefined : findDuplicate(picture, id)
    if (duplicate) duplicates.push({ ...picture, ...duplicate })
    else newPictures.push({ ...picture, id, isAwaitingPublish: awaitsPublish })
  }
  return { newPictures, duplicates }

  /** Creates the id from the hash of the content; with `again`, with the first number that the page does not list. */
  function createId({ hash }: Picture): string {
    const usedIds = new Set(newPictures.map(({ id }) => id))
    for (let copy = 1; ; copy += 1) {
      const id = `${pictureType.idPrefix}-${hash}${copy > 1 ? `-${copy}` : ''}`
      if (!again || (!usedIds.has(id) && (awaitingIds.has(id) || !listedIds.includes(id)))) return id
    }
  }

  function findDuplicate({ perceptualHash }: Picture, id: string): DuplicateReason | undefined {
    const samePicture = newPictures.find(
      (other) => other.id === id || isSameImage(other.perceptualHash, perceptualHash),
    )
    if (samePicture) return { reason: `it is the same picture as ${samePicture.name}` }
    // An entry of an interrupted run is continued: it was never published and is not listed.
    const entry = spacePictures.entries.get(id)
    const isUnfinished = entry && entry.sys.firstPublishedAt === undefined && !listedIds.includes(id)
    const entryId = entry
      ? id
      : hashedPictures.find((other) => isSameImage(other.perceptualHash, perceptualHash))?.entryId
    if (entryId === undefined || (isUnfinished && entry.sys.archivedVersion === undefined)) return undefined
    return { entryId, reason: `${describeLocation(entryId)} as ${entryId}` }
  }

  function describeLocation(id: string): string {
    const index = listedIds.indexOf(id)
    if (index >= 0) return `the ${pictureType.page.name} has it at position ${index + 1}`
    const isArchived = spacePictures.entries.get(id)?.sys.archivedVersion !== undefined
    return `the space has it ${isArchived ? 'in the archive' : `outside the ${pictureType.page.name}`}`
  }
}

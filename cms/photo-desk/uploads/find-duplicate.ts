import type { Library } from '#cms/photo-desk/space/library.ts'
import { findDuplicates, type HashedPicture } from '#cms/pictures/find-duplicates.ts'
import { isSameImage } from '#cms/pictures/perceptual-hash.ts'
import type { PictureType } from '#cms/pictures/picture-type.ts'
import type { Duplicate, PreparedFile, StoredUpload } from './upload.ts'

/** A converted file in the queue. */
export type PreparedUpload = StoredUpload & { readonly prepared: PreparedFile }

interface ComparisonOptions {
  readonly pictureType: PictureType
  readonly library: Library
  readonly hashedPictures: readonly HashedPicture[]
  /** Other uploads that have their ids and are not finished. */
  readonly others: readonly PreparedUpload[]
}

/** Returns the picture of the queue or the space that a file duplicates, found as the command line finds it. */
export function findDuplicate(upload: PreparedUpload, options: ComparisonOptions): Duplicate | undefined {
  const { pictureType, library, hashedPictures, others } = options
  const { hash, perceptualHash } = upload.prepared
  const common = { pictureType, again: false, draft: true }
  const sameUpload = others.find(
    ({ prepared }) => prepared.hash === hash || isSameImage(prepared.perceptualHash, perceptualHash),
  )
  if (sameUpload) {
    // Without the space: it may already have the drafts of the other file.
    const emptySpace = { page: library.page, entries: new Map() }
    const pictures = [toComparedPicture(sameUpload), toComparedPicture(upload)]
    const { duplicates } = findDuplicates(pictures, { ...common, spacePictures: emptySpace, hashedPictures: [] })
    return { uploadId: sameUpload.id, reason: duplicates.at(-1)?.reason ?? '' }
  }
  const { duplicates } = findDuplicates([toComparedPicture(upload)], {
    ...common,
    spacePictures: library,
    hashedPictures,
  })
  const { entryId, reason = '' } = duplicates[0] ?? {}
  // Editors do not know the ids of entries.
  return entryId === undefined ? undefined : { entryId, reason: reason.replace(` as ${entryId}`, '') }
}

const toComparedPicture = ({ fileName, prepared: { hash, perceptualHash } }: PreparedUpload) => ({
  name: fileName,
  hash,
  perceptualHash,
})

interface IdOptions {
  readonly pictureType: PictureType
  readonly library: Library
  readonly others: readonly StoredUpload[]
  /** Whether the space may have the same picture already. */
  readonly again: boolean
}

/** Returns the id of a new picture: its hash, and with `again` the first number that is not used. */
export function createPictureId(
  { prepared }: PreparedUpload,
  { pictureType, library, others, again }: IdOptions,
): string {
  const usedIds = new Set(others.map(({ target }) => target?.entryId))
  for (let copy = 1; ; copy += 1) {
    const id = `${pictureType.idPrefix}-${prepared.hash}${copy > 1 ? `-${copy}` : ''}`
    if (!usedIds.has(id) && !(again && (library.entries.has(id) || library.assets.has(id)))) return id
  }
}

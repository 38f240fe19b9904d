import { getAwaitingIds, getListedEntryIds, type SpacePictures } from '#cms/pictures/page-list.ts'
import type { PageList } from '#cms/pictures/picture-type.ts'
import { UserError } from '#shared/user-error.ts'

/** Throws `UserError` if the list of the page would exceed the limit of the model with `newCount` more items. */
export function assertListHasRoom({ page }: Pick<SpacePictures, 'page'>, newCount: number, list: PageList): void {
  const currentCount = getListedEntryIds(page, list).length
  const room = Math.max(0, list.maxItems - currentCount)
  if (newCount <= room) return
  throw new UserError(
    `The ${list.name} has ${currentCount} of at most ${list.maxItems} items, so ${newCount} more are too many: add ${room === 0 ? 'fewer' : `at most ${room} at a time`}, or remove some of them`,
  )
}

interface FileCountOptions {
  /** Whether pictures that the space has are imported too. */
  readonly again: boolean
}

/**
 * Does the same before the files are read and compared, which takes minutes for thousands of them. Until then it is not
 * known which of them the space already has: it throws only if the list is full, or if even without one file for each
 * picture of the space too many are left.
 */
export function assertListHasRoomForFiles(
  spacePictures: SpacePictures,
  fileCount: number,
  list: PageList,
  { again }: FileCountOptions,
): void {
  const awaitingCount = getAwaitingIds(spacePictures, list).size
  const isFull = getListedEntryIds(spacePictures.page, list).length >= list.maxItems
  // Pictures that await publication are in the list already.
  if (isFull && awaitingCount === 0) assertListHasRoom(spacePictures, fileCount, list)
  const knownCount = again ? awaitingCount : spacePictures.entries.size
  assertListHasRoom(spacePictures, fileCount - knownCount, list)
}

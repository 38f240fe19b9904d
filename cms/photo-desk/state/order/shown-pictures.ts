import type { PictureType } from '#cms/photo-desk/client/picture-type.ts'
import { getPicture, getPublicationState, type SpacePictures } from '#cms/photo-desk/client/space-pictures.ts'
import { isFilterActive, matchesFilter, type PictureFilter } from '#cms/photo-desk/state/pictures/picture-filter.ts'
import type { PictureOrder } from './move-entries.ts'

export type ShownPictures = ReturnType<typeof listShownPictures>

/** Returns the pictures that match a filter: those of the list, and others that are not archived. */
export function listShownPictures(
  spacePictures: SpacePictures,
  pictureType: PictureType,
  order: PictureOrder,
  filter: PictureFilter,
) {
  const getPictures = (ids: Iterable<string>) =>
    [...ids]
      .flatMap((id) => getPicture(spacePictures, pictureType, id) ?? [])
      .filter((picture) => matchesFilter(picture, filter, pictureType))
  const isFiltered = isFilterActive(filter)
  // Without a filter, also entries that were deleted: the editor removes them from the list.
  const listedIds = isFiltered ? getPictures(order).map(({ entry }) => entry.sys.id) : order
  const listed = new Set(order)
  const unlisted = getPictures([...spacePictures.entries.keys()].filter((id) => !listed.has(id))).filter(
    ({ entry }) => getPublicationState(entry) !== 'archived',
  )
  const unlistedIds = unlisted.map(({ entry }) => entry.sys.id)
  return {
    isFiltered,
    listedIds,
    unlisted,
    /** All ids that are shown. */
    shownIds: [...listedIds, ...unlistedIds],
    /** What “Select all” selects: without a filter only the list. */
    allIds: isFiltered ? [...listedIds, ...unlistedIds] : listedIds,
  }
}

import type { PictureType } from '#cms/photo-desk/client/picture-type.ts'
import type { PictureMap, SpacePicture } from '#cms/photo-desk/state/pictures/picture.ts'
import { isFilterActive, matchesFilter, type PictureFilter } from '#cms/photo-desk/state/pictures/picture-filter.ts'
import type { PictureOrder } from './move-entries.ts'

/** Returns the pictures that match a filter: those of the list, and others that are not archived. */
export function listShownPictures(
  pictures: PictureMap,
  pictureType: PictureType,
  order: PictureOrder,
  filter: PictureFilter,
) {
  const isMatching = (picture: SpacePicture | undefined) =>
    picture !== undefined && matchesFilter(picture, filter, pictureType)
  const isFiltered = isFilterActive(filter)
  // Without a filter, also entries that were deleted: the editor removes them from the list.
  const listedIds = isFiltered ? order.filter((id) => isMatching(pictures.get(id))) : order
  const listed = new Set(order)
  const unlisted = [...pictures.values()].filter(
    (picture) => !listed.has(picture.id) && picture.state !== 'archived' && isMatching(picture),
  )
  const shownIds = [...listedIds, ...unlisted.map(({ id }) => id)]
  return {
    isFiltered,
    listedIds,
    unlisted,
    shownIds,
    /** What “Select all” selects: without a filter only the list. */
    allIds: isFiltered ? shownIds : listedIds,
  }
}

/** Pictures that stand together, with a heading if there are several groups. */
export interface PictureGroup {
  readonly title?: string
  readonly ids: string[] // SortableContext does not accept a readonly array
}

/** The title of a group of logos that have no kind yet. */
const NO_TITLE = 'Without a kind'

/** Groups pictures by a title, in the order of the first picture of each group. Without titles, they are one group. */
export function groupPictures(order: PictureOrder, getTitle: ((id: string) => string) | undefined): PictureGroup[] {
  if (!getTitle) return [{ ids: [...order] }]
  return [...Map.groupBy(order, (id) => getTitle(id) || NO_TITLE)].map(([title, ids]) => ({ title, ids }))
}

import { getListedEntryIds } from '#cms/photo-desk/client/page-list.ts'
import type { PictureType } from '#cms/photo-desk/client/picture-type.ts'
import type { SpaceEntry } from '#cms/photo-desk/client/space-pictures.ts'
import type { SpacePicture } from '#cms/photo-desk/state/pictures/picture.ts'
import { getPublicationState } from '#cms/publish-state.ts'
import type { PublishedVersions } from './compare-content.ts'

/** The page as visitors see it; `null` if they do not see it, `undefined` until it is known. */
export type PublishedPage = SpaceEntry | null | undefined

/** Returns the page as visitors see it. */
export function getPublishedPage(page: SpaceEntry, published: PublishedVersions | undefined): PublishedPage {
  const state = getPublicationState(page.sys)
  if (state === 'changed') return published?.entries.get(page.sys.id)
  return state === 'published' ? page : null
}

/** Returns the ids of the list that visitors see; `undefined` until it is known. */
export const listShownIds = (page: PublishedPage, { page: list }: PictureType): readonly string[] | undefined =>
  page === null ? [] : page && getListedEntryIds(page, list)

/** Returns the pictures that visitors do not see, published or not, because the list that they see lacks them. */
export function findHidden(
  pictures: readonly SpacePicture[],
  page: PublishedPage,
  pictureType: PictureType,
): readonly SpacePicture[] {
  const shownIds = listShownIds(page, pictureType)
  return shownIds ? pictures.filter(({ id }) => !shownIds.includes(id)) : []
}

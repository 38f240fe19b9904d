import { getListedEntryIds } from '#cms/photo-desk/client/page-list.ts'
import type { PictureType } from '#cms/photo-desk/client/picture-type.ts'
import type { SpaceEntry } from '#cms/photo-desk/client/space-pictures.ts'
import type { SpacePicture } from '#cms/photo-desk/state/pictures/picture.ts'
import { getPublicationState } from '#cms/publish-state.ts'
import type { PublishedVersions } from './compare-content.ts'

/** Returns the ids of the list that visitors see; `undefined` until it is known. */
export function listShownIds(
  page: SpaceEntry,
  { page: list }: PictureType,
  published: PublishedVersions | undefined,
): readonly string[] | undefined {
  const state = getPublicationState(page.sys)
  const shown = state === 'changed' ? published?.entries.get(page.sys.id) : page
  return state === 'draft' ? [] : shown && getListedEntryIds(shown, list)
}

/** Returns the pictures that visitors do not see, published or not, because the list that they see lacks them. */
export const findHidden = (pictures: readonly SpacePicture[], shownIds: readonly string[] | undefined) =>
  shownIds ? pictures.filter(({ id }) => !shownIds.includes(id)) : []

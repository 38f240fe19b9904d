import { createLink, parseLinks } from '#cms/links.ts'
import { LOCALE } from '#shared/constants.ts'
import { repeatOnConflict } from './desk-client.ts'
import type { PageList } from './picture-type.ts'
import { RequestError } from './request-error.ts'
import type { SpaceAccess, SpaceEntry } from './space-pictures.ts'

/** Returns the ids of the entries that the page lists, in order. */
export const getListedEntryIds = ({ fields }: Pick<SpaceEntry, 'fields'>, { field }: PageList): readonly string[] =>
  parseLinks(fields[field]?.[LOCALE]).map(({ id }) => id)

/** Returns the page with another list. */
export const setListedEntryIds = (page: SpaceEntry, { field }: PageList, ids: readonly string[]): SpaceEntry => {
  const links = { ...page.fields[field], [LOCALE]: ids.map((id) => createLink('Entry', id)) }
  return { ...page, fields: { ...page.fields, [field]: links } }
}

/**
 * Changes the list in the latest version of the page, so that what other editors have changed stays. Returns the page, which
 * is also updated in the space, whether or not it is changed. `change` returns the new list of ids, or the same array if
 * there is nothing to save. It is called again after a conflict.
 */
export async function updatePageList(
  {
    client,
    pictureType: { page: list },
    fetchSpacePictures,
    updateSpacePictures,
  }: Omit<SpaceAccess, 'getSpacePictures'>,
  change: (listedIds: readonly string[]) => readonly string[],
): Promise<SpaceEntry> {
  const { id: entryId } = (await fetchSpacePictures()).page.sys
  return repeatOnConflict(async () => {
    const page = await client.send((cma) => cma.entry.get({ entryId }))
    updateSpacePictures({ page })
    const listedIds = getListedEntryIds(page, list)
    const ids = change(listedIds)
    if (ids === listedIds) return page
    if (ids.length > Math.max(list.maxItems, listedIds.length))
      throw new RequestError(
        `The ${list.name} can have ${list.maxItems} pictures. Remove some under Order, then retry`,
        { status: 422 },
      )
    const changed = await client.send((cma) => cma.entry.update({ entryId }, setListedEntryIds(page, list, ids)))
    updateSpacePictures({ page: changed })
    return changed
  })
}

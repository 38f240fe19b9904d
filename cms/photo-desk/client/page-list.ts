import { createLink, parseLinks } from '#cms/links.ts'
import { LOCALE } from '#shared/constants.ts'
import type { PageList } from './picture-type.ts'
import { RequestError } from './request-error.ts'
import { type ChangedSpace, changeField, isSameValue, type SpaceEntry, type SpaceResource } from './space-pictures.ts'

/** Returns the ids of the entries that the page lists, in order. */
export const getListedEntryIds = ({ fields }: Pick<SpaceEntry, 'fields'>, { field }: PageList): readonly string[] =>
  parseLinks(fields[field]?.[LOCALE]).map(({ id }) => id)

export const setListedEntryIds = (page: SpaceEntry, { field }: PageList, ids: readonly string[]): SpaceEntry => {
  const links = { ...page.fields[field], [LOCALE]: createLinks(ids) }
  return { ...page, fields: { ...page.fields, [field]: links } }
}

/**
 * Changes the list in the latest version of the page, so that what other editors have changed stays. Returns the page, whether
 * or not it is changed. `change` returns the new list of ids. It is called again after a conflict.
 */
export async function updatePageList(
  space: ChangedSpace,
  change: (listedIds: readonly string[]) => readonly string[],
): Promise<SpaceResource> {
  const { field, name, maxItems } = space.pictureType.page
  const { page } = await space.fetchSpacePictures()
  return changeField(space, page, field, (links) => {
    const listedIds = parseLinks(links).map(({ id }) => id)
    const ids = change(listedIds)
    if (isSameValue(ids, listedIds)) return links
    if (ids.length > Math.max(maxItems, listedIds.length)) {
      const problem = `The ${name} can have ${maxItems} pictures. Remove some under Order, then retry`
      throw new RequestError(problem, { status: 422 })
    }
    return createLinks(ids)
  })
}

const createLinks = (ids: readonly string[]) => ids.map((id) => createLink('Entry', id))

import { createLink } from '#cms/links.ts'
import { getListedEntryIds, hasUnpublishedEdits } from '#cms/pictures/page-list.ts'
import type { PageList } from '#cms/pictures/picture-type.ts'
import { needsPublishing } from '#cms/publish-state.ts'
import { parseApiError } from '#cms/sync/contentful/api-error.ts'
import { retryTruncatedResponse } from '#cms/sync/contentful/retry-request.ts'
import type { SpaceClient } from '#cms/sync/contentful/space-client.ts'
import type { ActualEntry } from '#cms/sync/resources/entry-resource-type.ts'
import { LOCALE } from '#shared/constants.ts'
import { UserError } from '#shared/user-error.ts'

/** Attempts after version conflicts with another writer. */
const MAX_ATTEMPTS = 8

export interface AppendResult {
  readonly page: ActualEntry
  /** Whether the page had unpublished changes of an editor when the entries were appended. */
  readonly hadUnpublishedEdits: boolean
}

/** Appends entries to the list of the page, after concurrent additions of other users. Publishes nothing. */
export async function appendToPageList(
  { client: { entry } }: SpaceClient,
  initialPage: ActualEntry,
  list: PageList,
  ids: readonly string[],
): Promise<AppendResult> {
  const params = { entryId: initialPage.sys.id }
  const importedIds = new Set(ids)
  let page = initialPage
  for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts += 1) {
    const listedIds = getListedEntryIds(page, list)
    const missingIds = ids.filter((id) => !listedIds.includes(id))
    const hadUnpublishedEdits = hasUnpublishedEdits(page, list, importedIds)
    if (missingIds.length === 0) return { page, hadUnpublishedEdits }
    const currentLinks: unknown = page.fields[list.field]?.[LOCALE]
    const links = [
      ...(Array.isArray(currentLinks) ? currentLinks : []),
      ...missingIds.map((id) => createLink('Entry', id)),
    ]
    const fields = { ...page.fields, [list.field]: { ...page.fields[list.field], [LOCALE]: links } }
    try {
      return { page: await entry.update(params, { ...page, fields }), hadUnpublishedEdits }
    } catch (error) {
      page = await readAfterConflict(error, () => entry.get(params))
    }
  }
  throw new UserError(
    `Another user or process is changing the page ${params.entryId} at the same time: run this again, it continues where it stopped`,
  )
}

/** Publishes the page at the version to which entries were appended. Returns the reason if it is not published. */
export async function publishPage(
  { client: { entry } }: SpaceClient,
  appendedPage: ActualEntry,
): Promise<string | undefined> {
  const params = { entryId: appendedPage.sys.id }
  let page = appendedPage
  for (let attempts = 0; attempts < MAX_ATTEMPTS && needsPublishing(page.sys); attempts += 1) {
    if (page.sys.version !== appendedPage.sys.version) return UNPUBLISHED_EDITS_REASON
    try {
      await entry.publish(params, page)
      return undefined
    } catch (error) {
      const { status, message } = parseApiError(error)
      if (status === 422) return `the page cannot be published (${message}): correct it in the CMS`
      page = await readAfterConflict(error, () => entry.get(params))
    }
  }
  return needsPublishing(page.sys) ? UNPUBLISHED_EDITS_REASON : undefined
}

/** Why the page is not published: publishing it would publish an editor’s unpublished changes. */
export const UNPUBLISHED_EDITS_REASON =
  'an editor changed the page during the import without publishing it: publish it in the CMS'

/** Reads the page after a concurrent write, or after the retry of a request whose response was lost. */
async function readAfterConflict(error: unknown, read: () => Promise<ActualEntry>): Promise<ActualEntry> {
  const { status, isTruncated } = parseApiError(error)
  if (status !== 409 && !isTruncated) throw error
  return retryTruncatedResponse(read)
}

import { createLink } from '#cms/links.ts'
import { parseApiError } from '#cms/sync/contentful/api-error.ts'
import { retryTruncatedResponse } from '#cms/sync/contentful/retry-request.ts'
import type { SpaceClient } from '#cms/sync/contentful/space-client.ts'
import type { ActualEntry } from '#cms/sync/resources/entry-resource-type.ts'
import { needsPublishing } from '#cms/sync/resources/resource-type.ts'
import { LOCALE } from '#shared/constants.ts'
import { UserError } from '#shared/user-error.ts'
import type { PageList } from './picture-type.ts'
import { getListedEntryIds } from './read-space-pictures.ts'

/** Somebody may be faster as often. */
const ATTEMPTS = 8

/**
 * Whether the page holds changes that an editor has not published. One save since it was published that put these
 * entries at the end of the list is an earlier run's, which was killed or left drafts.
 */
export function hasUnpublishedEdits(page: ActualEntry, list: PageList, ours: ReadonlySet<string>): boolean {
  const { version, publishedVersion } = page.sys
  if (!needsPublishing(page.sys)) return false
  const isOneSave = publishedVersion !== undefined && version === publishedVersion + 2
  return !(isOneSave && ours.has(getListedEntryIds(page, list).at(-1) ?? ''))
}

export interface AppendResult {
  readonly page: ActualEntry
  /** An editor's unpublished changes stood in it when the entries were appended. */
  readonly hadUnpublishedEdits: boolean
}

/** Appends entries to the page's list, after whatever somebody else adds meanwhile. Nothing is published. */
export async function appendToPageList(
  { client: { entry } }: SpaceClient,
  page: ActualEntry,
  list: PageList,
  ids: readonly string[],
): Promise<AppendResult> {
  const at = { entryId: page.sys.id }
  const ours = new Set(ids)
  let held = page
  for (let attempts = 0; attempts < ATTEMPTS; attempts += 1) {
    const listed = getListedEntryIds(held, list)
    const missing = ids.filter((id) => !listed.includes(id))
    const hadUnpublishedEdits = hasUnpublishedEdits(held, list, ours)
    if (missing.length === 0) return { page: held, hadUnpublishedEdits }
    const links: unknown = held.fields[list.field]?.[LOCALE]
    const longer = [...(Array.isArray(links) ? links : []), ...missing.map((id) => createLink('Entry', id))]
    const fields = { ...held.fields, [list.field]: { ...held.fields[list.field], [LOCALE]: longer } }
    try {
      return { page: await entry.update(at, { ...held, fields }), hadUnpublishedEdits }
    } catch (error) {
      held = await heldAfter(error, () => entry.get(at))
    }
  }
  throw new UserError(`Somebody else is writing the page ${at.entryId} at the same time: run this again, it goes on`)
}

/** Publishes the page as it was appended to. Answers with the reason where it is not: an editor has changed it since, or it may not be. */
export async function publishPage({ client: { entry } }: SpaceClient, page: ActualEntry): Promise<string | undefined> {
  const at = { entryId: page.sys.id }
  let held = page
  for (let attempts = 0; attempts < ATTEMPTS && needsPublishing(held.sys); attempts += 1) {
    if (held.sys.version !== page.sys.version) return UNPUBLISHED_EDITS_REASON
    try {
      await entry.publish(at, held)
      return undefined
    } catch (error) {
      const { status, message } = parseApiError(error)
      if (status === 422) return `the page cannot be published (${message}): put it right in the CMS`
      held = await heldAfter(error, () => entry.get(at))
    }
  }
  return needsPublishing(held.sys) ? UNPUBLISHED_EDITS_REASON : undefined
}

/** Why pictures wait where publishing the page would publish what an editor has not. */
export const UNPUBLISHED_EDITS_REASON =
  'somebody changed the page meanwhile without publishing it: publish it in the CMS'

/** Somebody else wrote; or the request succeeded, and was repeated because its answer was lost. */
async function heldAfter(error: unknown, read: () => Promise<ActualEntry>): Promise<ActualEntry> {
  const { status, isTruncated } = parseApiError(error)
  if (status !== 409 && !isTruncated) throw error
  return retryTruncatedResponse(read)
}

import { parseLink } from '#cms/links.ts'
import { needsPublishing, type PublishState } from '#cms/publish-state.ts'
import { LOCALE } from '#shared/constants.ts'
import type { PageList } from './picture-type.ts'

/** What is read of an entry of the management API. */
export interface ManagedEntry {
  readonly sys: PublishState & { readonly id: string; readonly publishedAt?: string }
  /** By field, then by locale. */
  readonly fields: Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>
}

/** The entries of the pictures of a space, including drafts and archived ones, and the page that lists them. */
export interface SpacePictures<Entry extends ManagedEntry = ManagedEntry> {
  readonly page: Entry
  /** By id. */
  readonly entries: ReadonlyMap<string, Entry>
}

/** Returns the ids of the entries that the page lists, in order. */
export function getListedEntryIds({ fields }: Pick<ManagedEntry, 'fields'>, { field }: PageList): readonly string[] {
  const links = fields[field]?.[LOCALE]
  return Array.isArray(links) ? links.flatMap((link) => parseLink(link)?.id ?? []) : []
}

/**
 * Returns the ids of the entries that the page lists, but with which it has not been published: a run was interrupted, or
 * created drafts.
 */
export function getAwaitingIds({ page, entries }: SpacePictures, list: PageList): ReadonlySet<string> {
  const { publishedAt = '' } = page.sys
  const isAwaitingPublish = (id: string) => {
    const entry = entries.get(id)
    if (!entry) return false
    const { firstPublishedAt } = entry.sys
    return firstPublishedAt === undefined || (needsPublishing(page.sys) && firstPublishedAt > publishedAt)
  }
  return new Set(getListedEntryIds(page, list).filter(isAwaitingPublish))
}

/**
 * Whether the page has unpublished changes of an editor. A single save since the last publication that appended one of
 * `importedIds` is that of an interrupted import, or of one with drafts.
 */
export function hasUnpublishedEdits(page: ManagedEntry, list: PageList, importedIds: ReadonlySet<string>): boolean {
  const { version, publishedVersion } = page.sys
  if (!needsPublishing(page.sys)) return false
  const isSingleSave = publishedVersion !== undefined && version === publishedVersion + 2
  return !(isSingleSave && importedIds.has(getListedEntryIds(page, list).at(-1) ?? ''))
}

import type { ActualEntry, DesiredEntry } from '#cms/sync/resources/entry-resource-type.ts'
import { extractLinkKeys, type FieldChange, resourceKey } from '#cms/sync/resources/resource-type.ts'

/** An entry of the seed, what the space holds under its id, and how that differs. */
export interface ComparedEntry {
  readonly wanted: DesiredEntry
  readonly held: ActualEntry | undefined
  readonly changes: readonly FieldChange[]
  /** Why it will not be published; what is published of it links on to what it did. */
  readonly note?: string | undefined
}

/**
 * What the space does not hold because editors took it out: every entry of the seed that links to it is there,
 * and none of them links to it any more. Entries come leaf first, as in the seed. The answer is in labels.
 */
export function findRemovedByEditors(
  entries: readonly ComparedEntry[],
  assetIds: readonly string[],
): ReadonlySet<string> {
  const out = new Set<string>()
  const parents = Map.groupBy(
    entries.flatMap((entry) => entry.wanted.links.map((link) => ({ link, entry }))),
    ({ link }) => link,
  )
  const isOut = (name: string) => {
    const linking = parents.get(name) ?? []
    return linking.length > 0 && linking.every(({ entry }) => !keepsLink(entry, name, out))
  }
  for (const { wanted, held } of entries.toReversed()) {
    const name = resourceKey('entry', wanted.id)
    if (!held && isOut(name)) out.add(name)
  }
  for (const id of assetIds) if (isOut(resourceKey('asset', id))) out.add(resourceKey('asset', id))
  return out
}

/** Whether the entry will link to it when it has been brought in. */
function keepsLink(entry: ComparedEntry, name: string, out: ReadonlySet<string>): boolean {
  if (!entry.held) return !out.has(resourceKey('entry', entry.wanted.id))
  return getLinksAfterUpdate(entry).includes(name)
}

/** What an entry links to when it has been brought in: what it holds, but for the fields that seeding writes. */
export function getLinksAfterUpdate({ wanted, held, changes }: ComparedEntry): readonly string[] {
  if (!held) return extractLinkKeys(wanted.fields)
  const written = new Set(changes.map(({ field }) => field))
  const stays = Object.entries(held.fields).filter(([field]) => !written.has(field))
  return [...changes.map((change) => change.wanted), ...stays.map(([, values]) => values)].flatMap(extractLinkKeys)
}

import type { ActualEntry, DesiredEntry } from '#cms/sync/resources/entry-resource-type.ts'
import { extractLinkKeys, type FieldChange, resourceKey } from '#cms/sync/resources/resource-type.ts'

/** An entry of the seed, the entry of the space with the same id, and their differences. */
export interface ComparedEntry {
  readonly desired: DesiredEntry
  readonly actual: ActualEntry | undefined
  readonly changes: readonly FieldChange[]
  /** Why the entry is not published. Its published version keeps its links. */
  readonly note?: string | undefined
}

/**
 * Returns the keys of the resources that editors removed from the space: they are missing, every entry of the seed that
 * links to them exists, and none of these entries still links to them. Expects the entries in the order of the seed:
 * link targets first.
 */
export function findRemovedByEditors(
  entries: readonly ComparedEntry[],
  missingAssetIds: readonly string[],
): ReadonlySet<string> {
  const removedKeys = new Set<string>()
  const linksByTarget = Map.groupBy(
    entries.flatMap((entry) => entry.desired.links.map((target) => ({ target, entry }))),
    ({ target }) => target,
  )
  const isRemoved = (key: string) => {
    const links = linksByTarget.get(key) ?? []
    return links.length > 0 && links.every(({ entry }) => !keepsLink(entry, key, removedKeys))
  }
  for (const { desired, actual } of entries.toReversed()) {
    const key = resourceKey('entry', desired.id)
    if (!actual && isRemoved(key)) removedKeys.add(key)
  }
  for (const id of missingAssetIds) {
    const key = resourceKey('asset', id)
    if (isRemoved(key)) removedKeys.add(key)
  }
  return removedKeys
}

/** Whether the entry links to the resource after the seed run. */
function keepsLink(entry: ComparedEntry, key: string, removedKeys: ReadonlySet<string>): boolean {
  if (!entry.actual) return !removedKeys.has(resourceKey('entry', entry.desired.id))
  return getLinksAfterUpdate(entry).includes(key)
}

/** Returns the keys that an entry links to after the seed run: desired values of changed fields, actual values of others. */
function getLinksAfterUpdate({ desired, actual, changes }: ComparedEntry): readonly string[] {
  if (!actual) return extractLinkKeys(desired.fields)
  const changedFields = new Set(changes.map(({ field }) => field))
  const unchanged = Object.entries(actual.fields).filter(([field]) => !changedFields.has(field))
  return [...changes.map((change) => change.desired), ...unchanged.map(([, values]) => values)].flatMap(extractLinkKeys)
}

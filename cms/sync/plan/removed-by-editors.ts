import { findLinkNames } from '#cms/links.ts'
import type { ActualEntry, DesiredEntry } from '#cms/sync/resources/entry-resource-type.ts'
import { type FieldChange, resourceKey } from '#cms/sync/resources/resource-type.ts'

/** An entry of the seed, the entry of the space with the same id, and the fields that a seed run writes. */
export interface ComparedEntry {
  readonly desired: DesiredEntry
  readonly actual: ActualEntry | undefined
  readonly changes: readonly FieldChange[]
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
  const sources = Map.groupBy(
    entries.flatMap((entry) => entry.desired.links.map((target) => ({ target, entry }))),
    ({ target }) => target,
  )
  /** Whether the entry links to the resource after the seed run. */
  const keepsLink = ({ desired, actual, changes }: ComparedEntry, key: string) =>
    actual
      ? findLinkNames([actual.fields, changes.map((change) => change.desired)]).includes(key)
      : !removedKeys.has(resourceKey('entry', desired.id))
  const missing = entries.filter(({ actual }) => !actual).map(({ desired }) => resourceKey('entry', desired.id))
  for (const key of [...missing.toReversed(), ...missingAssetIds.map((id) => resourceKey('asset', id))]) {
    const links = sources.get(key) ?? []
    if (links.length > 0 && links.every(({ entry }) => !keepsLink(entry, key))) removedKeys.add(key)
  }
  return removedKeys
}

import { useState } from 'react'
import type { PictureFilter } from '#cms/photo-desk/state/pictures/picture-filter.ts'

/** The ids that have matched a filter since it was chosen, the first ones first. */
export interface KeptIds {
  readonly filter: PictureFilter
  readonly ids: ReadonlySet<string>
}

/** Returns the kept ids with those that match now; the same object if nothing has changed. */
export function keepIds(kept: KeptIds, filter: PictureFilter, matchingIds: readonly string[]): KeptIds {
  if (kept.filter !== filter) return { filter, ids: new Set(matchingIds) }
  return matchingIds.every((id) => kept.ids.has(id)) ? kept : { filter, ids: new Set([...kept.ids, ...matchingIds]) }
}

/**
 * Returns the ids that match a filter now, or have matched it since it was chosen, the first ones first. A row that does not
 * match any more, because its text is entered or it is published, stays, and none changes its place: rows would move under
 * the hands of the editor.
 */
export function useKeptIds(filter: PictureFilter, matchingIds: readonly string[]): ReadonlySet<string> {
  const [kept, setKept] = useState<KeptIds>(() => ({ filter, ids: new Set(matchingIds) }))
  const next = keepIds(kept, filter, matchingIds)
  if (next !== kept) setKept(next)
  return next.ids
}

import { useState } from 'react'
import type { PictureFilter } from '#cms/photo-desk/state/pictures/picture-filter.ts'

/** The ids that have matched a filter since it was chosen, the first ones first. */
export interface StickyIds {
  readonly filter: PictureFilter
  readonly ids: ReadonlySet<string>
}

/** Returns the ids with those that match now; the same object if nothing has changed. */
export function addMatchingIds(sticky: StickyIds, filter: PictureFilter, matchingIds: readonly string[]): StickyIds {
  if (sticky.filter !== filter) return { filter, ids: new Set(matchingIds) }
  return matchingIds.every((id) => sticky.ids.has(id))
    ? sticky
    : { filter, ids: new Set([...sticky.ids, ...matchingIds]) }
}

/**
 * Returns the rows that match a filter now, or have matched it since it was chosen, the first ones first. A row that does not
 * match any more, because its text is entered or it is published, stays, and none changes its place: rows would move under
 * the hands of the editor. `rows`: all rows, by id.
 */
export function useStickyRows<Row>(
  filter: PictureFilter,
  rows: ReadonlyMap<string, Row>,
  isMatching: (row: Row) => boolean,
): readonly Row[] {
  const matchingIds = [...rows].flatMap(([id, row]) => (isMatching(row) ? id : []))
  const [sticky, setSticky] = useState<StickyIds>(() => ({ filter, ids: new Set(matchingIds) }))
  const next = addMatchingIds(sticky, filter, matchingIds)
  if (next !== sticky) setSticky(next)
  return [...next.ids].flatMap((id) => rows.get(id) ?? [])
}

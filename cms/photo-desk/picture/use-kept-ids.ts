import { useState } from 'react'
import type { PictureFilter } from './picture-filter.tsx'

const NO_IDS: ReadonlySet<string> = new Set()

/**
 * Returns the ids that match a filter now, or have matched it since it was chosen, the first ones first. A row that does not
 * match any more, because its text is entered or it is published, stays: the rows below it would move meanwhile.
 */
export function useKeptIds(filter: PictureFilter, matchingIds: readonly string[]): ReadonlySet<string> {
  const [kept, setKept] = useState({ filter, ids: NO_IDS })
  const keptIds = kept.filter === filter ? kept.ids : NO_IDS
  const ids = matchingIds.every((id) => keptIds.has(id)) ? keptIds : new Set([...keptIds, ...matchingIds])
  if (ids !== kept.ids) setKept({ filter, ids })
  return ids
}

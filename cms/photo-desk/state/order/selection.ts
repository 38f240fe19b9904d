import type { PictureOrder } from './move-entries.ts'

export interface Selection {
  readonly ids: ReadonlySet<string>
  /** The picture from which Shift selects a range. */
  readonly anchorId?: string
}

export const EMPTY_SELECTION: Selection = { ids: new Set() }

export const selectOnly = (id: string): Selection => ({ ids: new Set([id]), anchorId: id })

export const selectAll = (order: PictureOrder): Selection => ({ ids: new Set(order) })

export const toggleSelected = ({ ids }: Selection, id: string): Selection => ({
  ids: new Set(ids.has(id) ? [...ids].filter((other) => other !== id) : [...ids, id]),
  anchorId: id,
})

/** Selects the pictures from the anchor to a picture. The anchor stays. */
export function selectRange({ anchorId = '' }: Selection, order: PictureOrder, id: string): Selection {
  const anchorIndex = order.indexOf(anchorId)
  const index = order.indexOf(id)
  if (anchorIndex < 0 || index < 0) return selectOnly(id)
  return { ids: new Set(order.slice(Math.min(anchorIndex, index), Math.max(anchorIndex, index) + 1)), anchorId }
}

/** Returns the selection without pictures that are not in the order any more. */
export function limitSelection(selection: Selection, order: PictureOrder): Selection {
  const ids = new Set(order.filter((id) => selection.ids.has(id)))
  return ids.size === selection.ids.size ? selection : { ...selection, ids }
}

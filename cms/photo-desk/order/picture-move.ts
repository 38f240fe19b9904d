import { getMoveIndex, moveEntries, type PictureOrder } from './move-entries.ts'
import type { Selection } from './selection.ts'

/** Pictures that are being moved by pointer or keyboard, and the place where they would be inserted. */
export interface PictureMove {
  /** The picture that the editor has picked up. It is shown at the place. */
  readonly activeId: string
  /** All pictures that move: the selection if it contains the active one. */
  readonly ids: ReadonlySet<string>
  /** How many other pictures stand before the place. */
  readonly index: number
  readonly input: 'pointer' | 'keyboard'
}

/** Starts a move of a picture, and of the whole selection if it is selected. */
export function startMove(
  order: PictureOrder,
  selection: Selection,
  activeId: string,
  input: PictureMove['input'],
): PictureMove {
  const ids = selection.ids.has(activeId) ? selection.ids : new Set([activeId])
  const before = order.slice(0, order.indexOf(activeId))
  return { activeId, ids, index: before.filter((id) => !ids.has(id)).length, input }
}

/** Returns the order to show during a move: only the active picture is shown of those that move. */
export function getShownOrder(order: PictureOrder, { activeId, ids, index }: PictureMove): PictureOrder {
  const shown = order.filter((id) => id === activeId || !ids.has(id))
  return moveEntries(shown, new Set([activeId]), index)
}

/** Returns a text for the live region, for example `Moved to position 4 of 48`. */
export function describeMove(action: string, order: PictureOrder, ids: ReadonlySet<string>): string {
  return `${action} position ${getMoveIndex(order, ids) + 1} of ${order.length}`
}

/** The ids of the pictures' entries in their order. Contains no id twice. */
export type PictureOrder = readonly string[]

/** Moves entries together, in their present order. `index` counts the other entries that stay before them. */
export function moveEntries(order: PictureOrder, ids: ReadonlySet<string>, index: number): PictureOrder {
  const moved = order.filter((id) => ids.has(id))
  const others = order.filter((id) => !ids.has(id))
  return [...others.slice(0, index), ...moved, ...others.slice(index)]
}

/**
 * Moves entries to where the dragged one of them was dropped. `overId` is the entry whose place it takes; the others follow
 * it there.
 */
export function dropEntries(
  order: PictureOrder,
  ids: ReadonlySet<string>,
  draggedId: string,
  overId: string,
): PictureOrder {
  const dropped = moveEntries(order, new Set([draggedId]), order.indexOf(overId))
  const before = dropped.slice(0, dropped.indexOf(draggedId))
  return moveEntries(order, ids, before.filter((id) => !ids.has(id)).length)
}

/**
 * Adds entries that the order lacks to their place in another order: after what they follow there, or to the end if they
 * are at its end, or not in it.
 */
export function returnEntries(order: PictureOrder, ids: ReadonlySet<string>, places: PictureOrder): PictureOrder {
  const missing = new Set([...places, ...ids].filter((id) => ids.has(id) && !order.includes(id)))
  if (missing.size === 0) return order
  const lastPlace = places.findLastIndex((id) => order.includes(id))
  const returned = [...order]
  for (const id of missing) {
    const place = places.indexOf(id)
    const isAtEnd = place < 0 || place > lastPlace
    const previous = places.slice(0, place).findLast((other) => returned.includes(other)) ?? ''
    returned.splice(isAtEnd ? returned.length : returned.indexOf(previous) + 1, 0, id)
  }
  return returned
}

/** Returns a text for the live region, for example `Moved to position 4 of 48`. */
export const describeMove = (action: string, order: PictureOrder, ids: ReadonlySet<string>): string =>
  `${action} position ${order.findIndex((id) => ids.has(id)) + 1} of ${order.length}`

export const isSameOrder = (a: PictureOrder, b: PictureOrder): boolean =>
  a.length === b.length && a.every((id, index) => id === b[index])

/** Returns the entries of both orders that have to move to get from one order to the other: as few as possible. */
export function findMovedIds(before: PictureOrder, after: PictureOrder): ReadonlySet<string> {
  const positions = new Map(before.map((id, index) => [id, index]))
  const getPosition = (id = '') => positions.get(id) ?? 0
  const common = after.filter((id) => positions.has(id))
  /** Longest increasing subsequence: for each length, the entries that can stay, of which the last one is the earliest. */
  const staying: PictureOrder[] = []
  for (const id of common) {
    const length = staying.findLastIndex((ids) => getPosition(ids.at(-1)) < getPosition(id)) + 1
    staying[length] = [...(staying[length - 1] ?? []), id]
  }
  const longest = new Set(staying.at(-1))
  return new Set(common.filter((id) => !longest.has(id)))
}

/** Describes how an order was changed, for example `2 moved, 1 added`; empty if it has the same entries in the same order. */
export function describeChanges(before: PictureOrder, after: PictureOrder): string {
  const counts = {
    moved: findMovedIds(before, after).size,
    added: after.filter((id) => !before.includes(id)).length,
    removed: before.filter((id) => !after.includes(id)).length,
  }
  const parts = Object.entries(counts).map(([name, count]) => (count > 0 ? `${count} ${name}` : ''))
  return parts.filter(Boolean).join(', ')
}

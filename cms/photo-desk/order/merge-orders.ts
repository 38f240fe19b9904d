import { findMovedIds, isSameOrder, type PictureOrder } from './move-entries.ts'

/** Two orders that cannot be merged without a choice. Both have the same pictures. */
export interface OrderConflict {
  /** The order that keeps the editor's own moves. */
  readonly mine: PictureOrder
  /** The order that keeps the moves of others. */
  readonly theirs: PictureOrder
}

export type OrderMerge = { readonly order: PictureOrder } | { readonly conflict: OrderConflict }

/**
 * Merges the changes that an editor (`mine`) and others (`theirs`) have made to the same order (`base`).
 * - Pictures that one side has added stay.
 * - Pictures that one side has removed are removed, except that a picture that the editor has moved stays.
 * - Each two pictures stand in the order of the side that has changed it. If no order fulfills this for all pictures, or if
 *   both sides have moved the same picture to different places, it is a conflict.
 */
export function mergeOrders(base: PictureOrder, mine: PictureOrder, theirs: PictureOrder): OrderMerge {
  if (isSameOrder(base, mine) || isSameOrder(mine, theirs)) return { order: theirs }
  if (isSameOrder(base, theirs)) return { order: mine }
  const members = mergeMembers(base, mine, theirs)
  const inMine = new Set(mine)
  const inTheirs = new Set(theirs)
  const common = base.filter((id) => inMine.has(id) && inTheirs.has(id))
  const inCommon = new Set(common)
  const myCommon = mine.filter((id) => inCommon.has(id))
  const theirCommon = theirs.filter((id) => inCommon.has(id))
  const complete = (order: PictureOrder) => insertMissing(insertMissing(order, theirs, members), mine, members)
  const order = mergeCommonOrders(common, myCommon, theirCommon)
  return order ? { order: complete(order) } : { conflict: { mine: complete(myCommon), theirs: complete(theirCommon) } }
}

/** Returns the ids of the pictures that the merged order has. */
function mergeMembers(base: PictureOrder, mine: PictureOrder, theirs: PictureOrder): ReadonlySet<string> {
  const inBase = new Set(base)
  const inTheirs = new Set(theirs)
  const movedByMe = findMovedIds(base, mine)
  const inMine = new Set(mine)
  return new Set([
    ...theirs.filter((id) => !inBase.has(id) || inMine.has(id)),
    ...mine.filter((id) => !inBase.has(id) || inTheirs.has(id) || movedByMe.has(id)),
  ])
}

/** Merges orders of the same pictures. Returns `undefined` for a conflict. */
function mergeCommonOrders(base: PictureOrder, mine: PictureOrder, theirs: PictureOrder): PictureOrder | undefined {
  if (isSameOrder(base, mine) || isSameOrder(mine, theirs)) return theirs
  if (isSameOrder(base, theirs)) return mine
  const myPositions = getPositions(mine)
  const theirPositions = getPositions(theirs)
  const movedByMe = findMovedIds(base, mine)
  const movedByThem = findMovedIds(base, theirs)
  const isBefore = (positions: ReadonlyMap<string, number>, a: string, b: string) =>
    (positions.get(a) ?? 0) < (positions.get(b) ?? 0)

  /** The number of pictures that each picture precedes. */
  const followers = new Map(base.map((id) => [id, 0]))
  for (const [index, a] of base.entries())
    for (const b of base.slice(index + 1)) {
      const isMine = isBefore(myPositions, a, b)
      const isTheirs = isBefore(theirPositions, a, b)
      const isMovedByBoth = [a, b].some((id) => movedByMe.has(id) && movedByThem.has(id))
      if (isMine !== isTheirs && isMovedByBoth) return undefined
      const first = isMine && isTheirs ? a : b // they stand in this order in `base`
      followers.set(first, (followers.get(first) ?? 0) + 1)
    }
  const order = base.toSorted((a, b) => (followers.get(b) ?? 0) - (followers.get(a) ?? 0))
  // The numbers differ if and only if no pictures precede each other in a circle.
  return order.every((id, index) => followers.get(id) === order.length - 1 - index) ? order : undefined
}

const getPositions = (order: PictureOrder): ReadonlyMap<string, number> =>
  new Map(order.map((id, index) => [id, index]))

/**
 * Inserts the pictures of `source` that `order` does not have, if they are in `members`: each after the picture that it
 * follows in `source`. Those at the end of `source` are appended.
 */
function insertMissing(order: PictureOrder, source: PictureOrder, members: ReadonlySet<string>): PictureOrder {
  const result = [...order]
  const present = new Set(order)
  const endStart = source.findLastIndex((id) => present.has(id)) + 1
  for (const [index, id] of source.entries()) {
    if (present.has(id) || !members.has(id)) continue
    const previous = source.slice(0, index).findLast((other) => present.has(other))
    if (index >= endStart) result.push(id)
    else result.splice(previous === undefined ? 0 : result.indexOf(previous) + 1, 0, id)
    present.add(id)
  }
  return result
}

import { mergeOrders, type OrderConflict } from './merge-orders.ts'
import { isSameOrder, type PictureOrder } from './move-entries.ts'

/** The unsaved order of a page, with the orders before and after it for undo and redo. */
export interface OrderHistory {
  /** The order of the page in Contentful that the editor has started from. */
  readonly base: PictureOrder
  readonly order: PictureOrder
  /** Earlier orders, the latest last. */
  readonly past: readonly PictureOrder[]
  /** Orders that were undone, the next one first. */
  readonly future: readonly PictureOrder[]
}

/** What the browser's database keeps of an unsaved order. */
export type StoredOrder = Pick<OrderHistory, 'base' | 'order'>

/** Steps that can be undone. */
const MAX_STEPS = 100

export const createOrderHistory = (base: PictureOrder, order: PictureOrder = base): OrderHistory => ({
  base,
  order,
  past: [],
  future: [],
})

export const hasUnsavedOrder = ({ base, order }: OrderHistory): boolean => !isSameOrder(base, order)

/** Changes the order, as a step that can be undone. */
export function changeOrder(history: OrderHistory, order: PictureOrder): OrderHistory {
  if (isSameOrder(history.order, order)) return history
  return { ...history, order, past: [...history.past, history.order].slice(-MAX_STEPS), future: [] }
}

export function undoOrder(history: OrderHistory): OrderHistory {
  const order = history.past.at(-1)
  if (!order) return history
  return { ...history, order, past: history.past.slice(0, -1), future: [history.order, ...history.future] }
}

export function redoOrder(history: OrderHistory): OrderHistory {
  const [order, ...future] = history.future
  if (!order) return history
  return { ...history, order, past: [...history.past, history.order], future }
}

export type HistoryRebase = { readonly history: OrderHistory } | { readonly conflict: OrderConflict }

/** Merges an order that others have saved into the history. Steps that cannot be merged with it cannot be undone any more. */
export function rebaseOrder(history: OrderHistory, theirs: PictureOrder): HistoryRebase {
  const { base, order, past, future } = history
  if (isSameOrder(base, theirs)) return { history }
  const merge = mergeOrders(base, order, theirs)
  if ('conflict' in merge) return merge
  const rebaseSteps = (steps: readonly PictureOrder[]) =>
    steps.flatMap((step) => {
      const merged = mergeOrders(base, step, theirs)
      return 'order' in merged ? [merged.order] : []
    })
  return { history: { base: theirs, order: merge.order, past: rebaseSteps(past), future: rebaseSteps(future) } }
}

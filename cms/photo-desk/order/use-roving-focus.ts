import { useLayoutEffect, useRef, useState } from 'react'
import type { EntryOrder } from './move-entries.ts'

/** Returns the picture that Tab reaches. When it is removed, it is the one that follows. */
export function useRovingFocus(order: EntryOrder) {
  const [focused, setFocused] = useState({ id: order[0], index: 0, requests: 0 })
  const tile = useRef<HTMLDivElement>(null)
  const isListed = focused.id !== undefined && order.includes(focused.id)
  const focusedId = isListed ? focused.id : order[Math.min(focused.index, order.length - 1)]
  // After the tile is mounted.
  useLayoutEffect(() => {
    if (focused.requests > 0) tile.current?.focus({ preventScroll: true })
  }, [focused.requests])
  const setFocusedId = (id: string) => setFocused((previous) => ({ ...previous, id, index: order.indexOf(id) }))
  const focus = (id: string) => setFocused(({ requests }) => ({ id, index: order.indexOf(id), requests: requests + 1 }))
  return { focusedId, tile, focus, setFocusedId }
}

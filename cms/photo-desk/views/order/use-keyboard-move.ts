import { type KeyboardEvent, useState } from 'react'
import { moveEntries } from '#cms/photo-desk/state/order/move-entries.ts'
import { findTileByKey, listTiles } from './find-tile.ts'
import type { OrderEditor } from './use-order-editor.ts'

/** Pictures that are picked up by the keyboard. */
interface HeldPictures {
  readonly ids: ReadonlySet<string>
  /** The number of other pictures before them. */
  readonly index: number
}

/**
 * Moves pictures by the keyboard. Their place is counted and not measured, so that each press of a key is a step, however
 * slow the page is. Returns the order with the pictures that are picked up at their new place.
 */
export function useKeyboardMove({ order, arrange, listMoved, change, announce }: OrderEditor) {
  const [held, setHeld] = useState<HeldPictures>()
  const getOrder = ({ ids, index }: HeldPictures) => arrange(moveEntries(order, ids, index))

  function put(action: string, next: HeldPictures) {
    setHeld(next)
    announce(action, getOrder(next), next.ids)
  }
  function pickUp(id: string) {
    const ids = listMoved(id)
    const index = order.slice(0, order.indexOf(id)).filter((other) => !ids.has(other)).length
    put(ids.size > 1 ? `Picked up ${ids.size} pictures at` : 'Picked up the picture at', { ids, index })
  }
  function drop() {
    if (!held) return
    setHeld(undefined)
    change(getOrder(held))
    announce('Dropped at', getOrder(held), held.ids)
  }
  function cancel() {
    if (!held) return
    setHeld(undefined)
    announce('Canceled. Still at', order, held.ids)
  }
  /** Handles a key while pictures are picked up. */
  function handleKey(event: KeyboardEvent, tile: HTMLElement) {
    if (!held) return
    if ([' ', 'Enter', 'Tab'].includes(event.key)) drop()
    else if (event.key === 'Escape') cancel()
    else {
      const tiles = listTiles(tile)
      const next = findTileByKey(tiles[held.index] ?? tile, event.key)
      if (!next) return
      const index = Math.min(tiles.indexOf(next), order.length - held.ids.size)
      if (index !== held.index) put('Moved to', { ...held, index })
    }
    event.preventDefault()
  }
  return { held, order: held ? getOrder(held) : order, pickUp, cancel, handleKey }
}

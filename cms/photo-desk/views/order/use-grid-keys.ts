import { type KeyboardEvent, type MouseEvent, useState } from 'react'
import { moveEntries, type PictureOrder } from '#cms/photo-desk/state/order/move-entries.ts'
import {
  EMPTY_SELECTION,
  selectAll,
  selectOnly,
  selectRange,
  toggleSelected,
} from '#cms/photo-desk/state/order/selection.ts'
import { useWorkspace } from '#cms/photo-desk/state/workspace/picture-workspace.ts'
import { findEntryId, findTileByKey, listTiles } from './find-tile.ts'
import type { OrderEditor } from './use-order-editor.ts'

/**
 * Selects, opens, moves, removes and reaches pictures by keys and clicks. Returns the pictures that are picked up, the order
 * with them at their new place, the picture that Tab reaches, and the handlers of the grid.
 */
export function useGridKeys(editor: OrderEditor, isDragging: boolean) {
  const { openPicture } = useWorkspace()
  const { selection, select } = editor
  const { listedIds, allIds, shownIds, isFiltered } = editor.shown
  const [reachedId, setReached] = useReachedId(listedIds)
  const { held, order, pickUp, cancel, handleHeldKey } = useHeldPictures(editor)

  const handleKey = (event: KeyboardEvent) => {
    const { key, target } = event
    const tile = target instanceof HTMLElement && target.matches('.order-handle') ? target.closest('li') : null
    const id = tile?.dataset.entryId
    if (!tile || id === undefined || isDragging) return
    if (held) return handleHeldKey(event, tile)
    const next = findTileByKey(tile, key)
    const nextId = next?.dataset.entryId
    if (next && nextId !== undefined) {
      next.querySelector<HTMLElement>('.order-handle')?.focus()
      if (event.shiftKey)
        select(selectRange(selection.anchorId === undefined ? selectOnly(id) : selection, listedIds, nextId))
    } else if (key === ' ' && !isFiltered) pickUp(id)
    else if (key === 'Enter' || key === ' ') select(toggleSelected(selection, id))
    else if (key === 'Escape') select(EMPTY_SELECTION)
    else if (key === 'Delete') editor.remove(id)
    else if (key === 'a' && (event.ctrlKey || event.metaKey)) select(selectAll(allIds))
    else return
    event.preventDefault()
  }
  const handleClick = ({ target, shiftKey, ctrlKey, metaKey }: MouseEvent) => {
    const id = findEntryId(target)
    if (id === undefined || !(target instanceof Element)) return
    if (target.closest('.order-open')) openPicture(id, shownIds)
    if (!target.closest('.order-handle')) return
    if (shiftKey) select(selectRange(selection, listedIds, id))
    else if (ctrlKey || metaKey) select(toggleSelected(selection, id))
    else select(selectOnly(id))
  }
  const handlers = {
    onKeyDown: handleKey,
    onClick: handleClick,
    onBlur: cancel,
    onFocus: ({ target }: { readonly target: EventTarget }) => setReached(findEntryId(target)),
  }
  return { held, order, reachedId, handlers }
}

/** Pictures that are picked up by the keyboard. */
interface HeldPictures {
  readonly ids: ReadonlySet<string>
  /** The number of other pictures before them. */
  readonly index: number
}

/** Moves pictures by keys. Their place is counted and not measured, so that each press is a step, however slow the page is. */
function useHeldPictures({ order, arrange, listMoved, move, announce }: OrderEditor) {
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
  function cancel() {
    if (!held) return
    setHeld(undefined)
    announce('Canceled. Still at', order, held.ids)
  }
  function handleHeldKey(event: KeyboardEvent, tile: HTMLElement) {
    if (!held) return
    if ([' ', 'Enter', 'Tab'].includes(event.key)) {
      setHeld(undefined)
      move('Dropped at', getOrder(held), held.ids)
    } else if (event.key === 'Escape') cancel()
    else {
      const tiles = listTiles(tile)
      const next = findTileByKey(tiles[held.index] ?? tile, event.key)
      if (!next) return
      const index = Math.min(tiles.indexOf(next), order.length - held.ids.size)
      if (index !== held.index) put('Moved to', { ...held, index })
    }
    event.preventDefault()
  }
  return { held, order: held ? getOrder(held) : order, pickUp, cancel, handleHeldKey }
}

/** Returns the picture that Tab reaches: the one that had the focus last. When it is removed, it is the one that follows. */
function useReachedId(order: PictureOrder) {
  const [reached, setReached] = useState({ id: order[0], index: 0 })
  const isShown = reached.id !== undefined && order.includes(reached.id)
  const reachedId = isShown ? reached.id : order[Math.min(reached.index, order.length - 1)]
  return [
    reachedId,
    (id: string | undefined) => id !== undefined && setReached({ id, index: order.indexOf(id) }),
  ] as const
}

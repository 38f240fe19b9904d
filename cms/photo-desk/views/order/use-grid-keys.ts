import { type KeyboardEvent, type MouseEvent, useState } from 'react'
import type { PictureOrder } from '#cms/photo-desk/state/order/move-entries.ts'
import {
  EMPTY_SELECTION,
  selectAll,
  selectOnly,
  selectRange,
  toggleSelected,
} from '#cms/photo-desk/state/order/selection.ts'
import { findEntryId, findTileByKey } from './find-tile.ts'
import type { useKeyboardMove } from './use-keyboard-move.ts'
import type { OrderEditor } from './use-order-editor.ts'

/**
 * Selects, picks up, removes and reaches pictures by keys and clicks. Returns the picture that Tab reaches, and the handlers
 * of the grid.
 */
export function useGridKeys(editor: OrderEditor, move: ReturnType<typeof useKeyboardMove>, isDragging: boolean) {
  const { selection, select } = editor
  const { listedIds } = editor.shown
  const [reachedId, setReached] = useReachedId(listedIds)

  const handleKey = (event: KeyboardEvent) => {
    const { key, target } = event
    const tile = target instanceof HTMLElement && target.matches('.order-handle') ? target.closest('li') : null
    const id = findEntryId(tile)
    if (!tile || id === undefined || isDragging) return
    if (move.held) return move.handleKey(event, tile)
    const next = findTileByKey(tile, key)
    const nextId = findEntryId(next ?? null)
    if (next && nextId !== undefined) {
      next.querySelector<HTMLElement>('.order-handle')?.focus()
      if (event.shiftKey)
        select(selectRange(selection.anchorId === undefined ? selectOnly(id) : selection, listedIds, nextId))
    } else if (key === ' ' && !editor.shown.isFiltered) move.pickUp(id)
    else if (key === 'Enter' || key === ' ') select(toggleSelected(selection, id))
    else if (key === 'Escape') select(EMPTY_SELECTION)
    else if (key === 'Delete') editor.remove(id)
    else if (key === 'a' && (event.ctrlKey || event.metaKey)) select(selectAll(editor.shown.allIds))
    else return
    event.preventDefault()
  }
  const handleClick = ({ target, shiftKey, ctrlKey, metaKey }: MouseEvent) => {
    const id = findEntryId(target)
    if (id === undefined || !(target instanceof Element) || !target.closest('.order-handle')) return
    if (shiftKey) select(selectRange(selection, listedIds, id))
    else if (ctrlKey || metaKey) select(toggleSelected(selection, id))
    else select(selectOnly(id))
  }
  return {
    reachedId,
    handlers: {
      onKeyDown: handleKey,
      onClick: handleClick,
      onBlur: move.cancel,
      onFocus: ({ target }: { readonly target: EventTarget }) => setReached(findEntryId(target)),
    },
  }
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

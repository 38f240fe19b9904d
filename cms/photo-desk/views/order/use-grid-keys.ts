import type { KeyboardCoordinateGetter } from '@dnd-kit/core'
import { type KeyboardEvent, type MouseEvent, useState } from 'react'
import type { PictureOrder } from '#cms/photo-desk/state/order/move-entries.ts'
import {
  EMPTY_SELECTION,
  selectAll,
  selectOnly,
  selectRange,
  toggleSelected,
} from '#cms/photo-desk/state/order/selection.ts'
import type { OrderEditor } from './use-order-editor.ts'

/** Selects, removes and reaches pictures by keys and clicks. Returns the picture that Tab reaches, and the handlers of the grid. */
export function useGridKeys(editor: OrderEditor, isDragging: boolean) {
  const { selection, select } = editor
  const { listedIds } = editor.shown
  const [reachedId, setReached] = useReachedId(listedIds)

  const handleKey = (event: KeyboardEvent) => {
    const { key, target } = event
    const tile = target instanceof HTMLElement && target.matches('.order-handle') ? target.closest('li') : null
    const id = findEntryId(tile)
    if (!tile || id === undefined || isDragging) return
    const next = findTileByKey(tile, key)
    const nextId = findEntryId(next ?? null)
    if (next && nextId !== undefined) {
      next.querySelector<HTMLElement>('.order-handle')?.focus()
      if (event.shiftKey)
        select(selectRange(selection.anchorId === undefined ? selectOnly(id) : selection, listedIds, nextId))
    } else if (key === 'Enter' || (key === ' ' && editor.shown.isFiltered)) select(toggleSelected(selection, id))
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

/** Returns the id of the entry in whose tile an element is. */
const findEntryId = (target: EventTarget | null): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('[data-entry-id]')?.dataset.entryId : undefined

/** Returns the tile that a key leads to from another tile of the grid; `undefined` for other keys. */
function findTileByKey(tile: HTMLElement, key: string): HTMLElement | undefined {
  const tiles = [...(tile.closest('.order-grid')?.querySelectorAll<HTMLElement>('[data-entry-id]') ?? [])]
  const getId = ({ dataset }: HTMLElement) => dataset.entryId ?? ''
  const rows = [...Map.groupBy(tiles, ({ offsetTop }) => offsetTop).values()].map((row) => row.map(getId))
  const nextId = findIdByKey(rows, getId(tile), key)
  return tiles.find((element) => getId(element) === nextId)
}

/** Returns the id that a key of a grid leads to; `undefined` for other keys. */
export function findIdByKey(rows: readonly PictureOrder[], id: string, key: string): string | undefined {
  const order = rows.flat()
  const index = order.indexOf(id)
  const rowIndex = rows.findIndex((row) => row.includes(id))
  /** Stays in the column. A shorter row has its last picture there. */
  const moveByRows = (count: number) => {
    const row = rows[Math.min(Math.max(rowIndex + count, 0), rows.length - 1)] ?? []
    return row === rows[rowIndex] ? id : row[Math.min(rows[rowIndex]?.indexOf(id) ?? 0, row.length - 1)]
  }
  if (key === 'ArrowLeft') return order[Math.max(index - 1, 0)]
  if (key === 'ArrowRight') return order[Math.min(index + 1, order.length - 1)]
  if (key === 'ArrowUp') return moveByRows(-1)
  if (key === 'ArrowDown') return moveByRows(1)
  if (key === 'Home') return order[0]
  if (key === 'End') return order.at(-1)
  return undefined
}

/** Moves a picture that was picked up by the keyboard to the place that a key leads to. */
export const getKeyboardPlace: KeyboardCoordinateGetter = (event, { active, context }) => {
  const { droppableContainers, droppableRects, over } = context
  const tile = droppableContainers.get(over?.id ?? active)?.node.current
  const next = tile && findTileByKey(tile, event.code)
  const rect = next && droppableRects.get(findEntryId(next) ?? '')
  if (!rect) return undefined
  event.preventDefault()
  next.scrollIntoView({ block: 'nearest' })
  return { x: rect.left, y: rect.top } // after the scrolling, which moves it
}

import type { PictureOrder } from '#cms/photo-desk/state/order/move-entries.ts'

/** Returns the id of the entry in whose tile an element is. */
export const findEntryId = (target: EventTarget | null): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('[data-entry-id]')?.dataset.entryId : undefined

/** Returns all tiles of the grid in which a tile is. */
export const listTiles = (tile: HTMLElement): readonly HTMLElement[] => [
  ...(tile.closest('.order-grid')?.querySelectorAll<HTMLElement>('[data-entry-id]') ?? []),
]

/** Returns the tile that a key leads to from another tile of the grid; `undefined` for other keys. */
export function findTileByKey(tile: HTMLElement, key: string): HTMLElement | undefined {
  const tiles = listTiles(tile)
  const getId = ({ dataset }: HTMLElement) => dataset.entryId ?? ''
  const rows = [...Map.groupBy(tiles, ({ offsetTop }) => offsetTop).values()].map((row) => row.map(getId))
  const rowsOnScreen = Math.max(Math.floor(window.innerHeight / tile.offsetHeight) - 1, 1)
  const nextId = findIdByKey(rows, getId(tile), key, rowsOnScreen)
  return tiles.find((element) => getId(element) === nextId)
}

/** Returns the id that a key of a grid leads to; `undefined` for other keys. */
export function findIdByKey(
  rows: readonly PictureOrder[],
  id: string,
  key: string,
  rowsOnScreen: number,
): string | undefined {
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
  if (key === 'PageUp') return moveByRows(-rowsOnScreen)
  if (key === 'PageDown') return moveByRows(rowsOnScreen)
  if (key === 'Home') return order[0]
  if (key === 'End') return order.at(-1)
  return undefined
}

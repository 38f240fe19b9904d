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
  const rows = [...Map.groupBy(tiles, ({ offsetTop }) => offsetTop).values()]
  const rowsOnScreen = Math.max(Math.floor(window.innerHeight / tile.offsetHeight) - 1, 1)
  return findByKey(rows, tile, key, rowsOnScreen)
}

/** Returns what a key of a grid leads to from one of its items; `undefined` for other keys. */
export function findByKey<Item>(rows: readonly (readonly Item[])[], item: Item, key: string, rowsOnScreen: number) {
  const items = rows.flat()
  const index = items.indexOf(item)
  const rowIndex = rows.findIndex((row) => row.includes(item))
  const column = rows[rowIndex]?.indexOf(item) ?? 0
  /** Stays in the column. A shorter row has its last item there. */
  const moveByRows = (count: number) => {
    const row = rows[Math.min(Math.max(rowIndex + count, 0), rows.length - 1)] ?? []
    return row[Math.min(column, row.length - 1)]
  }
  if (key === 'ArrowLeft') return items[Math.max(index - 1, 0)]
  if (key === 'ArrowRight') return items[Math.min(index + 1, items.length - 1)]
  if (key === 'ArrowUp') return moveByRows(-1)
  if (key === 'ArrowDown') return moveByRows(1)
  if (key === 'PageUp') return moveByRows(-rowsOnScreen)
  if (key === 'PageDown') return moveByRows(rowsOnScreen)
  if (key === 'Home') return items[0]
  if (key === 'End') return items.at(-1)
  return undefined
}

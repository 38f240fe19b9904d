import type { PictureOrder } from './move-entries.ts'

/** Pictures that stand together, with a heading if there are several groups. */
export interface PictureGroup {
  readonly title?: string
  readonly ids: PictureOrder
}

/** Sizes in px. */
export interface GridSizes {
  readonly columns: number
  readonly cellWidth: number
  readonly cellHeight: number
  readonly gap: number
  /** The height of the heading of a group. */
  readonly titleHeight: number
}

interface RowBox {
  /** px from the top of the grid */
  readonly top: number
  readonly height: number
}

interface PictureRow extends RowBox {
  readonly ids: PictureOrder
  readonly firstIndex: number
}

/** A row of pictures, or the heading of a group. */
export type GridRow = PictureRow | (RowBox & { readonly title: string })

/** The positions of all pictures in the grid. */
export interface GridLayout {
  readonly sizes: GridSizes
  readonly rows: readonly GridRow[]
  /** The rows without the headings. */
  readonly pictureRows: readonly PictureRow[]
  /** The pictures in the order in which they are shown. */
  readonly order: PictureOrder
  readonly height: number
}

export function createGridLayout(groups: readonly PictureGroup[], sizes: GridSizes): GridLayout {
  const { columns, cellHeight, gap, titleHeight } = sizes
  const rows: GridRow[] = []
  let top = 0
  let firstIndex = 0
  for (const { title, ids } of groups) {
    if (title !== undefined) {
      rows.push({ top, height: titleHeight, title })
      top += titleHeight
    }
    for (let index = 0; index < ids.length; index += columns) {
      const rowIds = ids.slice(index, index + columns)
      rows.push({ top, height: cellHeight + gap, ids: rowIds, firstIndex })
      top += cellHeight + gap
      firstIndex += rowIds.length
    }
  }
  const pictureRows = rows.filter((row) => 'ids' in row)
  return { sizes, rows, pictureRows, order: groups.flatMap(({ ids }) => ids), height: Math.max(top - gap, 0) }
}

/** The place of a picture, in px from the top left corner of the grid. */
interface PicturePlace {
  readonly left: number
  readonly top: number
  /** Its index in the grid. */
  readonly index: number
}

export function locatePictures({
  pictureRows,
  sizes: { cellWidth, gap },
}: GridLayout): ReadonlyMap<string, PicturePlace> {
  return new Map(
    pictureRows.flatMap(({ ids, top, firstIndex }) =>
      ids.map((id, column) => [id, { left: column * (cellWidth + gap), top, index: firstIndex + column }]),
    ),
  )
}

/** Returns the index of the picture at a point of the grid, or of the nearest one. */
export function findIndexAtPoint({ pictureRows, sizes }: GridLayout, x: number, y: number): number {
  const row = pictureRows.findLast(({ top }) => top <= y) ?? pictureRows[0]
  if (!row) return 0
  const column = Math.floor((x + sizes.gap / 2) / (sizes.cellWidth + sizes.gap))
  return row.firstIndex + Math.min(Math.max(column, 0), row.ids.length - 1)
}

/** Returns the index that a key of the grid leads to; `undefined` for other keys. `pageRows`: rows on the screen. */
export function findIndexByKey(layout: GridLayout, index: number, key: string, pageRows: number): number | undefined {
  const lastIndex = layout.order.length - 1
  const clamp = (value: number) => Math.min(Math.max(value, 0), lastIndex)
  if (key === 'ArrowLeft') return clamp(index - 1)
  if (key === 'ArrowRight') return clamp(index + 1)
  if (key === 'ArrowUp') return moveByRows(layout, index, -1)
  if (key === 'ArrowDown') return moveByRows(layout, index, 1)
  if (key === 'PageUp') return moveByRows(layout, index, -pageRows)
  if (key === 'PageDown') return moveByRows(layout, index, pageRows)
  if (key === 'Home') return 0
  if (key === 'End') return lastIndex
  return undefined
}

/** Stays in the column. A shorter row has its last picture there. */
function moveByRows({ pictureRows }: GridLayout, index: number, count: number): number {
  const rowIndex = pictureRows.findLastIndex(({ firstIndex }) => firstIndex <= index)
  const row = pictureRows[rowIndex]
  const target = pictureRows[Math.min(Math.max(rowIndex + count, 0), pictureRows.length - 1)]
  if (!row || !target || row === target) return index
  return target.firstIndex + Math.min(index - row.firstIndex, target.ids.length - 1)
}

/** Groups pictures by a title, in the order of the first picture of each group. Without titles, they are one group. */
export function groupPictures(
  order: PictureOrder,
  getTitle: ((id: string) => string) | undefined,
): readonly PictureGroup[] {
  if (!getTitle) return [{ ids: order }]
  return [...Map.groupBy(order, getTitle)].map(([title, ids]) => ({ title, ids }))
}

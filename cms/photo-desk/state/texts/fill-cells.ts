import { createStore } from 'zustand/vanilla'
import type { EntryEdits } from '#cms/photo-desk/state/edits/entry-edits.ts'
import type { DeskPicture } from '#cms/photo-desk/state/pictures/picture.ts'

/** A change of one cell of the table of texts. */
export interface CellChange {
  /** The key of the picture. */
  readonly rowId: string
  readonly field: string
  readonly value: string | null
}

/** Cells that were filled at once, and how to undo it. */
interface FilledCells {
  /** A sentence for the status. */
  readonly message: string
  /** The number of texts, for the editor. */
  readonly count: number
  readonly changes: readonly CellChange[]
  /** The changes that restore the cells, in the same order. */
  readonly reverts: readonly CellChange[]
}

const NO_CELLS: FilledCells = { message: '', count: 0, changes: [], reverts: [] }

/** Creates the store of the cells that were filled last. */
export const createFilledCells = () => createStore<FilledCells>(() => NO_CELLS)

interface Cells {
  readonly edits: Pick<EntryEdits, 'change'>
  readonly filledCells: ReturnType<typeof createFilledCells>
}

/** Changes cells of several pictures, which are saved soon. */
function changeCells({ edits }: Cells, rows: readonly DeskPicture[], changes: readonly CellChange[]): void {
  const changesByRow = Map.groupBy(changes, ({ rowId }) => rowId)
  for (const { id, name } of rows) {
    const values = changesByRow.get(id)?.map(({ field, value }) => [field, value] as const)
    if (values) edits.change(id, Object.fromEntries(values), name)
  }
}

/**
 * Fills many cells at once, as a step that can be undone. `extraTexts`: texts that are not filled in, because there is no
 * cell for them. `count`: the number of texts, for the editor, if it is not that of the cells.
 */
export function fillCells(
  cells: Cells,
  rows: readonly DeskPicture[],
  changes: readonly CellChange[],
  { extraTexts = 0, count = changes.length }: { readonly extraTexts?: number; readonly count?: number } = {},
): void {
  changeCells(cells, rows, changes)
  const missing = extraTexts === 1 ? 'it' : 'them'
  const extra = `${formatTexts(extraTexts)} did not fit: the table has no row or column for ${missing}.`
  const result = `${formatTexts(count)} filled in.`
  const message = extraTexts > 0 ? `${result} ${extra}` : result
  cells.filledCells.setState({ message, count, changes, reverts: revertChanges(rows, changes) })
}

/** Restores the cells that were filled last, those of removed pictures too. A cell that was changed since keeps its text. */
export function undoFilling(cells: Cells, rows: readonly DeskPicture[]): void {
  const { count, changes, reverts } = cells.filledCells.getState()
  const present = revertChanges(rows, changes)
  const restored = reverts.filter((_, index) => present[index]?.value === changes[index]?.value)
  changeCells(cells, rows, restored)
  const changedCount = changes.length - restored.length
  const result = `${formatTexts(Math.max(count - changedCount, 0))} restored.`
  const changed = `${formatTexts(changedCount)} ${changedCount === 1 ? 'was' : 'were'} changed since, and not restored.`
  cells.filledCells.setState({ ...NO_CELLS, message: changedCount > 0 ? `${result} ${changed}` : result })
}

/** Formats a number of texts: `1 text`. */
export const formatTexts = (count: number) => `${count} ${count === 1 ? 'text' : 'texts'}`

/** Returns the changes that restore the cells of `changes` to their present values. */
export function revertChanges(rows: readonly DeskPicture[], changes: readonly CellChange[]): readonly CellChange[] {
  const rowsById = new Map(rows.map((row) => [row.id, row]))
  return changes.map(({ rowId, field }) => ({ rowId, field, value: rowsById.get(rowId)?.values[field] ?? null }))
}

import { createStore } from 'zustand/vanilla'

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

export const NO_CELLS: FilledCells = { message: '', count: 0, changes: [], reverts: [] }

/** Creates the store of the cells that were filled last. */
export const createFilledCells = () => createStore<FilledCells>(() => NO_CELLS)

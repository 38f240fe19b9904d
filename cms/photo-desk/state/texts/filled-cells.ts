import { createStore } from 'zustand/vanilla'
import type { EntryEdits } from '#cms/photo-desk/state/edits/entry-edits.ts'
import type { DeskPicture } from '#cms/photo-desk/state/pictures/picture.ts'

/** A change of one cell of the table of texts. */
export interface CellChange {
  /** The row before the change. */
  readonly row: DeskPicture
  readonly field: string
  readonly value: string | null
}

interface FilledCells {
  /** A sentence for the status. */
  readonly message: string
  /** The number of texts, for the editor. */
  readonly count: number
  readonly changes: readonly CellChange[]
}

const NO_CELLS: FilledCells = { message: '', count: 0, changes: [] }

/** Creates what fills many cells at once, as a step that can be undone. */
export function createFilledCells(edits: Pick<EntryEdits, 'change'>) {
  const store = createStore<FilledCells>(() => NO_CELLS)

  /** Changes cells of several pictures, which are saved soon. */
  function change(changes: readonly CellChange[]): void {
    for (const [{ id, name }, cells] of Map.groupBy(changes, ({ row }) => row))
      edits.change(id, Object.fromEntries(cells.map(({ field, value }) => [field, value])), name)
  }

  return {
    /** The cells that were filled last. */
    store,
    /**
     * Fills cells. `extraTexts`: texts that are not filled in, because there is no cell for them. `count`: the number of
     * texts, for the editor, if it is not that of the cells.
     */
    fill: (changes: readonly CellChange[], { extraTexts = 0, count = changes.length } = {}): void => {
      change(changes)
      const missing = extraTexts === 1 ? 'it' : 'them'
      const extra = `${formatTexts(extraTexts)} did not fit: the table has no row or column for ${missing}.`
      const result = `${formatTexts(count)} filled in.`
      store.setState({ message: extraTexts > 0 ? `${result} ${extra}` : result, count, changes })
    },
    /** Restores the cells that were filled last, those of removed pictures too. A cell that was changed since keeps its text. */
    undo: (rows: readonly DeskPicture[]): void => {
      const { count, changes } = store.getState()
      const present = new Map(rows.map(({ id, values }) => [id, values]))
      const unchanged = changes.filter(({ row: { id }, field, value }) => {
        const values = present.get(id)
        return values && (values[field] ?? null) === value
      })
      change(unchanged.map(({ row, field }) => ({ row, field, value: row.values[field] ?? null })))
      const changedCount = changes.length - unchanged.length
      const result = `${formatTexts(Math.max(count - changedCount, 0))} restored.`
      const changed = `${formatTexts(changedCount)} ${changedCount === 1 ? 'was' : 'were'} changed since, and not restored.`
      store.setState({ ...NO_CELLS, message: changedCount > 0 ? `${result} ${changed}` : result })
    },
  }
}

export const formatTexts = (count: number) => `${count} ${count === 1 ? 'text' : 'texts'}`

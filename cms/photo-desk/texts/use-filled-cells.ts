import { useState } from 'react'
import { useWorkspace } from '#cms/photo-desk/space/picture-workspace.ts'
import { type CellChange, type PictureRow, revertChanges } from './picture-rows.ts'
import { changeCells } from './use-picture-rows.ts'

/** Cells that were filled at once, and how to undo it. */
interface FilledCells {
  /** A sentence for the status. */
  readonly message: string
  /** Texts that are not filled in, because there is no cell for them. */
  readonly extraTexts: number
  readonly changes: readonly CellChange[]
  /** The changes that restore the cells, in the same order. */
  readonly reverts: readonly CellChange[]
}

const NOTHING_FILLED: FilledCells = { message: '', extraTexts: 0, changes: [], reverts: [] }

/** Fills many cells at once, and undoes the last filling. */
export function useFilledCells(rows: readonly PictureRow[]) {
  const workspace = useWorkspace()
  const [filled, setFilled] = useState(NOTHING_FILLED)
  return {
    message: filled.message,
    extraTexts: filled.extraTexts,
    canUndo: filled.reverts.length > 0,
    fill: (changes: readonly CellChange[], extraTexts = 0): void => {
      const reverts = revertChanges(rows, changes)
      changeCells(workspace, rows, changes)
      setFilled({ message: `${formatTexts(changes.length)} filled in.`, extraTexts, changes, reverts })
    },
    /** Restores the filled cells. A cell that was changed since keeps its text. */
    undo: (): void => {
      const present = revertChanges(rows, filled.changes)
      const reverts = filled.reverts.filter((_, index) => present[index]?.value === filled.changes[index]?.value)
      changeCells(workspace, rows, reverts)
      setFilled({ ...NOTHING_FILLED, message: `${formatTexts(reverts.length)} restored.` })
    },
  }
}

export const formatTexts = (count: number) => `${count} ${count === 1 ? 'text' : 'texts'}`

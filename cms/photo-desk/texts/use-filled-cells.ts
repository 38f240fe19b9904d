import { useStore } from 'zustand'
import { useWorkspace } from '#cms/photo-desk/space/picture-workspace.ts'
import type { CellChange } from './filled-cells.ts'
import { type PictureRow, revertChanges } from './picture-rows.ts'
import { changeCells } from './use-picture-rows.ts'

/** Fills many cells at once, and undoes the last filling. */
export function useFilledCells(rows: readonly PictureRow[]) {
  const workspace = useWorkspace()
  const { message, changes, reverts } = useStore(workspace.filledCells)

  /** `extraTexts`: those that are not filled in, because there is no cell for them. */
  function fill(filled: readonly CellChange[], extraTexts = 0): void {
    changeCells(workspace, rows, filled)
    const missing = extraTexts === 1 ? 'it' : 'them'
    const extra = `${formatTexts(extraTexts)} did not fit: the table has no row or column for ${missing}.`
    const result = `${formatTexts(filled.length)} filled in.`
    workspace.filledCells.setState({
      message: extraTexts > 0 ? `${result} ${extra}` : result,
      changes: filled,
      reverts: revertChanges(rows, filled),
    })
  }

  /** Restores the filled cells. A cell that was changed since keeps its text. */
  function undo(): void {
    const present = revertChanges(rows, changes)
    const restored = reverts.filter((_, index) => present[index]?.value === changes[index]?.value)
    changeCells(workspace, rows, restored)
    workspace.filledCells.setState({ message: `${formatTexts(restored.length)} restored.`, changes: [], reverts: [] })
  }

  return { message, changes, fill, undo }
}

const formatTexts = (count: number) => `${count} ${count === 1 ? 'text' : 'texts'}`

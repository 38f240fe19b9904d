import { useRef } from 'react'
import { useStore } from 'zustand'
import { useWorkspace } from '#cms/photo-desk/state/workspace/picture-workspace.ts'

/** A row that can be selected. */
export interface SelectableRow {
  readonly id: string
  /** Whether it is selected as long as the editor has not chosen. */
  readonly isDefault: boolean
}

/** Returns which of the shown rows are selected, and changes it. The workspace has what the editor has chosen. */
export function usePublishSelection(rows: readonly SelectableRow[]) {
  const { publishSelection } = useWorkspace()
  const chosen = useStore(publishSelection.store)
  const lastId = useRef<string>(undefined)
  const selectedIds = new Set(rows.filter(({ id, isDefault }) => chosen.get(id) ?? isDefault).map(({ id }) => id))

  // What is as by default is no choice: a picture that is published is selected again when it is changed.
  const select = (changed: readonly SelectableRow[], isSelected: boolean) =>
    publishSelection.change(changed.map(({ id, isDefault }) => [id, isSelected === isDefault ? undefined : isSelected]))

  return {
    selectedIds,
    selectAll: (isSelected: boolean) => select(rows, isSelected),
    /** `isRange`: all rows from the one that was changed last to this one. */
    selectRow: (id: string, isSelected: boolean, isRange: boolean) => {
      const index = rows.findIndex((row) => row.id === id)
      const lastIndex = isRange ? rows.findIndex((row) => row.id === lastId.current) : -1
      const [start, end] = lastIndex < 0 ? [index, index] : [Math.min(index, lastIndex), Math.max(index, lastIndex)]
      select(rows.slice(start, end + 1), isSelected)
      lastId.current = id
    },
  }
}

import { useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { type PictureWorkspace, useSpacePictures, useWorkspace } from '#cms/photo-desk/space/picture-workspace.ts'
import { type CellChange, listPictureRows, type PictureRow } from './picture-rows.ts'
import { addTextAdvice } from './text-advice.ts'

/** Returns all pictures of the space with their unsaved texts. Suspends until they are fetched. */
export function usePictureRows(): readonly PictureRow[] {
  const workspace = useWorkspace()
  const spacePictures = useSpacePictures()
  const uploads = useStore(workspace.uploads.store)
  const edits = useStore(workspace.edits.store)
  const { pictureType } = workspace
  return useMemo(
    () => addTextAdvice(listPictureRows({ spacePictures, uploads, edits, pictureType }), pictureType),
    [spacePictures, uploads, edits, pictureType],
  )
}

/** Changes cells of several pictures, which are saved soon. */
export function changeCells(
  { edits, uploads }: PictureWorkspace,
  rows: readonly PictureRow[],
  changes: readonly CellChange[],
): void {
  const changesByRow = Map.groupBy(changes, ({ rowId }) => rowId)
  for (const row of rows) {
    const rowChanges = changesByRow.get(row.id)
    if (!rowChanges) continue
    const values = Object.fromEntries(rowChanges.map(({ field, value }) => [field, value]))
    if (row.uploadId === undefined) edits.change(row.id, values)
    else uploads.changeValues(row.uploadId, values)
  }
}

interface ShownRows {
  readonly key: number
  readonly ids: ReadonlySet<string>
}

const NO_ROWS: ReadonlySet<string> = new Set()

/**
 * Returns the rows that match now, or have matched since `key` changed. A row whose missing text is being entered stays
 * where it is, and so does a picture whose upload ends.
 */
export function useMatchedRows(
  rows: readonly PictureRow[],
  key: number,
  matches: (row: PictureRow) => boolean,
): readonly PictureRow[] {
  const [shown, setShown] = useState<ShownRows>({ key, ids: NO_ROWS })
  const shownIds = shown.key === key ? shown.ids : NO_ROWS
  const addedIds = rows.filter((row) => !shownIds.has(row.id) && matches(row)).map(({ id }) => id)
  const ids = addedIds.length > 0 ? new Set([...shownIds, ...addedIds]) : shownIds
  if (shown.key !== key || addedIds.length > 0) setShown({ key, ids })
  return useMemo(() => {
    const rowsById = new Map(rows.map((row) => [row.id, row]))
    return [...ids].flatMap((id) => rowsById.get(id) ?? [])
  }, [rows, ids])
}

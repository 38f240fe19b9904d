import { useMemo } from 'react'
import { useStore } from 'zustand'
import { type PictureWorkspace, useSpacePictures, useWorkspace } from '#cms/photo-desk/space/picture-workspace.ts'
import type { CellChange } from './filled-cells.ts'
import { listPictureRows, type PictureRow } from './picture-rows.ts'
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

/** Returns a picture by the id of its entry, or of a file that is being added; an archived one if the page lists it. */
export const usePictureRow = (id: string): PictureRow | undefined =>
  usePictureRows().find((row) => row.id === id || row.uploadId === id)

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

import { useMemo } from 'react'
import { useStore } from 'zustand'
import { type PictureWorkspace, useSpacePictures, useWorkspace } from '#cms/photo-desk/space/picture-workspace.ts'
import { getPicture } from '#cms/photo-desk/space/space-pictures.ts'
import type { CellChange } from './filled-cells.ts'
import { createSpaceRow, listPictureRows, type PictureRow } from './picture-rows.ts'
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

/** Returns a picture by the id of its entry, or of the file that is being added. Archived ones have a row only here. */
export function usePictureRow(id: string): PictureRow | undefined {
  const { pictureType } = useWorkspace()
  const picture = getPicture(useSpacePictures(), pictureType, id)
  const row = usePictureRows().find((other) => other.id === id || other.uploadId === id)
  return row ?? (picture && createSpaceRow(picture, pictureType, undefined))
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

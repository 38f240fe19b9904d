import { useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { matchesSearch, type PictureFilter } from '#cms/photo-desk/picture/picture-filter.tsx'
import type { PictureType } from '#cms/photo-desk/space/picture-type.ts'
import { type PictureWorkspace, useSpacePictures, useWorkspace } from '#cms/photo-desk/space/picture-workspace.ts'
import { getPicture } from '#cms/photo-desk/space/space-pictures.ts'
import type { CellChange } from './filled-cells.ts'
import { createSpaceRow, listPictureRows, matchesRowState, type PictureRow } from './picture-rows.ts'
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

const NO_IDS: ReadonlySet<string> = new Set()

/**
 * Returns the rows that match a filter now, or have matched it since it was chosen. A row whose missing text is being
 * entered stays where it is, and so does a picture whose upload ends.
 */
export function useMatchedRows(
  rows: readonly PictureRow[],
  filter: PictureFilter,
  pictureType: PictureType,
): readonly PictureRow[] {
  const [shown, setShown] = useState({ filter, ids: NO_IDS })
  const shownIds = shown.filter === filter ? shown.ids : NO_IDS
  const addedRows = rows.filter(
    (row) =>
      !shownIds.has(row.id) &&
      matchesRowState(row, filter.state, pictureType) &&
      matchesSearch([...row.fileNames, ...Object.values(row.values)], filter.search),
  )
  const ids = addedRows.length > 0 ? new Set([...shownIds, ...addedRows.map(({ id }) => id)]) : shownIds
  if (ids !== shown.ids) setShown({ filter, ids })
  return rows.filter(({ id }) => ids.has(id))
}

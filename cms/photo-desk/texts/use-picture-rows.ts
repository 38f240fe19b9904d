import { useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { type Desk, useDesk, useLibrary } from '#cms/photo-desk/space/desk.ts'
import { type CellChange, listPictureRows, type PictureRow } from './picture-rows.ts'

/** Returns all pictures of the desk with their unsaved texts. Suspends until the library is fetched. */
export function usePictureRows(): readonly PictureRow[] {
  const desk = useDesk()
  const library = useLibrary()
  const uploads = useStore(desk.uploads.store)
  const edits = useStore(desk.edits.store)
  const { pictureType } = desk
  return useMemo(
    () => listPictureRows({ library, uploads, edits, pictureType }),
    [library, uploads, edits, pictureType],
  )
}

/** Changes cells of several pictures, which are saved soon. */
export function changeCells(
  { edits, uploads }: Desk,
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
  readonly key: string
  readonly ids: ReadonlySet<string>
}

const NO_ROWS: ReadonlySet<string> = new Set()

/**
 * Returns the rows that match now, or have matched since `key` changed. A row whose missing text is being entered stays
 * where it is, and so does a picture whose upload ends.
 */
export function useMatchedRows(
  rows: readonly PictureRow[],
  key: string,
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

import type { PictureType } from '#cms/photo-desk/client/picture-type.ts'
import type { SpacePictures } from '#cms/photo-desk/client/space-pictures.ts'
import type { EntryEdit } from '#cms/photo-desk/client/stored-work.ts'
import { type DeskPicture, listPictures } from '#cms/photo-desk/state/pictures/picture.ts'
import { getPictureKeys, type Upload } from '#cms/photo-desk/state/uploads/upload.ts'

interface RowSources {
  readonly spacePictures: SpacePictures
  readonly uploads: readonly Upload[]
  readonly edits: ReadonlyMap<string, EntryEdit>
  readonly pictureType: PictureType
}

/**
 * Lists the pictures of the page in their order, then those of the queue in its order, then those without a place: the
 * order that the page will have. A picture of the queue keeps its row when it is added, and those that were added before a
 * reload stand before the others, so that a column of texts in the order of the files fits.
 */
export function listPictureRows({ spacePictures, uploads, edits, pictureType }: RowSources): readonly DeskPicture[] {
  const keys = getPictureKeys(uploads)
  const spaceRows = [...listPictures(spacePictures, pictureType).values()]
    .filter(({ isListed, state }) => isListed || state !== 'archived')
    .map((picture) => {
      const id = keys.get(picture.id) ?? picture.id
      const edit = edits.get(id)
      return { ...picture, id, values: { ...picture.values, ...edit?.values }, edit }
    })
  const rowsByKey = new Map(spaceRows.map((row) => [row.id, row]))
  const queueRows = uploads
    .filter(
      ({ status, replacedEntryId, isHidden }) => status !== 'rejected' && replacedEntryId === undefined && !isHidden,
    )
    .flatMap(({ id, fileName: name, status, thumbnailUrl }): DeskPicture | [] => {
      const row = rowsByKey.get(id) // also while it is added, if an interrupted upload has created the entry
      if (status === 'done') return row ?? []
      const edit = edits.get(id)
      const values = row?.values ?? edit?.values ?? {}
      return { id, name, fileNames: [name], values, state: 'adding', thumbnailUrl, edit }
    })
  const queueIds = new Set(queueRows.map(({ id }) => id))
  const others = spaceRows.filter(({ id }) => !queueIds.has(id))
  return [...others.filter(({ isListed }) => isListed), ...queueRows, ...others.filter(({ isListed }) => !isListed)]
}

/** Lists the pictures with unsaved texts that are in no other row: they are not added, or somebody else has deleted them. */
export function listOrphanedTexts(
  rows: readonly DeskPicture[],
  edits: ReadonlyMap<string, EntryEdit>,
  { name }: PictureType,
): readonly DeskPicture[] {
  const ids = new Set(rows.map(({ id }) => id))
  return [...edits]
    .filter(([id]) => !ids.has(id))
    .map(([id, edit]) => {
      const rowName = edit.name ?? `A ${name} without a name`
      const duplicate = findListedRow(rows, edit.duplicateKey ?? '')
      return { id, name: rowName, fileNames: [rowName], values: edit.values, state: 'removed', edit, duplicate }
    })
}

/** Whether a picture is in the list. Others only have texts that the editor can use or discard. */
export const isInList = ({ state }: DeskPicture): boolean => state !== 'removed'

/** Whether a row is that of a picture, by the key of the picture or the id of its entry. */
export const isRowOf = (row: DeskPicture, id: string): boolean => row.id === id || row.entry?.sys.id === id

/** Returns a picture of the list by its key or the id of its entry. */
export const findListedRow = (rows: readonly DeskPicture[], id: string): DeskPicture | undefined =>
  rows.find((row) => isInList(row) && isRowOf(row, id))

import type { PictureType } from '#cms/photo-desk/client/picture-type.ts'
import {
  type EntryValues,
  getPictureUrl,
  getPublicationState,
  getTextValues,
  listPictures,
  type PublicationState,
  type SpacePicture,
  type SpacePictures,
} from '#cms/photo-desk/client/space-pictures.ts'
import type { EntryEdit } from '#cms/photo-desk/client/stored-work.ts'
import type { StateFilter } from '#cms/photo-desk/state/pictures/picture-filter.ts'
import { getMissingColumns } from '#cms/photo-desk/state/pictures/text-columns.ts'
import { getPictureKeys, type Upload } from '#cms/photo-desk/state/uploads/upload.ts'
import { LOCALE } from '#shared/constants.ts'
import type { CellChange } from './filled-cells.ts'

/** Matches the average colour and the hash in names of seeded files: `valves.7e6e68.0f3a92bc.jpg`. */
const FILE_NAME_MARKS = /(\.[0-9a-f]{6})?\.[0-9a-f]{8}(?=\.\w+$)/

/** A picture of the table: in the space, a file that is being added, or one with texts that is not in the list any more. */
export interface PictureRow {
  /** The key of the picture: an upload and the picture that it becomes are one row. */
  readonly id: string
  /** `undefined` while the file is being added. */
  readonly entryId?: string
  /** The name of the file, or the title of the picture without one. */
  readonly name: string
  /** The names by which a CSV file can mean the picture. */
  readonly fileNames: readonly string[]
  readonly thumbnailUrl?: string | undefined
  /** The picture at the size of a dialog. */
  readonly pictureUrl?: string | undefined
  /** By field, with unsaved changes. */
  readonly values: EntryValues
  /** `removed`: the file is not added, or somebody else has deleted the picture. */
  readonly state: PublicationState | 'adding' | 'removed'
  readonly edit?: EntryEdit | undefined
  /** What should be corrected in valid texts: sentences by field. */
  readonly advice?: ReadonlyMap<string, string> | undefined
}

interface RowSources {
  readonly spacePictures: SpacePictures
  readonly uploads: readonly Upload[]
  readonly edits: ReadonlyMap<string, EntryEdit>
  readonly pictureType: PictureType
}

/** px; twice the width of the table’s thumbnails */
const THUMBNAIL_WIDTH = 240

/** px; twice the width of the picture in its dialog */
const PICTURE_WIDTH = 1_600

/**
 * Lists the pictures of the page in their order, then those of the queue in its order, then those without a place: the
 * order that the page will have. A picture of the queue keeps its row when it is added, and those that were added before a
 * reload stand before the others, so that a column of texts in the order of the files fits.
 */
export function listPictureRows({ spacePictures, uploads, edits, pictureType }: RowSources): readonly PictureRow[] {
  const { listed, unlisted } = listPictures(spacePictures, pictureType)
  const keys = getPictureKeys(uploads)
  const toRows = (pictures: readonly SpacePicture[]) =>
    pictures.map((picture) => {
      const key = keys.get(picture.entry.sys.id) ?? picture.entry.sys.id
      return createSpaceRow(key, picture, pictureType, edits.get(key))
    })
  const [listedRows, unlistedRows] = [toRows(listed), toRows(unlisted)]
  const spaceRows = new Map([...listedRows, ...unlistedRows].map((row) => [row.id, row]))
  const queueRows = uploads
    .filter(
      ({ status, replacedEntryId, isHidden }) => status !== 'rejected' && replacedEntryId === undefined && !isHidden,
    )
    .flatMap((upload) => {
      const row = spaceRows.get(upload.id)
      return upload.status === 'done' ? (row ?? []) : createUploadRow(upload, row, edits.get(upload.id))
    })
  const queueIds = new Set(queueRows.map(({ id }) => id))
  const withoutQueue = (rows: readonly PictureRow[]) => rows.filter(({ id }) => !queueIds.has(id))
  return [...withoutQueue(listedRows), ...queueRows, ...withoutQueue(unlistedRows)]
}

/** Creates the row of a file that is being added. `row`: its picture, if an interrupted upload has created the entry. */
const createUploadRow = (
  { id, fileName, thumbnailUrl }: Upload,
  row: PictureRow | undefined,
  edit: EntryEdit | undefined,
): PictureRow => ({
  id,
  name: fileName,
  fileNames: [fileName],
  values: row?.values ?? edit?.values ?? {},
  state: 'adding',
  thumbnailUrl,
  pictureUrl: thumbnailUrl,
  edit,
})

/** Lists the pictures with unsaved texts that are in no other row: they are not added, or somebody else has deleted them. */
export function listRemovedRows(
  rows: readonly PictureRow[],
  edits: ReadonlyMap<string, EntryEdit>,
  { name }: PictureType,
): readonly PictureRow[] {
  const ids = new Set(rows.map(({ id }) => id))
  return [...edits]
    .filter(([id]) => !ids.has(id))
    .map(([id, edit]) => {
      const rowName = edit.name ?? `A ${name} without a name`
      return { id, name: rowName, fileNames: [rowName], values: edit.values, state: 'removed', edit }
    })
}

/** Whether a picture is in the list. Others only have texts that the editor can use or discard. */
export const isInList = ({ state }: PictureRow): boolean => state !== 'removed'

/** Whether a row is that of a picture, by the key of the picture or the id of its entry. */
export const isRowOf = (row: PictureRow, id: string): boolean => row.id === id || row.entryId === id

/** Returns a picture of the list by its key or the id of its entry. */
export const findListedRow = (rows: readonly PictureRow[], id: string): PictureRow | undefined =>
  rows.find((row) => isInList(row) && isRowOf(row, id))

/** Creates the row of a picture of the space. */
function createSpaceRow(
  key: string,
  { entry, asset }: SpacePicture,
  pictureType: PictureType,
  edit: EntryEdit | undefined,
): PictureRow {
  const fileName = asset?.fields.file?.[LOCALE]?.fileName
  const title = asset?.fields.title?.[LOCALE]
  const fileNames = [fileName?.replace(FILE_NAME_MARKS, ''), fileName, title].flatMap((name) => name || [])
  return {
    id: key,
    entryId: entry.sys.id,
    name: fileNames[0] ?? 'No file',
    fileNames,
    values: { ...getTextValues(entry, pictureType), ...edit?.values },
    state: getPublicationState(entry),
    thumbnailUrl: getPictureUrl(asset, THUMBNAIL_WIDTH),
    pictureUrl: getPictureUrl(asset, PICTURE_WIDTH),
    edit,
  }
}

/** Whether a row is among those of a filter. */
export function matchesRowState(row: PictureRow, filter: StateFilter, pictureType: PictureType): boolean {
  if (filter === 'missing') return getMissingColumns(pictureType, row.values).length > 0
  return filter === 'all' || row.state !== 'published'
}

/** Returns the changes that restore the cells of `changes` to their present values. */
export function revertChanges(rows: readonly PictureRow[], changes: readonly CellChange[]): readonly CellChange[] {
  const rowsById = new Map(rows.map((row) => [row.id, row]))
  return changes.map(({ rowId, field }) => ({ rowId, field, value: rowsById.get(rowId)?.values[field] ?? null }))
}

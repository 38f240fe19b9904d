import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { StoredUpload } from '#cms/photo-desk/uploads/upload.ts'
import type { FieldValues } from './library.ts'

/** Changed fields of an entry that are not saved. */
export interface StoredEdit {
  readonly values: FieldValues
  /** The values that the entry had when the editor changed them. */
  readonly before: FieldValues
}

interface DeskSchema extends DBSchema {
  /** Uploads that are not finished, by id. */
  uploads: { key: string; value: StoredUpload }
  /** Files of the uploads by their id: the original file, then the file that is sent. */
  files: { key: string; value: Blob }
  /** Texts that are not saved in Contentful, by the id of the entry. */
  edits: { key: string; value: StoredEdit }
}

export type DeskDatabase = IDBPDatabase<DeskSchema>

/** Version of the schema. A change of it needs an upgrade step. */
const VERSION = 1

/**
 * Opens the browser's database of one environment, which keeps unfinished work over a reload. Returns `undefined` if the
 * browser does not allow it, for example in a private window: then a reload loses unfinished work.
 */
export async function openDeskDatabase(spaceId: string, environmentId: string): Promise<DeskDatabase | undefined> {
  try {
    return await openDB<DeskSchema>(`photo-desk ${spaceId} ${environmentId}`, VERSION, {
      upgrade: (database) => {
        for (const name of ['uploads', 'files', 'edits'] as const) database.createObjectStore(name)
      },
    })
  } catch (error) {
    console.warn('The browser does not keep unfinished work over a reload:', error)
    return undefined
  }
}

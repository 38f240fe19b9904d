import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { EntryValues } from './space-pictures.ts'
import type { DeselectedEntry, EntryEdit, StoredOrder, UploadRecord } from './stored-work.ts'

interface DeskSchema extends DBSchema {
  /** Uploads that are not finished, by id. */
  uploads: { key: string; value: UploadRecord }
  /** Files of the uploads by their id: the original file, then the file that is sent. */
  files: { key: string; value: Blob }
  /** Texts that are not saved in Contentful, by the id of the entry, or of the upload while it is not finished. */
  edits: { key: string; value: EntryEdit & { readonly pictureType: string } }
  /** Orders that are not saved in Contentful, by the content type of the page. */
  orders: { key: string; value: StoredOrder }
  /** What the editor has deselected under Publish, by the content type of the pictures. */
  choices: { key: string; value: readonly DeselectedEntry[] }
}

export type DeskDatabase = IDBPDatabase<DeskSchema>

/** Version of the schema. A change of it needs an upgrade step. */
const VERSION = 4

/** ms; browsers that have a damaged database sometimes do not respond at all. */
const OPEN_TIMEOUT_MS = 10_000

/**
 * Opens a database of the browser, which keeps unfinished work over a reload. Returns `undefined` if the browser does not
 * allow it, for example in a private window: then a reload loses unfinished work.
 */
export async function openDeskDatabase(name: string): Promise<DeskDatabase | undefined> {
  try {
    const opened = openDB<DeskSchema>(name, VERSION, {
      upgrade: async (database, _oldVersion, _newVersion, transaction) => {
        for (const store of ['uploads', 'files', 'edits', 'orders', 'choices'] as const)
          if (!database.objectStoreNames.contains(store)) database.createObjectStore(store)
        // Up to version 3, they were ids.
        for await (const cursor of transaction.objectStore('choices')) {
          const value: readonly (DeselectedEntry | string)[] = cursor.value
          await cursor.update(value.map((entry) => (typeof entry === 'string' ? { id: entry } : entry)))
        }
        // Up to version 2, an upload had the texts that were written meanwhile.
        const edits = transaction.objectStore('edits')
        for await (const { value } of transaction.objectStore('uploads')) {
          const { id, type, fileName, values = {} }: UploadRecord & { readonly values?: EntryValues } = value
          const before = Object.fromEntries(Object.keys(values).map((field) => [field, null]))
          if (Object.values(values).some(Boolean))
            await edits.put({ name: fileName, values, before, status: 'pending', pictureType: type }, id)
        }
      },
    })
    const timeout = new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error('The database does not open')), OPEN_TIMEOUT_MS)
    })
    return await Promise.race([opened, timeout])
  } catch (error) {
    console.warn('The browser does not keep unfinished work over a reload:', error)
    return undefined
  }
}

/** Keeps the edits of one picture type over a reload, by the id of their entry. */
export type EditStorage = ReturnType<typeof createEditStorage>

/** Creates the storage of the edits of one picture type. The workspaces of all types share the database. */
export const createEditStorage = (database: DeskDatabase, pictureType: string) => ({
  readAll: async (): Promise<ReadonlyMap<string, EntryEdit>> => {
    const edits = new Map<string, EntryEdit>()
    for await (const { key, value } of database.transaction('edits').store)
      if (value.pictureType === pictureType) edits.set(key, value)
    return edits
  },
  put: (id: string, edit: EntryEdit): Promise<unknown> => database.put('edits', { ...edit, pictureType }, id),
  delete: (id: string): Promise<unknown> => database.delete('edits', id),
})

/** Creates the storage of a value that is not saved in Contentful yet, such as an order. `undefined` removes it. */
export const createValueStorage = <Name extends 'orders' | 'choices'>(
  database: DeskDatabase | undefined,
  store: Name,
  key: string,
): ValueStorage<DeskSchema[Name]['value']> => ({
  read: async () => database?.get(store, key),
  write: async (value) =>
    void (await (value === undefined ? database?.delete(store, key) : database?.put(store, value, key))),
})

/** Keeps a value over a reload. `undefined` removes it. */
export interface ValueStorage<Value> {
  readonly read: () => Promise<Value | undefined>
  readonly write: (value: Value | undefined) => Promise<void>
}

import type { DeskDatabase } from '#cms/photo-desk/space/desk-database.ts'
import type { PictureType } from '#cms/photo-desk/space/picture-type.ts'
import type { UploadRecord } from './upload.ts'

interface UploadStorageOptions {
  readonly database: DeskDatabase | undefined
  readonly type: PictureType['type']
  /** Called when something is kept in memory only, so that a reload would lose it. */
  readonly onMemoryOnly: () => void
}

export type UploadStorage = ReturnType<typeof createUploadStorage>

/** Creates what keeps uploads and their files over a reload. What the browser’s database does not take stays in memory. */
export function createUploadStorage({ database, type, onMemoryOnly }: UploadStorageOptions) {
  /** Files that are not in the database. */
  const files = new Map<string, Blob>()
  /** Files as the editor has selected them: references, which replace what the database loses. */
  const originals = new Map<string, Blob>()

  async function write(upload: UploadRecord, file: Blob | undefined): Promise<boolean> {
    if (!database) return false
    try {
      // Both or none, so that a converted file is never taken for the original one.
      const transaction = database.transaction(['uploads', 'files'], 'readwrite')
      await Promise.all([
        transaction.objectStore('uploads').put(upload, upload.id),
        file && transaction.objectStore('files').put(file, upload.id),
        transaction.done,
      ])
      return true
    } catch (error) {
      console.warn('An upload is not kept over a reload:', error)
      return false
    }
  }

  return {
    load: async (): Promise<readonly UploadRecord[]> => {
      const uploads = (await database?.getAll('uploads')) ?? []
      return uploads.filter((upload) => upload.type === type).toSorted((a, b) => a.order - b.order)
    },
    /** Holds a file in memory until it is kept. A file that the editor has selected takes none: it is a reference. */
    holdFile: (id: string, file: Blob): void => {
      files.set(id, file)
      originals.set(id, file)
    },
    /** Keeps an upload, and with it a file instead of the one before. */
    save: async (upload: UploadRecord, file?: Blob): Promise<void> => {
      const { id } = upload
      if (file) files.set(id, file)
      const isStored = await write(upload, file)
      if (!isStored) onMemoryOnly()
      else if (file && files.get(id) === file) files.delete(id)
    },
    /** Returns the file that was kept last; `undefined` if the browser has it no more. */
    getFile: async (id: string): Promise<Blob | undefined> =>
      files.get(id) ??
      database?.get('files', id).catch((error: unknown) => {
        console.warn('A file cannot be read from the database:', error)
        return undefined
      }),
    /** Returns the file as the editor has selected it; `undefined` after a reload. */
    getOriginal: (id: string): Blob | undefined => originals.get(id),
    remove: async (id: string): Promise<void> => {
      files.delete(id)
      originals.delete(id)
      await Promise.all([database?.delete('uploads', id), database?.delete('files', id)]).catch((error: unknown) =>
        console.warn('A finished upload stays in the database:', error),
      )
    },
  }
}

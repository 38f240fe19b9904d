import type { UploadDatabase } from '#cms/photo-desk/client/desk-database.ts'
import type { UploadRecord } from '#cms/photo-desk/client/stored-work.ts'

export type UploadStorage = ReturnType<typeof createUploadStorage>

/**
 * Creates what keeps uploads and their files over a reload. What the browser’s database does not take stays in memory;
 * `onMemoryOnly` is called then, because a reload would lose it.
 */
export function createUploadStorage(database: UploadDatabase | undefined, onMemoryOnly: () => void) {
  /** Files that are not in the database. */
  const files = new Map<string, Blob>()
  /** Files as the editor has selected them: references that take no memory, and replace what the database loses. */
  const originals = new Map<string, Blob>()

  return {
    originals,
    /** Returns the uploads of all picture types, in the order of their queues. */
    load: async (): Promise<readonly UploadRecord[]> =>
      ((await database?.readAll()) ?? []).toSorted((a, b) => a.order - b.order),
    /** Keeps an upload, and with it a file instead of the one before. */
    save: async (upload: UploadRecord, file?: Blob): Promise<void> => {
      const { id } = upload
      if (file) files.set(id, file)
      if (!database) return onMemoryOnly()
      try {
        await database.put(upload, file)
        if (file && files.get(id) === file) files.delete(id)
      } catch (error) {
        console.warn('An upload is not kept over a reload:', error)
        onMemoryOnly()
      }
    },
    /** Returns the file that was kept last; `undefined` if the browser has it no more. */
    getFile: async (id: string): Promise<Blob | undefined> =>
      files.get(id) ??
      database?.readFile(id).catch((error: unknown) => {
        console.warn('A file cannot be read from the database:', error)
        return undefined
      }),
    remove: async (id: string): Promise<void> => {
      files.delete(id)
      originals.delete(id)
      await database
        ?.delete(id)
        .catch((error: unknown) => console.warn('A finished upload stays in the database:', error))
    },
  }
}

import { createStore } from 'zustand/vanilla'
import type { DeskDatabase } from '#cms/photo-desk/client/desk-database.ts'
import type { PictureType } from '#cms/photo-desk/client/picture-type.ts'
import type { UploadRecord } from '#cms/photo-desk/client/stored-work.ts'
import type { EntryEdits } from '#cms/photo-desk/state/edits/entry-edits.ts'
import { FINISHED_STATUSES, TRANSIENT_FIELDS, type Upload, type UploadStatus } from './upload.ts'

export type UploadStore = ReturnType<typeof createUploadStore>

/**
 * Creates the store of the uploads of a picture type, in the order in which they were added. The browser's database keeps
 * unfinished ones with their files over a reload; what it does not take stays in memory. `onMemoryOnly`: a reload would lose an upload.
 */
export function createUploadStore(
  database: DeskDatabase | undefined,
  pictureType: PictureType,
  edits: Pick<EntryEdits, 'persistAgain'>,
  onMemoryOnly: () => void,
) {
  const store = createStore<readonly Upload[]>(() => [])
  /** Files that are not in the database. */
  const files = new Map<string, Blob>()
  /** Files as the editor has selected them: references that take no memory, and replace what the database loses. */
  const originals = new Map<string, Blob>()

  const find = (id: string) => store.getState().find((upload) => upload.id === id)
  const append = (uploads: readonly Upload[]) => store.setState((present) => [...present, ...uploads], true)

  /** Changes an upload, and its file. Resolves when the browser has stored the change. */
  async function change(id: string, changes: Partial<UploadRecord>, file?: Blob): Promise<void> {
    const before = find(id)
    if (!before) return
    const after = toUpload({ ...before, ...changes })
    store.setState((uploads) => uploads.map((upload) => (upload.id === id ? after : upload)), true)
    const isFinished = FINISHED_STATUSES.has(after.status)
    if (isFinished && !FINISHED_STATUSES.has(before.status)) {
      await edits.persistAgain(id)
      await forget(id)
    }
    const isPersistent = file !== undefined || Object.keys(changes).some((field) => !(field in TRANSIENT_FIELDS))
    if (!isFinished && isPersistent) await persist(after, file)
  }

  /** Stores an upload and its file, or none of both, so that a converted file is never taken for the original one. */
  async function persist(upload: UploadRecord, file: Blob | undefined): Promise<void> {
    const { id } = upload
    if (file) files.set(id, file)
    if (!database) return onMemoryOnly()
    try {
      const transaction = database.transaction(['uploads', 'files'], 'readwrite')
      const stored = transaction.objectStore('uploads').put(upload, id)
      await Promise.all([stored, file && transaction.objectStore('files').put(file, id), transaction.done])
      if (file && files.get(id) === file) files.delete(id)
    } catch (error) {
      console.warn('An upload is not kept over a reload:', error)
      onMemoryOnly()
    }
  }

  /** Deletes what is stored of an upload. */
  async function forget(id: string): Promise<void> {
    files.delete(id)
    originals.delete(id)
    await Promise.all([database?.delete('uploads', id), database?.delete('files', id)]).catch((error: unknown) =>
      console.warn('A finished upload stays in the database:', error),
    )
  }

  return {
    store,
    originals,
    find,
    change,
    add: (record: UploadRecord, file: File): void => {
      originals.set(record.id, file)
      append([toUpload(record)])
    },
    remove: (id: string): Promise<void> => {
      store.setState((uploads) => uploads.filter((upload) => upload.id !== id), true)
      return forget(id)
    },
    /** Returns the file that was stored last; `undefined` if the browser has it no more. */
    getFile: async (id: string): Promise<Blob | undefined> =>
      files.get(id) ??
      database?.get('files', id).catch((error: unknown) => {
        console.warn('A file cannot be read from the database:', error)
        return undefined
      }),
    /** Loads the uploads that a closed or reloaded page has left. */
    restore: async (): Promise<void> => {
      const records = (await database?.getAll('uploads')) ?? []
      const own = records.filter(({ id, type }) => type === pictureType.type && !find(id))
      const restored = own.map((record) => toUpload({ ...record, ...TRANSIENT_FIELDS }))
      append(restored.toSorted((a, b) => a.order - b.order))
    },
  }
}

/** Derives what the views show from what is known. */
export const toUpload = (record: UploadRecord): Upload => ({
  ...record,
  status: getStatus(record),
  entryId: record.target?.entryId,
  thumbnailUrl: record.thumbnailUrl ?? (record.thumbnail && URL.createObjectURL(record.thumbnail)),
})

function getStatus({ isDone, problem, duplicate, decision, step }: UploadRecord): UploadStatus {
  if (isDone) return 'done'
  if (problem) return problem.isFinal ? 'rejected' : 'failed'
  if (duplicate && !decision) return 'duplicate'
  return step ? 'working' : 'waiting'
}

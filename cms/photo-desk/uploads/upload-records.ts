import { createStore } from 'zustand/vanilla'
import type { PictureTools } from './picture-tools.ts'
import type { StoredUpload, Upload } from './upload.ts'
import type { UploadStorage } from './upload-storage.ts'

interface UploadRecordsOptions {
  readonly storage: UploadStorage
  readonly tools: Pick<PictureTools, 'createThumbnail' | 'createObjectUrl' | 'revokeObjectUrl'>
}

export type UploadRecords = ReturnType<typeof createUploadRecords>

/** Creates the list of uploads: what is kept of each over a reload, and what the views show. */
export function createUploadRecords({ storage, tools }: UploadRecordsOptions) {
  const store = createStore<readonly Upload[]>(() => [])
  const records = new Map<string, StoredUpload>()
  /** Resolves when all files that were added are kept. One after the other, so that they do not fill the memory. */
  let filesKept = Promise.resolve()
  let thumbnailsCreated = Promise.resolve()

  function show(id: string, change: Partial<Upload>): void {
    store.setState((uploads) => uploads.map((upload) => (upload.id === id ? { ...upload, ...change } : upload)), true)
  }

  function showThumbnail(id: string, thumbnail: Blob): void {
    const shown = store.getState().find((upload) => upload.id === id)
    if (shown && shown.thumbnailUrl === undefined) show(id, { thumbnailUrl: tools.createObjectUrl(thumbnail) })
  }

  async function keepFile(id: string, file: File): Promise<void> {
    const record = records.get(id)
    if (record && !record.prepared) await storage.save(record, file)
  }

  async function createThumbnail(id: string, file: File): Promise<void> {
    const record = records.get(id)
    if (!record || record.thumbnail) return
    const thumbnail = await tools.createThumbnail(file).catch(() => undefined) // one file does not stop the next ones
    if (thumbnail) showThumbnail(id, thumbnail)
  }

  return {
    store,
    show,
    get: (id: string): StoredUpload | undefined => records.get(id),
    list: (): readonly StoredUpload[] => [...records.values()],
    /** Adds uploads at the end of the list, with their files. */
    add: (added: readonly { readonly record: StoredUpload; readonly file: File }[]) => {
      for (const { record, file } of added) {
        records.set(record.id, record)
        storage.holdFile(record.id, file)
      }
      store.setState((uploads) => [...uploads, ...added.map(({ record }) => toUpload(record))], true)
      for (const { record, file } of added) {
        filesKept = filesKept.then(() => keepFile(record.id, file))
        thumbnailsCreated = thumbnailsCreated.then(() => createThumbnail(record.id, file))
      }
    },
    /** Changes what is kept of an upload, and its file. Resolves when it is kept. */
    change: async (id: string, change: Partial<StoredUpload>, file?: Blob): Promise<void> => {
      const record = records.get(id)
      if (!record) return
      const changed = { ...record, ...change }
      records.set(id, changed)
      if (changed.thumbnail) showThumbnail(id, changed.thumbnail)
      await storage.save(changed, file)
    },
    /** Forgets an upload. It stays in the list until it is hidden. */
    forget: (id: string): void => {
      records.delete(id)
      void storage.remove(id)
    },
    /** Removes an upload from the list. */
    hide: (id: string): void => {
      const { thumbnailUrl } = store.getState().find((upload) => upload.id === id) ?? {}
      if (thumbnailUrl !== undefined) tools.revokeObjectUrl(thumbnailUrl)
      store.setState((uploads) => uploads.filter((upload) => upload.id !== id), true)
    },
    /** Adds the uploads that an earlier page has left. */
    restore: async (): Promise<void> => {
      const stored = (await storage.load()).filter(({ id }) => !records.has(id))
      for (const record of stored) records.set(record.id, record)
      store.setState((uploads) => [...uploads, ...stored.map(toUpload)], true)
      for (const { id, thumbnail } of stored) if (thumbnail) showThumbnail(id, thumbnail)
    },
  }
}

function toUpload({
  id,
  fileName,
  fileSize,
  values,
  isPaused,
  duplicate,
  decision,
  prepared,
  target,
}: StoredUpload): Upload {
  const isUndecided = duplicate && !decision
  return {
    id,
    fileName,
    fileSize,
    values,
    progress: 0,
    status: isUndecided ? 'duplicate' : isPaused ? 'paused' : 'waiting',
    ...(isUndecided && { duplicate, message: duplicate.reason }),
    ...(decision && { decision }),
    ...(prepared && { sentSize: prepared.size }),
    ...(target && { entryId: target.entryId }),
  }
}

import { createStore, type StoreApi } from 'zustand/vanilla'
import type { DeskDatabase } from '#cms/photo-desk/space/desk-database.ts'
import type { EntryValues } from '#cms/photo-desk/space/space-pictures.ts'
import { createSpaceHashes } from './space-hashes.ts'
import {
  ACTIVE_STATUSES,
  type DuplicateDecision,
  FINISHED_STATUSES,
  type QueueStatus,
  type StoredUpload,
  type Upload,
  type UploadStatus,
} from './upload.ts'
import { deleteDrafts } from './upload-picture.ts'
import { createUploadRecords } from './upload-records.ts'
import { createUploadRuns } from './upload-runs.ts'
import { createUploadStages, type UploadStagesOptions } from './upload-stages.ts'
import { createUploadStorage } from './upload-storage.ts'

interface UploadQueueOptions extends Omit<UploadStagesOptions, 'records' | 'storage' | 'getSpaceHashes'> {
  /** `undefined` if the browser allows none: then a reload loses unfinished uploads. */
  readonly database: DeskDatabase | undefined
}

/** The files that are being added. */
export interface UploadQueue {
  /** In the order in which they were added. */
  readonly store: StoreApi<readonly Upload[]>
  readonly status: StoreApi<QueueStatus>
  readonly addFiles: (files: readonly File[]) => void
  /** Gives an existing picture another file. Its entry, order and texts stay. */
  readonly replaceFile: (entryId: string, file: File) => void
  readonly pause: (ids: readonly string[]) => void
  /** Continues paused and failed uploads, and all waiting ones after a problem that concerned all. */
  readonly resume: (ids: readonly string[]) => void
  /** Removes uploads from the queue, and deletes the drafts that unfinished ones have created. */
  readonly cancel: (ids: readonly string[]) => void
  readonly decide: (id: string, decision: DuplicateDecision) => void
  /** Changes texts of an upload. They are saved with its entry. */
  readonly changeValues: (id: string, values: EntryValues) => void
  /** Whether closing the page would lose files, because the browser does not keep them. */
  readonly hasUnsavedFiles: () => boolean
  /** Loads the uploads that a closed or reloaded page has left, and continues them. */
  readonly restore: () => Promise<void>
}

const RESUMABLE_STATUSES: ReadonlySet<UploadStatus> = new Set(['paused', 'failed'])

/** Creates the queue of one picture type. */
export function createUploadQueue({ database, ...options }: UploadQueueOptions): UploadQueue {
  const { client, pictureType, tools, updateSpacePictures, changeEntry } = options
  const status = createStore<QueueStatus>(() => ({ isOffline: false, isKept: true }))
  const onMemoryOnly = () => status.setState({ isKept: false })
  const storage = createUploadStorage({ database, type: pictureType.type, onMemoryOnly })
  const records = createUploadRecords({ storage, tools })
  const getSpaceHashes = createSpaceHashes({ pictureType, database, tools })
  const stages = createUploadStages({ ...options, records, storage, getSpaceHashes })
  const runs = createUploadRuns({ ...stages, records, status })
  const find = (id: string) => records.store.getState().find((upload) => upload.id === id)
  const hasAnyStatus = (id: string, statuses: ReadonlySet<UploadStatus>) => {
    const upload = find(id)
    return upload !== undefined && statuses.has(upload.status)
  }
  let lastOrder = Date.now() // after those of an earlier page

  tools.watchConnection((isOnline) => {
    status.setState({ isOffline: !isOnline })
    if (isOnline) runs.schedule()
    else runs.stopAll()
  })

  function createRecord({ name: fileName, size: fileSize }: File): StoredUpload {
    lastOrder += 1
    const id = crypto.randomUUID()
    return { id, type: pictureType.type, order: lastOrder, fileName, fileSize, values: {}, isPaused: false }
  }

  async function cancel(id: string): Promise<void> {
    if (stages.isBeingListed(id)) return
    records.hide(id)
    const stage = await runs.abort(id)
    const record = records.get(id)
    records.forget(id)
    if (record && (record.hasAsset || stage === 'uploading')) updateSpacePictures(await deleteDrafts(record, client))
  }

  const cancelAll = (ids: readonly string[]) => {
    for (const id of ids)
      cancel(id).catch((error: unknown) => console.warn('A draft of a cancelled upload is not deleted:', error))
  }

  return {
    store: records.store,
    status,
    addFiles: (files) => {
      records.add(files.map((file) => ({ record: createRecord(file), file })))
      runs.schedule()
    },
    replaceFile: (entryId, file) => {
      records.add([
        { record: { ...createRecord(file), decision: 'replace', duplicate: { entryId, reason: '' } }, file },
      ])
      runs.schedule()
    },
    pause: (ids) => {
      for (const id of ids.filter((given) => hasAnyStatus(given, ACTIVE_STATUSES))) {
        runs.stop(id, 'paused')
        void records.change(id, { isPaused: true })
      }
      runs.schedule()
    },
    resume: (ids) => {
      status.setState({ problem: undefined })
      for (const id of ids.filter((given) => hasAnyStatus(given, RESUMABLE_STATUSES))) {
        records.show(id, { status: 'waiting' })
        void records.change(id, { isPaused: false })
      }
      runs.schedule()
    },
    cancel: cancelAll,
    decide: (id, decision) => {
      if (decision === 'skip') return cancelAll([id])
      records.show(id, { status: 'waiting', decision })
      void records.change(id, { decision })
      return runs.schedule()
    },
    changeValues: (id, values) => {
      const upload = find(id)
      if (!upload) return
      const allValues = { ...upload.values, ...values }
      records.show(id, { values: allValues })
      void records.change(id, { values: allValues })
      const hasEntry = upload.status === 'done' || records.get(id)?.hasEntry
      if (hasEntry && upload.entryId !== undefined) changeEntry(upload.entryId, values)
    },
    hasUnsavedFiles: () =>
      !status.getState().isKept && records.store.getState().some((upload) => !FINISHED_STATUSES.has(upload.status)),
    restore: async () => {
      await records.restore()
      runs.schedule()
    },
  }
}

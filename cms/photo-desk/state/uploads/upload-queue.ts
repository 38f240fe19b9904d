import { onlineManager } from '@tanstack/react-query'
import PQueue from 'p-queue'
import { createStore } from 'zustand/vanilla'
import type { UploadDatabase } from '#cms/photo-desk/client/desk-database.ts'
import { hasStatus } from '#cms/photo-desk/client/request-error.ts'
import { getTextValues, type SpacePictures } from '#cms/photo-desk/client/space-pictures.ts'
import type { DuplicateDecision, UploadRecord } from '#cms/photo-desk/client/stored-work.ts'
import { createSpaceHashes } from './find-duplicate.ts'
import { createListAppender } from './list-appender.ts'
import { FINISHED_STATUSES, TRANSIENT_FIELDS, toUpload, type Upload } from './upload.ts'
import { deleteDrafts, runUpload, type UploadContext } from './upload-run.ts'
import { createUploadStorage } from './upload-storage.ts'
import { UnsuitableFileError } from './worker/picture-task.ts'

interface UploadQueueOptions extends Omit<UploadContext, 'storage' | 'turns' | 'getSpaceHashes' | 'appendToList'> {
  /** `undefined` if the browser allows none: then a reload loses unfinished uploads. */
  readonly database: UploadDatabase | undefined
  /** Returns the pictures of the space; `undefined` until they are fetched. */
  readonly getSpacePictures: () => SpacePictures | undefined
  /** Tells the editor that the texts of some pictures are kept, which are not added. */
  readonly onTextsKept: (fileNames: readonly string[]) => void
}

/** What concerns all uploads. */
export interface QueueStatus {
  /** Why no upload continues until the editor resumes all: a sentence. */
  readonly problem?: string | undefined
  readonly isOffline: boolean
  /** Whether a reload loses no upload. */
  readonly isKept: boolean
}

/** Uploads in work at the same time. Workers convert one or two pictures at a time; one more is read meanwhile. */
const CONCURRENCY = 3

const withThumbnailUrl = (record: UploadRecord): UploadRecord =>
  record.thumbnail && record.thumbnailUrl === undefined
    ? { ...record, thumbnailUrl: URL.createObjectURL(record.thumbnail) }
    : record

/** Creates the queue of the files of one picture type that are being added. */
export function createUploadQueue({ database, ...options }: UploadQueueOptions) {
  const { client, pictureType, tools, updateSpacePictures, getSpacePictures, edits, onTextsKept } = options
  const store = createStore<readonly Upload[]>(() => [])
  const status = createStore<QueueStatus>(() => ({ isOffline: globalThis.navigator?.onLine === false, isKept: true }))
  const storage = createUploadStorage(database, () => status.setState({ isKept: false }))
  const context: UploadContext = {
    ...options,
    storage,
    turns: {
      preparing: new PQueue({ concurrency: CONCURRENCY }),
      comparing: new PQueue({ concurrency: 1 }),
      sending: new PQueue({ concurrency: CONCURRENCY }),
    },
    getSpaceHashes: createSpaceHashes(pictureType, tools),
    appendToList: createListAppender(options),
  }
  /** The uploads in work and those that wait for their turn. `finished` resolves however the work ends. */
  const runs = new Map<string, { readonly controller: AbortController; readonly finished: Promise<void> }>()
  const keeping = new PQueue({ concurrency: 1 }) // one file after the other, so that they do not fill the memory
  let lastOrder = Date.now() // after those of an earlier page

  const find = (id: string) => store.getState().find((upload) => upload.id === id)
  const list = (ids: readonly string[]) => store.getState().filter(({ id }) => ids.includes(id))

  /** Changes an upload, and its file. Resolves when the browser keeps the change. */
  async function change(id: string, changes: Partial<UploadRecord>, file?: Blob): Promise<void> {
    const before = find(id)
    if (!before) return
    const after = toUpload(withThumbnailUrl({ ...before, ...changes }))
    store.setState((uploads) => uploads.map((upload) => (upload.id === id ? after : upload)), true)
    const isFinished = FINISHED_STATUSES.has(after.status)
    if (isFinished && !FINISHED_STATUSES.has(before.status)) {
      await edits.storeAgain(id)
      await storage.remove(id)
    }
    const isKept = file !== undefined || Object.keys(changes).some((field) => !(field in TRANSIENT_FIELDS))
    if (!isFinished && isKept) await storage.save(after, file)
  }

  function add(files: readonly File[], replacedEntryId?: string): void {
    const added = files.map((file) => {
      lastOrder += 1
      const { name: fileName, size: fileSize } = file
      const record = { id: crypto.randomUUID(), type: pictureType.type, order: lastOrder, fileName, fileSize }
      return { file, upload: toUpload({ ...record, replacedEntryId }) }
    })
    store.setState((uploads) => [...uploads, ...added.map(({ upload }) => upload)], true)
    for (const { file, upload } of added) {
      storage.originals.set(upload.id, file)
      void keeping.add(async () => {
        if (!find(upload.id)?.prepared) await change(upload.id, {}, file)
      })
    }
    startWaiting()
  }

  /** Starts what waits, unless something stops all. */
  function startWaiting(): void {
    const { problem, isOffline } = status.getState()
    if (problem !== undefined || isOffline) return
    for (const { id, status: uploadStatus } of store.getState())
      if (uploadStatus === 'waiting' && !runs.has(id)) start(id)
  }

  function start(id: string): void {
    const controller = new AbortController()
    const { signal } = controller
    const get = () => {
      const upload = find(id)
      if (!upload) throw new Error('The upload is cancelled')
      return upload
    }
    const isOther = ({ isDone, target, replacedEntryId }: Upload) => !isDone && target && replacedEntryId === undefined
    const listOthers = () => store.getState().filter((other) => other.id !== id && isOther(other))
    const run = { ...context, signal, get, listOthers, change: change.bind(undefined, id) }
    const finished = runUpload(run)
      .catch((error: unknown) => {
        if (!signal.aborted) handleError(id, error)
      })
      .then(() => {
        runs.delete(id)
        void change(id, { step: undefined })
        startWaiting()
      })
    runs.set(id, { controller, finished })
  }

  function handleError(id: string, error: unknown): void {
    const message = error instanceof Error ? error.message : String(error)
    if (hasStatus(error, 401) || hasStatus(error, 403)) {
      // Without a session, or in a full space, all others would fail too.
      status.setState({ problem: message })
      stopAll()
      return
    }
    const isFinal = error instanceof UnsuitableFileError
    const upload = find(id)
    if (isFinal && upload) keepTexts([upload], `The file is refused: it ${message}`)
    void change(id, { problem: { message, isFinal } })
  }

  /** Keeps the texts of pictures that are not added, and tells the editor so. `reason`: a sentence. */
  function keepTexts(removed: readonly Upload[], reason: string): void {
    const withTexts = removed.filter(({ id, fileName: name, entryId, replacedEntryId, isDone, duplicate }) => {
      if (isDone || replacedEntryId !== undefined) return false
      const entry = getSpacePictures()?.entries.get(entryId ?? '')
      const duplicateKey = duplicate?.entryId ?? duplicate?.uploadId
      return edits.remove(id, { name, reason, duplicateKey }, entry ? getTextValues(entry, pictureType) : {})
    })
    if (withTexts.length > 0) onTextsKept(withTexts.map(({ fileName }) => fileName))
  }

  /** Ends the work on all uploads until they are started again. Their finished steps stay. */
  function stopAll(): void {
    for (const [id, { controller }] of runs) if (find(id)?.step !== 'listing') controller.abort()
  }

  async function cancel(id: string): Promise<void> {
    const upload = find(id)
    if (!upload) return
    if (upload.isDone && upload.replacedEntryId === undefined) return change(id, { isHidden: true })
    store.setState((uploads) => uploads.filter((other) => other.id !== id), true)
    const run = runs.get(id)
    run?.controller.abort()
    await Promise.all([storage.remove(id), run?.finished])
    if (upload.thumbnailUrl !== undefined) URL.revokeObjectURL(upload.thumbnailUrl) // no image shows it any more
    const hasDrafts = !upload.isDone && (upload.hasAsset || upload.step !== undefined)
    if (hasDrafts) updateSpacePictures(await deleteDrafts(upload, client))
  }

  function cancelAll(ids: readonly string[], reason: string): void {
    const cancelled = list(ids).filter(({ step }) => step !== 'listing')
    keepTexts(cancelled, reason)
    for (const { id } of cancelled)
      cancel(id).catch((error: unknown) => console.warn('A draft of a cancelled upload is not deleted:', error))
  }

  onlineManager.subscribe((isOnline) => {
    status.setState({ isOffline: !isOnline })
    if (isOnline) startWaiting()
    else stopAll()
  })

  return {
    /** In the order in which they were added. */
    store,
    status,
    addFiles: (files: readonly File[]): void => add(files),
    /** Gives an existing picture another file. Its entry, order and texts stay. */
    replaceFile: (entryId: string, file: File): void => add([file], entryId),
    /** Continues failed uploads, and all waiting ones after a problem that concerned all. */
    resume: (ids: readonly string[]): void => {
      status.setState({ problem: undefined })
      for (const id of ids) if (!find(id)?.problem?.isFinal) void change(id, { problem: undefined })
      startWaiting()
    },
    /** Hides finished uploads. Removes others from the queue, and deletes the drafts that they have created. */
    cancel: (ids: readonly string[]): void => cancelAll(ids, 'The file is removed'),
    decide: (ids: readonly string[], decision: DuplicateDecision): void => {
      if (decision === 'skip') cancelAll(ids, 'The file is skipped')
      else {
        if (decision === 'replace') keepTexts(list(ids), `The file replaces that of another ${pictureType.name}`)
        for (const id of ids) {
          const { replacedEntryId, duplicate } = find(id) ?? {}
          const replaced = decision === 'replace' ? { replacedEntryId: replacedEntryId ?? duplicate?.entryId } : {}
          void change(id, { decision, ...replaced })
        }
      }
      startWaiting()
    },
    /** Whether closing the page would lose files, because the browser does not keep them. */
    hasUnsavedFiles: (): boolean =>
      !status.getState().isKept && store.getState().some((upload) => !FINISHED_STATUSES.has(upload.status)),
    /** Loads the uploads that a closed or reloaded page has left, and continues them. */
    restore: async (): Promise<void> => {
      const records = (await storage.load()).filter(({ id, type }) => type === pictureType.type && !find(id))
      const restored = records.map((record) => toUpload(withThumbnailUrl({ ...record, ...TRANSIENT_FIELDS })))
      store.setState((uploads) => [...uploads, ...restored], true)
      startWaiting()
    },
  }
}

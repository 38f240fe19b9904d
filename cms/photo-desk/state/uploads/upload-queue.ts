import { onlineManager } from '@tanstack/react-query'
import PQueue from 'p-queue'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { DeskDatabase } from '#cms/photo-desk/client/desk-database.ts'
import { hasStatus } from '#cms/photo-desk/client/request-error.ts'
import { getTextValues, type SpaceAccess } from '#cms/photo-desk/client/space-pictures.ts'
import type { DuplicateDecision } from '#cms/photo-desk/client/stored-work.ts'
import { createListAppender } from './list-appender.ts'
import { FINISHED_STATUSES, type Upload } from './upload.ts'
import { deleteDrafts, runUpload, type UploadContext } from './upload-run.ts'
import { createUploadStore } from './upload-store.ts'
import { UnsuitableFileError } from './worker/unsuitable-file-error.ts'

export interface UploadQueueOptions extends Pick<UploadContext, keyof SpaceAccess | 'tools' | 'edits'> {
  /** `undefined` if the browser allows none: then a reload loses unfinished uploads. */
  readonly database: DeskDatabase | undefined
  /** Tells the editor that texts of pictures that are not added are kept. */
  readonly onTextsOrphaned: (fileNames: readonly string[]) => void
}

/** What concerns all uploads. */
export interface QueueStatus {
  /** Why no upload continues until the editor resumes all: a sentence. */
  readonly problem?: string | undefined
  /** Whether a reload loses no upload. */
  readonly isPersisted: boolean
}

/** Creates the queue of the files of one picture type that are being added. */
export function createUploadQueue({ database, onTextsOrphaned, ...options }: UploadQueueOptions) {
  const { pictureType, getSpacePictures, edits } = options
  const status = createStore<QueueStatus>(() => ({ isPersisted: true }))
  const onMemoryOnly = () => status.setState({ isPersisted: false })
  const uploads = createUploadStore(database, pictureType, edits, onMemoryOnly)
  const stop = runWaitingUploads({ ...options, uploads }, status, (upload, message) =>
    orphanTexts([upload], `The file is refused: it ${message}`),
  )
  const { store, find, change } = uploads
  const persisting = new PQueue({ concurrency: 1 }) // one file after the other, so that they do not fill the memory
  let lastOrder = Date.now() // after those of an earlier page

  const list = (ids: readonly string[]) => store.getState().filter(({ id }) => ids.includes(id))

  function add(files: readonly File[], replacedEntryId?: string): void {
    for (const file of files) {
      lastOrder += 1
      const { name: fileName, size: fileSize } = file
      const id = crypto.randomUUID()
      uploads.add({ id, type: pictureType.type, order: lastOrder, fileName, fileSize, replacedEntryId }, file)
      void persisting.add(async () => {
        if (!find(id)?.prepared) await change(id, {}, file)
      })
    }
  }

  /** Keeps the texts of pictures that are not added, and tells the editor so. `reason`: a sentence. */
  function orphanTexts(removed: readonly Upload[], reason: string): void {
    const withTexts = removed.filter(({ id, fileName: name, entryId, replacedEntryId, isDone, duplicate }) => {
      if (isDone || replacedEntryId !== undefined) return false
      const entry = getSpacePictures()?.entries.get(entryId ?? '')
      const duplicateKey = duplicate?.entryId ?? duplicate?.uploadId
      return edits.remove(id, { name, error: reason, duplicateKey }, entry ? getTextValues(entry, pictureType) : {})
    })
    if (withTexts.length > 0) onTextsOrphaned(withTexts.map(({ fileName }) => fileName))
  }

  async function cancel(upload: Upload): Promise<void> {
    const { id, isDone, replacedEntryId, thumbnailUrl } = upload
    if (isDone && replacedEntryId === undefined) return change(id, { isHidden: true })
    await Promise.all([uploads.remove(id), stop(id)])
    if (thumbnailUrl !== undefined) URL.revokeObjectURL(thumbnailUrl) // no image shows it any more
    const hasDrafts = !isDone && (upload.hasAsset || upload.step !== undefined)
    if (hasDrafts) await deleteDrafts(upload, options)
  }

  function cancelAll(ids: readonly string[], reason: string): void {
    const cancelled = list(ids).filter(({ step }) => step !== 'listing')
    orphanTexts(cancelled, reason)
    for (const upload of cancelled)
      cancel(upload).catch((error: unknown) => console.warn('A draft of a cancelled upload is not deleted:', error))
  }

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
      for (const { id, problem } of list(ids)) if (!problem?.isFinal) void change(id, { problem: undefined })
    },
    /** Hides finished uploads. Removes others from the queue, and deletes the drafts that they have created. */
    cancel: (ids: readonly string[]): void => cancelAll(ids, 'The file is removed'),
    decide: (ids: readonly string[], decision: DuplicateDecision): void => {
      if (decision === 'skip') {
        cancelAll(ids, 'The file is skipped')
        return
      }
      if (decision === 'replace') orphanTexts(list(ids), `The file replaces that of another ${pictureType.name}`)
      for (const { id, replacedEntryId, duplicate } of list(ids)) {
        const replaced = decision === 'replace' ? { replacedEntryId: replacedEntryId ?? duplicate?.entryId } : {}
        void change(id, { decision, ...replaced })
      }
    },
    /** Whether closing the page would lose files, because the browser does not store them. */
    hasUnsavedFiles: (): boolean =>
      !status.getState().isPersisted && store.getState().some((upload) => !FINISHED_STATUSES.has(upload.status)),
    /** Loads the uploads that a closed or reloaded page has left, and continues them. */
    restore: uploads.restore,
  }
}

/** Uploads in work at the same time. Workers convert one or two pictures at a time; one more is read meanwhile. */
const CONCURRENCY = 3

/**
 * Runs each upload as soon as it waits, unless something stops all. `onRefused`: a file cannot be added, and why. Returns a
 * function that ends the work on an upload, and resolves when the request that is sent has ended.
 */
function runWaitingUploads(
  options: Omit<UploadContext, 'turns' | 'appendToList'>,
  status: StoreApi<QueueStatus>,
  onRefused: (upload: Upload, message: string) => void,
) {
  const { store, find, change } = options.uploads
  const context: UploadContext = {
    ...options,
    turns: {
      preparing: new PQueue({ concurrency: CONCURRENCY }),
      comparing: new PQueue({ concurrency: 1 }),
      sending: new PQueue({ concurrency: CONCURRENCY }),
    },
    appendToList: createListAppender(options),
  }
  /** The uploads in work and those that wait for their turn. `finished` resolves however the work ends. */
  const runs = new Map<string, { readonly controller: AbortController; readonly finished: Promise<void> }>()

  function startWaiting(): void {
    if (status.getState().problem !== undefined || !onlineManager.isOnline()) return
    for (const upload of store.getState()) if (upload.status === 'waiting' && !runs.has(upload.id)) start(upload.id)
  }

  function start(id: string): void {
    const controller = new AbortController()
    const { signal } = controller
    const finished = Promise.resolve()
      .then(() => runUpload(id, context, signal))
      .catch((error: unknown) => {
        if (!signal.aborted) handleError(id, error)
      })
      .then(() => {
        runs.delete(id)
        void change(id, { step: undefined })
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
    if (isFinal && upload) onRefused(upload, message)
    void change(id, { problem: { message, isFinal } })
  }

  /** Ends the work on all uploads until they are started again. Their finished steps stay. */
  function stopAll(): void {
    for (const { controller } of runs.values()) controller.abort()
  }

  store.subscribe(startWaiting)
  status.subscribe(startWaiting)
  onlineManager.subscribe((isOnline) => (isOnline ? startWaiting() : stopAll()))

  return async (id: string): Promise<void> => {
    runs.get(id)?.controller.abort()
    await runs.get(id)?.finished
  }
}

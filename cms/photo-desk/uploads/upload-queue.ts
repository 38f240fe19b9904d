import { createStore, type StoreApi } from 'zustand/vanilla'
import type { DeskDatabase } from '#cms/photo-desk/space/desk-database.ts'
import type { FieldValues, Library, LibraryChange } from '#cms/photo-desk/space/library.ts'
import type { SpaceClient } from '#cms/photo-desk/space/space-client.ts'
import type { PictureType } from '#cms/pictures/picture-type.ts'
import { hasStatus } from './asset-requests.ts'
import type { PreparedUpload } from './find-duplicate.ts'
import { createListAppender } from './list-appender.ts'
import type { PictureTools } from './picture-tools.ts'
import { convertFile, decideTarget } from './prepare-upload.ts'
import { createSpaceHashes } from './space-hashes.ts'
import type { DuplicateDecision, StoredUpload, Upload, UploadStep } from './upload.ts'
import { deleteDrafts, type ReadyUpload, uploadPicture } from './upload-picture.ts'
import { createUploadRecords } from './upload-records.ts'
import { createUploadStorage } from './upload-storage.ts'
import { UnsuitableFileError } from './worker/picture-task.ts'

interface UploadQueueOptions {
  readonly client: SpaceClient
  readonly database: DeskDatabase | undefined
  readonly pictureType: PictureType
  readonly tools: PictureTools
  /** Resolves with the library as it is now; fetches it if it is not there yet. */
  readonly fetchLibrary: () => Promise<Library>
  readonly updateLibrary: (change: LibraryChange) => void
  /** Saves texts of an entry that exists. */
  readonly changeEntry: (entryId: string, values: FieldValues) => void
}

/** What concerns all uploads. */
export interface QueueStatus {
  /** Why no upload continues until the editor resumes all: a sentence. */
  readonly problem?: string | undefined
  readonly isOffline: boolean
  /** Whether a reload loses no upload. */
  readonly isKept: boolean
}

/** The files that are being added. */
export interface UploadQueue {
  /** In the order in which they were added. */
  readonly store: StoreApi<readonly Upload[]>
  readonly status: StoreApi<QueueStatus>
  readonly addFiles: (files: readonly File[]) => void
  readonly pause: (ids: readonly string[]) => void
  /** Continues paused and failed uploads, also after a problem that concerned all. */
  readonly resume: (ids: readonly string[]) => void
  /** Removes uploads from the queue, and deletes the drafts that unfinished ones have created. */
  readonly cancel: (ids: readonly string[]) => void
  readonly decide: (id: string, decision: DuplicateDecision) => void
  readonly changeValues: (id: string, values: FieldValues) => void
  /** Whether closing the page would lose files, because the browser does not keep them. */
  readonly hasUnsavedFiles: () => boolean
  /** Loads the uploads that a closed or reloaded page has left, and continues them. */
  readonly restore: () => Promise<void>
}

/** Uploads in each stage at the same time. Workers convert one or two pictures at a time; one more is read meanwhile. */
const CONCURRENCY = { preparing: 3, uploading: 3 } as const
type Stage = keyof typeof CONCURRENCY

/** The progress at the beginning of each step. */
const STEP_PROGRESS: Readonly<Record<UploadStep, number>> = {
  reading: 0.02,
  converting: 0.1,
  comparing: 0.35,
  uploading: 0.4,
  processing: 0.7,
  saving: 0.9,
}

interface Run {
  readonly stage: Stage
  readonly controller: AbortController
  readonly finished: Promise<void>
}

/** Creates the queue of one picture type. */
export function createUploadQueue(options: UploadQueueOptions): UploadQueue {
  const { client, database, pictureType, tools, fetchLibrary, updateLibrary, changeEntry } = options
  const status = createStore<QueueStatus>(() => ({ isOffline: false, isKept: true }))
  const onMemoryOnly = () => status.setState({ isKept: false })
  const storage = createUploadStorage({ database, type: pictureType.type, onMemoryOnly })
  const records = createUploadRecords({ storage, tools })
  const { store, show } = records
  const runs = new Map<string, Run>()
  /** Uploads that are being appended to the list, which cannot be undone. */
  const listing = new Set<string>()
  const getSpaceHashes = createSpaceHashes({ pictureType, database, tools })
  const appendToList = createListAppender({
    client,
    list: pictureType.page,
    fetchPageId: async () => (await fetchLibrary()).page.sys.id,
    onSaved: (page) => updateLibrary({ page }),
  })
  const find = (id: string) => store.getState().find((upload) => upload.id === id)
  let lastOrder = Date.now() // after those of an earlier page

  tools.watchConnection((isOnline) => {
    status.setState({ isOffline: !isOnline })
    if (isOnline) schedule()
    else for (const id of runs.keys()) stop(id, 'waiting')
  })

  /** Starts waiting uploads as long as there is room in their stage. */
  function schedule(): void {
    for (const upload of store.getState()) {
      const { problem, isOffline } = status.getState()
      if (problem !== undefined || isOffline) return
      if (upload.status !== 'waiting' || runs.has(upload.id)) continue
      const stage: Stage = records.get(upload.id)?.target ? 'uploading' : 'preparing'
      const count = [...runs.values()].filter((run) => run.stage === stage).length
      if (count < CONCURRENCY[stage]) start(upload.id, stage)
    }
  }

  function start(id: string, stage: Stage): void {
    const controller = new AbortController()
    const { signal } = controller
    const work = stage === 'preparing' ? prepare(id, signal) : upload(id, signal)
    const finished = work
      .catch((error: unknown) => {
        if (!signal.aborted) handleError(id, error)
      })
      .then(() => {
        runs.delete(id)
        schedule()
      })
    runs.set(id, { stage, controller, finished })
  }

  const createStepReporter = (id: string, stage: Stage, signal: AbortSignal) => (step: UploadStep) => {
    if (!signal.aborted) show(id, { status: stage, step, progress: STEP_PROGRESS[step] })
  }

  async function prepare(id: string, signal: AbortSignal): Promise<void> {
    const onStep = createStepReporter(id, 'preparing', signal)
    const { prepared: known, fileName } = getRecord(id)
    if (!known) {
      const file = await storage.getFile(id)
      const { prepared, master, thumbnail } = await convertFile(fileName, file, { pictureType, tools, signal, onStep })
      signal.throwIfAborted()
      show(id, { sentSize: prepared.size })
      await records.change(id, { prepared, thumbnail }, master)
    }
    onStep('comparing')
    const hashedPictures = await getSpaceHashes(await fetchLibrary())
    const library = await fetchLibrary()
    signal.throwIfAborted()
    const record = getRecord(id)
    if (!isPrepared(record)) throw new Error(`${fileName} is not converted`)
    const others = records.list().filter((other) => other.id !== id)
    const decided = decideTarget(record, { pictureType, library, hashedPictures, others })
    if ('duplicate' in decided) {
      const { duplicate } = decided
      show(id, { status: 'duplicate', duplicate, message: duplicate.reason })
      return records.change(id, { duplicate })
    }
    show(id, { status: 'waiting', entryId: decided.target.entryId })
    await records.change(id, { target: decided.target })
  }

  async function upload(id: string, signal: AbortSignal): Promise<void> {
    await uploadPicture({
      client,
      pictureType,
      signal,
      getFile: () => storage.getFile(id),
      getUpload: () => getReadyRecord(id),
      saveStep: (change) => records.change(id, change),
      onStep: createStepReporter(id, 'uploading', signal),
      appendToList: (entryId) => {
        listing.add(id)
        return appendToList(entryId).finally(() => listing.delete(id))
      },
      updateLibrary,
      changeEntry,
    })
    records.forget(id)
    show(id, { status: 'done', progress: 1 })
  }

  function getRecord(id: string): StoredUpload {
    const record = records.get(id)
    if (!record) throw new Error('The upload is cancelled')
    return record
  }

  function getReadyRecord(id: string): ReadyUpload {
    const { prepared, target, ...record } = getRecord(id)
    if (!prepared || !target) throw new Error(`${record.fileName} is not converted`)
    return { ...record, prepared, target }
  }

  function handleError(id: string, error: unknown): void {
    const message = error instanceof Error ? error.message : String(error)
    if (error instanceof UnsuitableFileError) {
      records.forget(id)
      show(id, { status: 'rejected', message })
    } else if (hasStatus(error, 401) || hasStatus(error, 403)) {
      // Without a session, or in a full space, all others would fail too.
      show(id, { status: 'waiting' })
      status.setState({ problem: message })
    } else show(id, { status: 'failed', message })
  }

  /** Ends the work on an upload. Its finished steps stay. */
  function stop(id: string, next: 'waiting' | 'paused'): void {
    if (listing.has(id)) return
    runs.get(id)?.controller.abort()
    show(id, { status: next })
  }

  async function cancel(id: string): Promise<void> {
    if (listing.has(id)) return
    const run = runs.get(id)
    run?.controller.abort()
    records.hide(id)
    await run?.finished
    const record = records.get(id)
    records.forget(id)
    if (!record || (!record.hasAsset && run?.stage !== 'uploading')) return
    updateLibrary(await deleteDrafts(record, client))
  }

  return {
    store,
    status,
    addFiles: (files) => {
      records.add(
        files.map((file) => {
          lastOrder += 1
          const { name: fileName, size: fileSize } = file
          const id = crypto.randomUUID()
          return {
            record: { id, type: pictureType.type, order: lastOrder, fileName, fileSize, values: {}, isPaused: false },
            file,
          }
        }),
      )
      schedule()
    },
    pause: (ids) => {
      for (const id of ids) {
        const upload = find(id)
        if (!upload || !['waiting', 'preparing', 'uploading'].includes(upload.status)) continue
        stop(id, 'paused')
        void records.change(id, { isPaused: true })
      }
      schedule()
    },
    resume: (ids) => {
      status.setState({ problem: undefined })
      for (const id of ids) {
        const upload = find(id)
        if (upload?.status !== 'paused' && upload?.status !== 'failed') continue
        show(id, { status: 'waiting' })
        void records.change(id, { isPaused: false })
      }
      schedule()
    },
    cancel: (ids) => {
      for (const id of ids) void cancel(id)
    },
    decide: (id, decision) => {
      if (decision === 'skip') return void cancel(id)
      show(id, { status: 'waiting', decision })
      void records.change(id, { decision })
      schedule()
    },
    changeValues: (id, values) => {
      const upload = find(id)
      if (!upload) return
      show(id, { values: { ...upload.values, ...values } })
      void records.change(id, { values: { ...upload.values, ...values } })
      const isCreated = upload.status === 'done' || records.get(id)?.hasEntry
      if (isCreated && upload.entryId !== undefined) changeEntry(upload.entryId, values)
    },
    hasUnsavedFiles: () => !status.getState().isKept && store.getState().some(isUnfinished),
    restore: async () => {
      await records.restore()
      schedule()
    },
  }
}

const isUnfinished = ({ status }: Upload): boolean => status !== 'done' && status !== 'rejected'

const isPrepared = (record: StoredUpload): record is PreparedUpload => record.prepared !== undefined

import type { StoreApi } from 'zustand/vanilla'
import { hasStatus } from '#cms/photo-desk/space/request-error.ts'
import type { QueueStatus, UploadStep } from './upload.ts'
import type { UploadRecords } from './upload-records.ts'
import type { createUploadStages } from './upload-stages.ts'
import { UnsuitableFileError } from './worker/picture-task.ts'

/** Uploads in each stage at the same time. Workers convert one or two pictures at a time; one more is read meanwhile. */
const CONCURRENCY = { preparing: 3, uploading: 3 } as const
type StageName = keyof typeof CONCURRENCY

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
  readonly stage: StageName
  readonly controller: AbortController
  /** Resolves when the work has ended, however it ends. */
  readonly finished: Promise<void>
}

interface UploadRunsOptions extends ReturnType<typeof createUploadStages> {
  readonly records: UploadRecords
  readonly status: StoreApi<QueueStatus>
}

/** Runs the stages of waiting uploads, some at the same time. */
export function createUploadRuns({ records, status, stages, isBeingListed }: UploadRunsOptions) {
  const runs = new Map<string, Run>()

  /** Starts waiting uploads as long as there is room in their stage. */
  function schedule(): void {
    for (const upload of records.store.getState()) {
      const { problem, isOffline } = status.getState()
      if (problem !== undefined || isOffline) return
      if (upload.status !== 'waiting' || runs.has(upload.id)) continue
      const stage: StageName = records.get(upload.id)?.target ? 'uploading' : 'preparing'
      const count = [...runs.values()].filter((run) => run.stage === stage).length
      if (count < CONCURRENCY[stage]) start(upload.id, stage)
    }
  }

  function start(id: string, stage: StageName): void {
    const controller = new AbortController()
    const { signal } = controller
    const onStep = (step: UploadStep) => {
      if (!signal.aborted) records.show(id, { status: stage, step, progress: STEP_PROGRESS[step] })
    }
    const finished = stages[stage](id, signal, onStep)
      .catch((error: unknown) => {
        if (!signal.aborted) handleError(id, error)
      })
      .then(() => {
        runs.delete(id)
        schedule()
      })
    runs.set(id, { stage, controller, finished })
  }

  function handleError(id: string, error: unknown): void {
    const message = error instanceof Error ? error.message : String(error)
    if (error instanceof UnsuitableFileError) {
      records.forget(id)
      records.show(id, { status: 'rejected', message })
    } else if (hasStatus(error, 401) || hasStatus(error, 403)) {
      // Without a session, or in a full space, all others would fail too.
      records.show(id, { status: 'waiting' })
      status.setState({ problem: message })
    } else records.show(id, { status: 'failed', message })
  }

  return {
    schedule,
    /** Ends the work on an upload. Its finished steps stay. */
    stop: (id: string, next: 'waiting' | 'paused'): void => {
      if (isBeingListed(id)) return
      runs.get(id)?.controller.abort()
      records.show(id, { status: next })
    },
    /** Ends the work on all uploads until `schedule` is called. */
    stopAll: (): void => {
      for (const [id, { controller }] of runs) {
        if (isBeingListed(id)) continue
        controller.abort()
        records.show(id, { status: 'waiting' })
      }
    },
    /** Ends the work on an upload. Resolves when it has ended, with its stage. */
    abort: async (id: string): Promise<StageName | undefined> => {
      const run = runs.get(id)
      run?.controller.abort()
      await run?.finished
      return run?.stage
    },
  }
}

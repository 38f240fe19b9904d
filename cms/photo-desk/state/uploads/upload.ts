import type { UploadRecord } from '#cms/photo-desk/client/stored-work.ts'

/** What is known only while the page is open, as it is at the start. */
export const TRANSIENT_FIELDS = {
  step: undefined,
  problem: undefined,
  isDone: undefined,
  isHidden: undefined,
  thumbnailUrl: undefined,
}

/**
 * - `waiting`: in the queue.
 * - `working`: a step is in work.
 * - `duplicate`: the editor has to decide about a picture that is there already.
 * - `failed`: continues from the last finished step when the editor retries it.
 * - `rejected`: cannot be added.
 * - `done`: the picture is a draft and in the list of the page, or its file is replaced.
 */
export type UploadStatus = 'waiting' | 'working' | 'duplicate' | 'failed' | 'rejected' | 'done'

/** The statuses of uploads that are in work or wait for their turn. */
export const ACTIVE_STATUSES: ReadonlySet<UploadStatus> = new Set(['waiting', 'working'])

/** The statuses of uploads with which nothing more happens. */
export const FINISHED_STATUSES: ReadonlySet<UploadStatus> = new Set(['done', 'rejected'])

/** An upload as the views show it. */
export interface Upload extends UploadRecord {
  readonly status: UploadStatus
  /** The id of the entry, once it is known. */
  readonly entryId: string | undefined
}

/** Returns the keys of the pictures that uploads have added or are adding, by the id of their entry. */
export const getPictureKeys = (uploads: readonly Upload[]): ReadonlyMap<string, string> =>
  new Map(
    uploads.flatMap(({ id, entryId, replacedEntryId }) =>
      entryId !== undefined && replacedEntryId === undefined ? [[entryId, id] as const] : [],
    ),
  )

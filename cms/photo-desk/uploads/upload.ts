import type { EntryValues } from '#cms/photo-desk/space/space-pictures.ts'
import type { PerceptualHash } from '#cms/pictures/perceptual-hash.ts'
import type { PictureType } from '#cms/pictures/picture-type.ts'

/**
 * - `waiting`: in the queue.
 * - `preparing`: is read, compared and converted in the browser.
 * - `duplicate`: the editor has to decide about a picture that the space already has.
 * - `uploading`: is sent to Contentful, which then processes the file; the entry is created.
 * - `paused`, `failed`: continues from the last finished step when the editor resumes or retries it.
 * - `rejected`: cannot be added; `message` says why.
 * - `done`: the picture is a draft and in the list of the page.
 */
export type UploadStatus =
  | 'waiting'
  | 'preparing'
  | 'duplicate'
  | 'uploading'
  | 'paused'
  | 'failed'
  | 'rejected'
  | 'done'

/** The statuses of uploads that are in work or wait for their turn. */
export const ACTIVE_STATUSES: ReadonlySet<UploadStatus> = new Set(['waiting', 'preparing', 'uploading'])

/** The statuses of uploads with which nothing more happens. */
export const FINISHED_STATUSES: ReadonlySet<UploadStatus> = new Set(['done', 'rejected'])

/** The step of an upload that is `preparing` or `uploading`. */
export type UploadStep = 'reading' | 'converting' | 'comparing' | 'uploading' | 'processing' | 'saving'

/** How the editor decides about a duplicate. `replace`: the file of the existing picture is replaced. */
export type DuplicateDecision = 'skip' | 'replace' | 'add'

/** The picture that a file duplicates. */
export interface Duplicate {
  /** The entry in the space; `undefined` if the other file is in the queue. */
  readonly entryId?: string
  /** The other file in the queue. */
  readonly uploadId?: string
  /** Where it is: a sentence that continues the name of the file, for example `the gallery has it at position 3`. */
  readonly reason: string
}

/** A picture that is being added. */
export interface Upload {
  readonly id: string
  /** The name of the file on the editor's computer. */
  readonly fileName: string
  /** bytes, of the original file */
  readonly fileSize: number
  readonly status: UploadStatus
  readonly step?: UploadStep
  /** bytes that are sent; known when the file is converted */
  readonly sentSize?: number
  /** From 0 to 1, over all steps. */
  readonly progress: number
  /** What is wrong and what to do, without the name of the file; for `failed`, `rejected` and `duplicate`. */
  readonly message?: string
  readonly duplicate?: Duplicate
  readonly decision?: DuplicateDecision
  /** The thumbnail, about 320 px wide, as an object URL. */
  readonly thumbnailUrl?: string
  /** Texts and focal point that the editor has entered, by field. They are saved with the entry. */
  readonly values: EntryValues
  /** The id of the entry, once it is known. */
  readonly entryId?: string
}

/** What concerns all uploads. */
export interface QueueStatus {
  /** Why no upload continues until the editor resumes all: a sentence. */
  readonly problem?: string | undefined
  readonly isOffline: boolean
  /** Whether a reload loses no upload. */
  readonly isKept: boolean
}

/** The file that is sent, and what is compared of it. */
export interface PreparedFile {
  /** The first hex digits of the SHA-256 of the original file. */
  readonly hash: string
  readonly perceptualHash: PerceptualHash
  /** The base name of the original file with the extension of the converted one. */
  readonly fileName: string
  readonly contentType: string
  /** bytes */
  readonly size: number
}

/** The entry and asset that an upload writes. */
export interface UploadTarget {
  readonly entryId: string
  readonly assetId: string
  /** Whether both exist, and only the file is replaced. */
  readonly isReplacement: boolean
}

/** What the browser's database keeps of an upload: enough to continue it with the next step. */
export interface StoredUpload {
  readonly id: string
  readonly type: PictureType['type']
  /** The place in the queue. */
  readonly order: number
  readonly fileName: string
  readonly fileSize: number
  readonly values: EntryValues
  readonly thumbnail?: Blob | undefined
  readonly isPaused: boolean
  readonly duplicate?: Duplicate | undefined
  readonly decision?: DuplicateDecision | undefined
  readonly prepared?: PreparedFile | undefined
  readonly target?: UploadTarget | undefined
  /** The id of the uploaded file in Contentful, until an asset has it. */
  readonly uploadId?: string | undefined
  readonly hasAsset?: boolean
  readonly isProcessed?: boolean
  readonly hasEntry?: boolean
}

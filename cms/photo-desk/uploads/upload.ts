import type { PictureType } from '#cms/photo-desk/space/picture-type.ts'
import type { PerceptualHash } from '#cms/pictures/perceptual-hash.ts'

/** The steps of an upload, in their order. `listing` cannot be undone. */
export type UploadStep = 'reading' | 'converting' | 'comparing' | 'uploading' | 'processing' | 'saving' | 'listing'

/** How the editor decides about a duplicate. `replace`: the file of an existing picture is replaced. */
export type DuplicateDecision = 'skip' | 'replace' | 'add'

/** The picture that a file duplicates. */
export interface Duplicate {
  /** The entry in the space; `undefined` if the other file is in the queue. */
  readonly entryId?: string
  /** The other file in the queue. */
  readonly uploadId?: string
  /** Where it is, for example `it is already in the gallery, at position 3`. */
  readonly reason: string
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
  /** Whether the asset is new. A replaced file gets a new one if other entries show the asset of its entry too. */
  readonly isNewAsset: boolean
}

/** A file that is being added: all that is known about it. The browser's database keeps it, to continue after a reload. */
export interface UploadRecord {
  /** Also the key of its picture, from the moment the file is chosen until the page is closed. */
  readonly id: string
  readonly type: PictureType['type']
  /** The place in the queue. */
  readonly order: number
  /** The name of the file on the editor's computer. */
  readonly fileName: string
  /** bytes, of the original file */
  readonly fileSize: number
  /** The entry of the picture whose file is replaced; `undefined` for a new picture. */
  readonly replacedEntryId?: string | undefined
  readonly duplicate?: Duplicate | undefined
  readonly decision?: Exclude<DuplicateDecision, 'skip'> | undefined
  /** About 320 px wide. */
  readonly thumbnail?: Blob | undefined
  readonly prepared?: PreparedFile | undefined
  readonly target?: UploadTarget | undefined
  readonly hasAsset?: boolean
  /** The step in work; `undefined` while there is none. */
  readonly step?: UploadStep | undefined
  /** Why it has stopped. `message`: what is wrong and what to do. If it is final, it continues the name of the file. */
  readonly problem?: { readonly message: string; readonly isFinal: boolean } | undefined
  readonly isDone?: boolean | undefined
  /** Whether the editor has hidden the finished upload. */
  readonly isHidden?: boolean | undefined
  /** The thumbnail as an object URL. */
  readonly thumbnailUrl?: string | undefined
}

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

/** Derives what the views show from what is known. */
export const toUpload = (record: UploadRecord): Upload => ({
  ...record,
  status: getStatus(record),
  entryId: record.target?.entryId,
})

/** Returns the keys of the pictures that uploads have added or are adding, by the id of their entry. */
export const getPictureKeys = (uploads: readonly Upload[]): ReadonlyMap<string, string> =>
  new Map(
    uploads.flatMap(({ id, entryId, replacedEntryId }) =>
      entryId !== undefined && replacedEntryId === undefined ? [[entryId, id] as const] : [],
    ),
  )

function getStatus({ isDone, problem, duplicate, decision, step }: UploadRecord): UploadStatus {
  if (isDone) return 'done'
  if (problem) return problem.isFinal ? 'rejected' : 'failed'
  if (duplicate && !decision) return 'duplicate'
  return step ? 'working' : 'waiting'
}

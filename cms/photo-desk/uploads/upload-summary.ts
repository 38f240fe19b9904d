import { formatMegabytes } from '#cms/pictures/picture-rules.ts'
import type { PictureType } from '#cms/pictures/picture-type.ts'
import { ACTIVE_STATUSES, type Upload, type UploadStatus } from './upload.ts'

/** The uploads by their status. */
export interface UploadCounts {
  readonly total: number
  readonly done: number
  /** Waiting or in work. */
  readonly active: number
  readonly paused: number
  readonly duplicate: number
  readonly failed: number
  readonly rejected: number
}

/** Counts uploads by their status. */
export function countUploads(uploads: readonly Upload[]): UploadCounts {
  const count = (hasStatus: (status: UploadStatus) => boolean) =>
    uploads.filter(({ status }) => hasStatus(status)).length
  const countOf = (expected: UploadStatus) => count((status) => status === expected)
  return {
    total: uploads.length,
    done: countOf('done'),
    active: count((status) => ACTIVE_STATUSES.has(status)),
    paused: countOf('paused'),
    duplicate: countOf('duplicate'),
    failed: countOf('failed'),
    rejected: countOf('rejected'),
  }
}

/** Describes the progress of all uploads, for example `12 of 30 added, 2 need you`. */
export function describeProgress({ total, done, paused, duplicate, failed, rejected }: UploadCounts): string {
  const possible = total - rejected
  const parts = [
    possible > 0 ? `${done} of ${possible} added` : '',
    paused > 0 ? `${paused} paused` : '',
    duplicate + failed > 0 ? `${duplicate + failed} ${duplicate + failed === 1 ? 'needs' : 'need'} you` : '',
    rejected > 0 ? `${rejected} cannot be added` : '',
  ]
  return parts.filter((part) => part !== '').join(', ')
}

/** Describes what comes after all uploads, for example `30 photographs added as drafts. …`. */
export function describeFinishedUploads({ done }: UploadCounts, { name, page }: PictureType): string {
  const subject = done === 1 ? `1 ${name} is added as a draft` : `${done} ${name}s are added as drafts`
  const pronoun = done === 1 ? 'it' : 'them'
  return `${subject} at the end of the ${page.name}. Write the texts, then publish ${pronoun}.`
}

/** Describes what happens with an upload, for example `Uploading 1.2 MB`. */
export function describeStep({ status, step, sentSize }: Upload): string {
  if (status === 'done') return 'Added as a draft'
  if (status === 'waiting') return 'Waiting'
  if (status === 'paused') return 'Paused'
  if (status === 'duplicate') return 'Already there'
  if (status === 'failed') return 'Not finished'
  if (status === 'rejected') return 'Cannot be added'
  if (step === 'uploading' && sentSize !== undefined) return `Uploading ${formatFileSize(sentSize)}`
  return STEP_NAMES[step ?? 'reading']
}

const STEP_NAMES = {
  reading: 'Reading',
  converting: 'Converting',
  comparing: 'Comparing',
  uploading: 'Uploading',
  processing: 'Processing',
  saving: 'Saving',
} as const

/** Formats the size of a file, for example `1.5 MB` or `240 KB`. */
export const formatFileSize = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} KB` : formatMegabytes(bytes)

import type { PictureType } from '#cms/photo-desk/client/picture-type.ts'
import { formatMegabytes } from '#cms/pictures/picture-rules.ts'
import { capitalize } from '#shared/capitalize.ts'
import { ACTIVE_STATUSES, FINISHED_STATUSES, type Upload, type UploadStatus } from './upload.ts'
import type { QueueStatus } from './upload-queue.ts'

export type UploadCounts = ReturnType<typeof countUploads>

/** Counts uploads by their status. */
export function countUploads(uploads: readonly Upload[]) {
  const count = (matches: (upload: Upload) => boolean) => uploads.filter(matches).length
  const countOf = (expected: UploadStatus) => count(({ status }) => status === expected)
  return {
    total: uploads.length,
    active: count(({ status }) => ACTIVE_STATUSES.has(status)),
    unfinished: count(({ status }) => !FINISHED_STATUSES.has(status)),
    duplicate: countOf('duplicate'),
    failed: countOf('failed'),
    rejected: countOf('rejected'),
    done: countOf('done'),
    /** Of those that are done, the files that replace another one. */
    replaced: count(({ isDone, replacedEntryId }) => isDone === true && replacedEntryId !== undefined),
  }
}

/** How the list shows each status. `place`: first what the editor has to know or to decide; the others stay in the order of the files. */
export const STATUSES = {
  rejected: { place: 0, name: 'Refused', variant: 'negative' },
  failed: { place: 1, name: 'Not finished', variant: 'negative' },
  duplicate: { place: 1, name: 'Looks like another', variant: 'warning' },
  working: { place: 2, name: 'Waiting', variant: 'primary' },
  waiting: { place: 2, name: 'Waiting', variant: 'secondary' },
  done: { place: 2, name: 'Added as a draft', variant: 'positive' },
} as const satisfies Record<UploadStatus, object>

/** Sorts uploads by what they need of the editor. Those of `heldIds` stay in this order, before the others. */
export function sortUploads(uploads: readonly Upload[], heldIds: readonly string[] = []): readonly Upload[] {
  const heldPlaces = new Map(heldIds.map((id, index) => [id, index]))
  const getPlace = ({ id, status, notes }: Upload) =>
    heldPlaces.get(id) ?? heldIds.length + Math.min(STATUSES[status].place, notes?.length ? 1 : 2)
  return uploads.toSorted((a, b) => getPlace(a) - getPlace(b))
}

/** Describes the progress of all uploads, for example `12 of 30 added, 2 need you`. */
export function describeProgress({ total, done, duplicate, failed, rejected }: UploadCounts): string {
  const possible = total - rejected
  const parts = [
    possible > 0 && `${done} of ${possible} added`,
    duplicate + failed > 0 && `${duplicate + failed} ${duplicate + failed === 1 ? 'needs' : 'need'} you`,
    rejected > 0 && `${rejected} refused`,
  ]
  return parts.filter(Boolean).join(', ')
}

/** Describes what keeps uploads from going on, or a reload from keeping them; `''` if nothing does. */
export function describeBlockage({ problem, isPersisted }: QueueStatus, isOffline: boolean): string {
  const sentences = [
    problem !== undefined && `Adding has stopped. ${problem}. Nothing is lost.`,
    isOffline && 'There is no connection to the internet. Adding continues when it is back.',
    !isPersisted &&
      'The browser has no space to keep the files. Leave this page open until all are added: closing or reloading it would lose those that are not.',
  ]
  return sentences.filter(Boolean).join(' ')
}

/** Describes what has become of all uploads, and what comes next. */
export function describeNextStep(counts: UploadCounts, { name, page }: PictureType): string {
  const { active, unfinished, done, replaced } = counts
  if (active > 0) return 'You can write the texts meanwhile.'
  if (unfinished > 0) return 'Retry or decide below: then adding goes on.'
  if (done === 0) return 'No file is added: the list says why.'
  const added = done - replaced
  const sentences = [
    added > 0 &&
      `${added === 1 ? `1 ${name} is added as a draft` : `${added} ${name}s are added as drafts`} at the end of the ${page.name}.`,
    replaced === 1 && `The file of 1 ${name} is replaced. Its place and texts stay.`,
    replaced > 1 && `The files of ${replaced} ${name}s are replaced. Their places and texts stay.`,
    `Visitors see ${done === 1 ? 'it' : 'them'} when you publish.`,
  ]
  return sentences.filter(Boolean).join(' ')
}

/** What an upload does in a step, and the progress at the beginning of the step, from 0 to 1. */
const STEPS = {
  converting: { name: 'Converting', progress: 0.05 },
  comparing: { name: 'Comparing', progress: 0.35 },
  uploading: { name: 'Uploading', progress: 0.4 },
  processing: { name: 'Processing', progress: 0.7 },
  saving: { name: 'Saving', progress: 0.9 },
  listing: { name: 'Saving', progress: 0.95 },
} as const

/** Returns the progress of an upload, from 0 to 1 over all steps. */
export const getProgress = ({ step }: Upload): number => (step ? STEPS[step].progress : 0)

/** Describes what happens with an upload, for example `Uploading`. */
export function describeStatus({ status, step, replacedEntryId, duplicate }: Upload): string {
  if (status === 'done' && replacedEntryId !== undefined) return 'File replaced'
  if (status === 'duplicate' && duplicate?.isEqual) return 'Already there'
  return status === 'working' && step ? STEPS[step].name : STATUSES[status].name
}

/** Describes what is wrong with an upload and what to do: a sentence. `undefined` if nothing is wrong. */
export function describeProblem({ status, fileName, problem, duplicate }: Upload): string | undefined {
  if (problem?.isFinal) return `${fileName} ${problem.message}.`
  const text = status === 'duplicate' ? duplicate?.reason : problem?.message
  return text === undefined ? undefined : `${capitalize(text)}.`
}

/** Formats the size of a file, for example `1.5 MB` or `240 KB`. */
export const formatFileSize = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} KB` : formatMegabytes(bytes)

/** Describes what becomes of the new file of a picture. */
export function describeReplacement(upload: Upload): string {
  if (upload.status === 'done') return 'The file is replaced. Visitors see it when you publish.'
  return describeProblem(upload) ?? 'The file is being replaced …'
}

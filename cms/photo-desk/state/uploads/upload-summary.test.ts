import { expect, test } from 'vitest'
import { PHOTO_TYPE } from '#cms/photo-desk/client/picture-type.ts'
import type { UploadRecord } from '#cms/photo-desk/client/stored-work.ts'
import { toUpload } from './upload-store.ts'
import {
  countUploads,
  describeBlockage,
  describeNextStep,
  describeProblem,
  describeProgress,
  describeStatus,
  formatFileSize,
  sortUploads,
} from './upload-summary.ts'

const RECORD: UploadRecord = {
  id: 'upload',
  type: 'galleryImage',
  order: 1,
  fileName: 'a.jpg',
  fileSize: 12_000_000,
}
const createUpload = (changes: Partial<UploadRecord> = {}) => toUpload({ ...RECORD, ...changes })

const waiting = createUpload({ id: 'waiting' })
const working = createUpload({ id: 'working', step: 'converting' })
const done = createUpload({ id: 'done', isDone: true })
const duplicate = createUpload({ id: 'duplicate', duplicate: { isEqual: true, reason: 'it is the same file' } })
const failed = createUpload({ id: 'failed', problem: { message: 'the server is away', isFinal: false } })
const refused = createUpload({ id: 'refused', problem: { message: 'is empty', isFinal: true } })
const replaced = createUpload({ id: 'replaced', isDone: true, replacedEntryId: 'photo' })

test('describes the progress, and names only what there is', () => {
  const describe = (...uploads: Parameters<typeof countUploads>[0]) => describeProgress(countUploads(uploads))
  expect(describe(done, working, waiting)).toBe('1 of 3 added')
  expect(describe(done, duplicate, failed, waiting)).toBe('1 of 4 added, 2 need you')
  expect(describe(done, failed)).toBe('1 of 2 added, 1 needs you')
  expect(describe(done, refused)).toBe('1 of 1 added, 1 refused')
  expect(describe(refused)).toBe('1 refused')
})

test('describes what has become of the files as it is, and what comes next', () => {
  const describe = (...uploads: Parameters<typeof countUploads>[0]) =>
    describeNextStep(countUploads(uploads), PHOTO_TYPE)
  expect(describe(done, refused)).toBe(
    '1 photograph is added as a draft at the end of the gallery. Visitors see it when you publish.',
  )
  expect(describe(done, done)).toBe(
    '2 photographs are added as drafts at the end of the gallery. Visitors see them when you publish.',
  )
  expect(describe(replaced)).toBe(
    'The file of 1 photograph is replaced. Its place and texts stay. Visitors see it when you publish.',
  )
  expect(describe(refused)).toBe('No file is added: the list says why.')
  expect(describe(done, working)).toBe('You can write the texts meanwhile.')
  expect(describe(done, failed)).toBe('Retry or decide below: then adding goes on.')
})

test('describes all that stops the uploads', () => {
  expect(describeBlockage({ isPersisted: true }, false)).toBe('')
  expect(describeBlockage({ isPersisted: true, problem: 'The space is full' }, false)).toBe(
    'Adding has stopped. The space is full. Nothing is lost.',
  )
  expect(describeBlockage({ isPersisted: false }, true)).toMatch(/^There is no connection .* Leave this page open/)
})

test('lists refused files first, then those that need a decision, then the others in the order of the files', () => {
  const uploads = [done, working, duplicate, waiting, refused, failed]
  const list = (heldIds?: readonly string[]) => sortUploads(uploads, heldIds).map(({ id }) => id)
  expect(list()).toEqual(['refused', 'duplicate', 'failed', 'done', 'working', 'waiting'])
  expect(list(['done', 'working'])).toEqual(['done', 'working', 'refused', 'duplicate', 'failed', 'waiting'])
})

test('describes what happens with an upload, and its size', () => {
  expect([waiting, working, done, duplicate, refused, replaced].map(describeStatus).join(', ')).toBe(
    'Waiting, Converting, Added as a draft, Already there, Refused, File replaced',
  )
  expect([duplicate, failed, refused].map(describeProblem).join(' ')).toBe(
    'It is the same file. The server is away. a.jpg is empty.',
  )
  expect([1, 240_000, 12_345_678].map(formatFileSize)).toEqual(['1 KB', '240 KB', '12.3 MB'])
})

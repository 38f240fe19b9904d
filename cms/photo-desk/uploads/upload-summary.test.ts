import { expect, test } from 'vitest'
import { PHOTO_TYPE } from '#cms/pictures/picture-type.ts'
import type { Upload, UploadStatus } from './upload.ts'
import {
  countUploads,
  describeFinishedUploads,
  describeProgress,
  describeStep,
  formatFileSize,
} from './upload-summary.ts'

const createUpload = (status: UploadStatus): Upload => ({
  id: status,
  fileName: 'a.jpg',
  fileSize: 12_000_000,
  status,
  progress: 0,
  values: {},
})
const describe = (...statuses: readonly UploadStatus[]) => describeProgress(countUploads(statuses.map(createUpload)))

test('describes the progress, and names only what there is', () => {
  expect(describe('done', 'preparing', 'waiting')).toBe('1 of 3 added')
  expect(describe('done', 'duplicate', 'failed', 'paused')).toBe('1 of 4 added, 1 paused, 2 need you')
  expect(describe('done', 'failed')).toBe('1 of 2 added, 1 needs you')
  expect(describe('done', 'rejected')).toBe('1 of 1 added, 1 cannot be added')
  expect(describe('rejected')).toBe('1 cannot be added')
})

test('describes the result in the singular and plural', () => {
  const result = (count: number) =>
    describeFinishedUploads(countUploads(Array.from({ length: count }, () => createUpload('done'))), PHOTO_TYPE)
  expect(result(1)).toBe(
    '1 photograph is added as a draft at the end of the gallery. Write the texts, then publish it.',
  )
  expect(result(2)).toBe(
    '2 photographs are added as drafts at the end of the gallery. Write the texts, then publish them.',
  )
})

test('describes the step of an upload', () => {
  expect(describeStep(createUpload('waiting'))).toBe('Waiting')
  expect(describeStep({ ...createUpload('preparing'), step: 'converting' })).toBe('Converting')
  expect(describeStep({ ...createUpload('uploading'), step: 'uploading', sentSize: 1_240_000 })).toBe(
    'Uploading 1.2 MB',
  )
})

test('formats file sizes', () => {
  expect([1, 240_000, 12_345_678].map(formatFileSize)).toEqual(['1 KB', '240 KB', '12.3 MB'])
})

import { expect, test } from 'vitest'
import { PHOTO_TYPE } from '#cms/photo-desk/client/picture-type.ts'
import type { UploadRecord } from '#cms/photo-desk/client/stored-work.ts'
import {
  createTestPage,
  createTestPhotoEntry,
  createTestPictures,
  DRAFT,
  PUBLISHED,
} from '#tests/setup/photo-desk/test-pictures.ts'
import { findDuplicate } from './find-duplicate.ts'

const createHash = (left: number, right: number) => Uint8Array.from({ length: 768 }, (_, i) => (i < 384 ? left : right))
const PIPES = createHash(40, 200)
const TRENCH = createHash(220, 20)

const createPrepared = (hash: string, perceptualHash: Uint8Array) => ({
  hash,
  perceptualHash,
  fileName: `${hash}.jpg`,
  contentType: 'image/jpeg',
})

const spacePictures = createTestPictures({
  entries: [
    ...['photo-listed', 'photo-replaced', 'photo-unlisted'].map((id) => createTestPhotoEntry(id, PUBLISHED)),
    createTestPhotoEntry('photo-archived', { ...DRAFT, archivedVersion: 1 }),
  ],
  page: createTestPage(['photo-listed', 'photo-replaced'], PUBLISHED),
})

function find(hash: string, perceptualHash: Uint8Array, { uploads = [] as readonly UploadRecord[] } = {}) {
  const hashedPictures = [
    { entryId: 'photo-listed', perceptualHash: PIPES },
    { entryId: 'photo-replaced', perceptualHash: PIPES },
  ]
  const options = { pictureType: PHOTO_TYPE, spacePictures, hashedPictures, replacedEntryId: undefined }
  return findDuplicate(createPrepared(hash, perceptualHash), { ...options, others: uploads })
}

test.each([
  ['listed', PIPES, true, 'it is the same file as the photograph at position 1 of the gallery'],
  ['unlisted', TRENCH, true, 'it is the same file as a photograph that is not in the gallery'],
  ['archived', TRENCH, true, 'it is the same file as an archived photograph'],
  ['other', PIPES, false, 'it looks like the photograph at position 1 of the gallery'],
  [
    'replaced',
    TRENCH,
    false,
    'it was added before as the photograph at position 2 of the gallery, which has another file now',
  ],
])('§10.22 the file %s is called the same only if it is: %#', (hash, perceptualHash, isEqual, reason) => {
  expect(find(hash, perceptualHash)).toMatchObject({ isEqual, reason })
})

test('an equal file of the queue comes before one that looks like it', () => {
  const uploads = ['similar', 'equal'].map(
    (hash): UploadRecord => ({
      id: hash,
      type: 'galleryImage',
      order: 1,
      fileName: `${hash}.jpg`,
      fileSize: 1,
      prepared: createPrepared(hash, TRENCH),
    }),
  )
  expect(find('equal', TRENCH, { uploads })).toEqual({
    uploadId: 'equal',
    isEqual: true,
    reason: 'it is the same file as equal.jpg, which is being added',
  })
  expect(find('new', TRENCH, { uploads })).toEqual({
    uploadId: 'similar',
    isEqual: false,
    reason: 'it looks like similar.jpg, which is being added',
  })
})

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
import { createPictureId, findDuplicate } from './find-duplicate.ts'

const createHash = (left: number, right: number) => Uint8Array.from({ length: 768 }, (_, i) => (i < 384 ? left : right))
const PIPES = createHash(40, 200)
const TRENCH = createHash(220, 20)

const createPrepared = (hash: string, perceptualHash: Uint8Array) => ({
  hash,
  perceptualHash,
  fileName: `${hash}.jpg`,
  contentType: 'image/jpeg',
})

const UPLOAD: UploadRecord = { id: '', type: 'galleryImage', order: 1, fileName: '', fileSize: 1 }

const spacePictures = createTestPictures({
  entries: [
    ...['photo-listed', 'photo-replaced', 'photo-unlisted'].map((id) => createTestPhotoEntry(id, PUBLISHED)),
    createTestPhotoEntry('photo-archived', { ...DRAFT, archivedVersion: 1 }),
    createTestPhotoEntry('photo-unfinished', DRAFT),
  ],
  page: createTestPage(['photo-listed', 'photo-replaced'], PUBLISHED),
})

function find(
  hash: string,
  perceptualHash: Uint8Array,
  { uploads = [] as readonly UploadRecord[], replacedEntryId = '' } = {},
) {
  const hashedPictures = [
    { entryId: 'photo-listed', perceptualHash: PIPES },
    { entryId: 'photo-replaced', perceptualHash: PIPES },
  ]
  const options = { pictureType: PHOTO_TYPE, spacePictures, hashedPictures, replacedEntryId }
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
  const entryId = `photo-${hash === 'other' ? 'listed' : hash}`
  expect(find(hash, perceptualHash)).toEqual({ entryId, isEqual, reason })
})

test('the picture whose file is replaced and an interrupted upload are no duplicates', () => {
  expect(find('unfinished', PIPES)).toBeUndefined()
  expect(find('new', TRENCH)).toBeUndefined()
  expect(find('listed', TRENCH, { replacedEntryId: 'photo-listed' })).toBeUndefined()
  expect(find('listed', PIPES, { replacedEntryId: 'photo-listed' })?.entryId).toBe('photo-replaced')
})

test.each([
  ['new', [], true, 'photo-new'],
  ['new', ['photo-new', 'photo-new-2'], false, 'photo-new-3'],
  ['unfinished', [], false, 'photo-unfinished'],
  ['unfinished', ['photo-unfinished-2'], true, 'photo-unfinished-3'],
  ['listed-file', [], true, 'photo-listed-file-2'],
] as const)('the file %s, beside uploads of %o, again: %s, has the id %s', (hash, usedIds, isAgain, id) => {
  const others = usedIds.map((assetId) => ({ ...UPLOAD, target: { entryId: 'other', assetId, isNewAsset: true } }))
  const known = { pictureType: PHOTO_TYPE, spacePictures, others }
  expect(createPictureId(createPrepared(hash, PIPES), known, isAgain)).toBe(id)
})

test('an equal file of the queue comes before one that looks like it', () => {
  const uploads = ['similar', 'equal'].map((hash) => ({
    ...UPLOAD,
    id: hash,
    fileName: `${hash}.jpg`,
    prepared: createPrepared(hash, TRENCH),
  }))
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

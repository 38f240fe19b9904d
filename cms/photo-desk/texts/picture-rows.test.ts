import { expect, test } from 'vitest'
import { createLink } from '#cms/links.ts'
import type { EntryEdit } from '#cms/photo-desk/space/entry-edit.ts'
import { PHOTO_TYPE } from '#cms/photo-desk/space/picture-type.ts'
import type { Upload } from '#cms/photo-desk/uploads/upload.ts'
import {
  createTestAsset,
  createTestPage,
  createTestPhotoEntry,
  createTestPictures,
  PUBLISHED,
} from '#tests/setup/photo-desk/test-pictures.ts'
import { listPictureRows, matchesRowState, type PictureRow, revertChanges } from './picture-rows.ts'

const spacePictures = createTestPictures({
  entries: [
    createTestPhotoEntry('first', PUBLISHED, { photo: createLink('Asset', 'valves.7e6e68.0f3a92bc') }),
    createTestPhotoEntry('second', PUBLISHED, { altText: 'A text', caption: 'Texas', focalPoint: '30% 70%' }),
    createTestPhotoEntry('unlisted', PUBLISHED),
  ],
  assets: [createTestAsset('valves.7e6e68.0f3a92bc', PUBLISHED, '//images.test/valves.jpg')],
  page: createTestPage(['second', 'first'], PUBLISHED),
})

const createUpload = (id: string, changes: Partial<Upload> = {}): Upload => ({
  id,
  type: 'galleryImage',
  order: 1,
  fileName: `${id}.heic`,
  fileSize: 1,
  status: 'working',
  entryId: undefined,
  values: {},
  ...changes,
})

const NO_EDITS: ReadonlyMap<string, EntryEdit> = new Map()

const listRows = (uploads: readonly Upload[] = [], edits = NO_EDITS) =>
  listPictureRows({ spacePictures, uploads, edits, pictureType: PHOTO_TYPE })

test('lists the pictures of the page, then those of the queue in its order, then those without a place', () => {
  const uploads = [
    createUpload('done', { status: 'done', entryId: 'first' }),
    createUpload('new'),
    createUpload('known', { entryId: 'unlisted', values: { altText: 'Typed' } }),
    createUpload('rejected', { status: 'rejected' }),
    createUpload('replacing', { entryId: 'second', replacedEntryId: 'second' }),
  ]
  expect(listRows(uploads).map(({ id, uploadId, state }) => ({ id, uploadId, state }))).toEqual([
    { id: 'second', uploadId: undefined, state: 'published' },
    { id: 'first', uploadId: undefined, state: 'published' },
    { id: 'new', uploadId: 'new', state: 'adding' },
    { id: 'unlisted', uploadId: 'known', state: 'adding' },
  ])
})

test('names a picture by its file, without the marks of seeded files', () => {
  expect(listRows().find(({ id }) => id === 'first')).toMatchObject({
    name: 'valves.jpg',
    fileNames: ['valves.jpg', 'valves.7e6e68.0f3a92bc.jpg', 'valves.7e6e68.0f3a92bc'],
    thumbnailUrl: '//images.test/valves.jpg?w=240&fm=webp&q=75',
  })
})

test('shows unsaved texts instead of the saved ones', () => {
  const edit: EntryEdit = { values: { altText: null, caption: 'Ohio' }, before: {}, status: 'pending' }
  expect(listRows([], new Map([['second', edit]]))[0]).toMatchObject({
    edit,
    values: { altText: null, caption: 'Ohio', focalPoint: '30% 70%' },
  })
})

test('an archived picture of the page keeps its place and its texts', () => {
  const archived = createTestPhotoEntry('archived', { ...PUBLISHED, archivedVersion: 3 }, { altText: 'An old text' })
  const pictures = createTestPictures({ entries: [archived] })
  expect(
    listPictureRows({ spacePictures: pictures, uploads: [], edits: NO_EDITS, pictureType: PHOTO_TYPE }),
  ).toMatchObject([{ id: 'archived', state: 'archived', values: { altText: 'An old text' } }])
})

const createRow = (values: PictureRow['values'], state: PictureRow['state'] = 'published'): PictureRow => ({
  id: 'row',
  name: 'Crew.JPG',
  fileNames: ['Crew.JPG'],
  values,
  state,
})

test.each([
  ['missing', { altText: null }, 'published', true],
  ['missing', { altText: 'A text', caption: null }, 'published', false],
  ['unpublished', { altText: 'A text' }, 'changed', true],
  ['unpublished', { altText: 'A text' }, 'published', false],
] as const)('the filter %s with the texts %o of a picture that is %s: %s', (filter, values, state, expected) => {
  expect(matchesRowState(createRow(values, state), filter, PHOTO_TYPE)).toBe(expected)
})

test('returns the present values of the cells that changes overwrite', () => {
  const changes = [
    { rowId: 'row', field: 'altText', value: 'New' },
    { rowId: 'row', field: 'caption', value: 'New' },
  ]
  expect(revertChanges([createRow({ altText: 'Old' })], changes)).toEqual([
    { rowId: 'row', field: 'altText', value: 'Old' },
    { rowId: 'row', field: 'caption', value: null },
  ])
})

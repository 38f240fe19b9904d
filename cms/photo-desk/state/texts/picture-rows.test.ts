import { expect, test } from 'vitest'
import { createLink } from '#cms/links.ts'
import { PHOTO_TYPE } from '#cms/photo-desk/client/picture-type.ts'
import type { EntryEdit } from '#cms/photo-desk/client/stored-work.ts'
import { listPictures } from '#cms/photo-desk/state/pictures/picture.ts'
import type { Upload } from '#cms/photo-desk/state/uploads/upload.ts'
import { LOCALE } from '#shared/constants.ts'
import {
  createTestAsset,
  createTestPage,
  createTestPhotoEntry,
  createTestPictures,
  PUBLISHED,
} from '#tests/setup/photo-desk/test-pictures.ts'
import { listOrphanedTexts, listPictureRows } from './picture-rows.ts'

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
  ...changes,
})

const NO_EDITS: ReadonlyMap<string, EntryEdit> = new Map()

const listRows = (uploads: readonly Upload[] = [], edits = NO_EDITS) =>
  listPictureRows({ spacePictures, uploads, edits, pictureType: PHOTO_TYPE })

const EDIT: EntryEdit = { values: { altText: 'Typed' }, before: {}, status: 'pending' }

test('lists the pictures of the page, then those of the queue in its order, then those without a place', () => {
  const uploads = [
    createUpload('done', { status: 'done', entryId: 'first' }),
    createUpload('new'),
    createUpload('known', { entryId: 'unlisted' }),
    createUpload('rejected', { status: 'rejected' }),
    createUpload('replacing', { entryId: 'second', replacedEntryId: 'second' }),
  ]
  expect(listRows(uploads).map(({ id, entry, state }) => ({ id, entryId: entry?.sys.id, state }))).toEqual([
    { id: 'second', entryId: 'second', state: 'published' },
    { id: 'done', entryId: 'first', state: 'published' },
    { id: 'new', entryId: undefined, state: 'adding' },
    { id: 'known', entryId: undefined, state: 'adding' },
  ])
})

test.each([
  ['waits', {}],
  ['has the id of its entry, which does not exist yet', { entryId: 'third' }],
  ['is continued, and its entry exists already', { entryId: 'first' }],
  ['is added', { status: 'done', entryId: 'first' }],
  ['is added and hidden', { status: 'done', entryId: 'first', isHidden: true }],
] as const)('a file that %s has the same key and its texts, once', (_, changes) => {
  const rows = listRows([createUpload('file', changes)], new Map([['file', EDIT]]))
  expect(rows.filter(({ values }) => values.altText === 'Typed').map(({ id }) => id)).toEqual(['file'])
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
  expect(rows.filter(({ entry }) => entry?.sys.id === 'first').length).toBeLessThanOrEqual(1)
})

test('of two files that become the same entry, because the first picture was deleted, the last one has it', () => {
  const done = { status: 'done', entryId: 'first' } as const
  const rows = listRows([createUpload('deleted', { ...done, isHidden: true }), createUpload('again', done)])
  expect(rows.map(({ id }) => id)).toEqual(['second', 'again', 'unlisted'])
})

test('texts without a picture in the list are listed with its name', () => {
  const removed: EntryEdit = { ...EDIT, name: 'copy.jpg', status: 'removed', error: 'It was skipped' }
  const edits = new Map([
    ['second', EDIT],
    ['copy', removed],
    ['nameless', { ...EDIT, duplicateKey: 'first' }],
  ])
  const rows = listRows([], edits)
  const nameless = { id: 'nameless', name: 'A photograph without a name', state: 'removed', duplicate: rows[1] }
  expect(listOrphanedTexts(rows, edits, PHOTO_TYPE)).toEqual([
    { id: 'copy', name: 'copy.jpg', fileNames: ['copy.jpg'], values: removed.values, state: 'removed', edit: removed },
    expect.objectContaining(nameless),
  ])
})

test('names a picture by its file, without the marks of seeded files', () => {
  expect(listRows().find(({ id }) => id === 'first')).toMatchObject({
    name: 'valves.jpg',
    fileNames: ['valves.jpg', 'valves.7e6e68.0f3a92bc.jpg', 'valves.7e6e68.0f3a92bc'],
    thumbnailUrl: '//images.test/valves.jpg?w=240&fm=webp&q=75',
  })
})

test('names a picture without a file by its asset, and shows a drawing as it is', () => {
  const [processed, drawing] = ['photo', 'drawing'].map((id) => createTestAsset(`${id}-file`, PUBLISHED))
  const file = { fileName: 'a.svg', contentType: 'image/svg+xml', url: '//images.test/a.svg' }
  if (!processed || !drawing) throw new Error('There are two assets')
  const assets = [
    { ...drawing, fields: { ...drawing.fields, file: { [LOCALE]: file } } },
    { ...processed, fields: { ...processed.fields, file: {} } },
  ]
  const entries = ['drawing', 'photo', 'none'].map((id) => createTestPhotoEntry(id, PUBLISHED, { altText: undefined }))
  const rows = listPictures(createTestPictures({ entries, assets }), PHOTO_TYPE)
  expect([...rows.values()].map(({ name, title, thumbnailUrl }) => [name, title, thumbnailUrl])).toEqual([
    ['a.svg', 'a.svg', file.url],
    ['photo-file', 'A photograph without a text', undefined],
    ['No file', 'A photograph without a text', undefined],
  ])
})

test('an archived picture of the page keeps its place and its texts, and another one has none', () => {
  const archived = createTestPhotoEntry('archived', { ...PUBLISHED, archivedVersion: 3 }, { altText: 'An old text' })
  const entries = [archived, createTestPhotoEntry('unlisted', { ...PUBLISHED, archivedVersion: 3 })]
  const pictures = createTestPictures({ entries, page: createTestPage(['archived'], PUBLISHED) })
  expect(
    listPictureRows({ spacePictures: pictures, uploads: [], edits: NO_EDITS, pictureType: PHOTO_TYPE }),
  ).toMatchObject([{ id: 'archived', state: 'archived', values: { altText: 'An old text' } }])
})

import { expect, test } from 'vitest'
import { type SpacePictures, toMap } from '#cms/photo-desk/space/space-pictures.ts'
import { PHOTO_TYPE } from '#cms/pictures/picture-type.ts'
import {
  CHANGED,
  createTestAsset,
  createTestPage,
  createTestPhotoEntry,
  createTestPictures,
  DRAFT,
  PUBLISHED,
} from './test-pictures.ts'
import { findUnpublishedContent, getChangedIds } from './unpublished-content.ts'

const NO_VERSIONS = { entries: new Map(), assets: new Map() }

/** Returns what is not published of each picture. */
const findChanges = (
  spacePictures: SpacePictures,
  published: Parameters<typeof findUnpublishedContent>[2] = NO_VERSIONS,
) =>
  findUnpublishedContent(spacePictures, PHOTO_TYPE, published).pictures.map(({ entry, changes, isListed }) => ({
    id: entry.sys.id,
    changes,
    isListed,
  }))

test('returns nothing when everything is published', () => {
  const spacePictures = createTestPictures({ entries: [createTestPhotoEntry('a', PUBLISHED)] })
  expect(findUnpublishedContent(spacePictures, PHOTO_TYPE, NO_VERSIONS)).toEqual({ pictures: [], page: undefined })
})

test('distinguishes new photographs from unpublished ones, and says which are not in the gallery', () => {
  const unpublished = createTestPhotoEntry('old', DRAFT)
  const spacePictures = createTestPictures({
    entries: [
      createTestPhotoEntry('new', DRAFT),
      { ...unpublished, sys: { ...unpublished.sys, firstPublishedAt: '2026-01-01T00:00:00Z' } },
    ],
    page: createTestPage(['new'], PUBLISHED),
  })
  expect(findChanges(spacePictures)).toEqual([
    { id: 'new', changes: ['New'], isListed: true },
    { id: 'old', changes: ['Unpublished'], isListed: false },
  ])
})

test('names the changed texts of a photograph', () => {
  const spacePictures = createTestPictures({ entries: [createTestPhotoEntry('a', CHANGED, { caption: 'After' })] })
  const published = { ...NO_VERSIONS, entries: toMap([createTestPhotoEntry('a', PUBLISHED)]) }
  expect(findChanges(spacePictures, published)).toEqual([{ id: 'a', changes: ['Caption'], isListed: true }])
})

test('names a replaced file, also when only the asset is changed', () => {
  const spacePictures = createTestPictures({
    entries: [createTestPhotoEntry('a', PUBLISHED)],
    assets: [createTestAsset('a-file', CHANGED, '//images.example.org/after.jpg')],
  })
  const published = { ...NO_VERSIONS, assets: toMap([createTestAsset('a-file', PUBLISHED)]) }
  expect(findChanges(spacePictures, published)).toEqual([{ id: 'a', changes: ['File'], isListed: true }])
})

test('describes the list of the page apart from its other changes', () => {
  const entries = ['a', 'b', 'c'].map((id) => createTestPhotoEntry(id, PUBLISHED))
  const page = createTestPage(['c', 'a', 'b'], CHANGED, { gridTitle: 'Our work' })
  const published = { ...NO_VERSIONS, entries: toMap([createTestPage(['a', 'b'], PUBLISHED)]) }
  expect(findUnpublishedContent(createTestPictures({ entries, page }), PHOTO_TYPE, published).page).toMatchObject({
    listChange: '1 added',
    otherDifferences: [{ name: 'Grid title', after: 'Our work' }],
    isCompared: true,
  })
})

test('says that the changes of the page are not known without its published version', () => {
  const spacePictures = createTestPictures({ entries: [], page: createTestPage([], CHANGED) })
  expect(findUnpublishedContent(spacePictures, PHOTO_TYPE, NO_VERSIONS).page?.isCompared).toBe(false)
})

test('returns the ids whose published versions are needed', () => {
  const spacePictures = createTestPictures({
    entries: [createTestPhotoEntry('a', CHANGED), createTestPhotoEntry('b', DRAFT)],
    assets: [createTestAsset('b-file', CHANGED)],
    page: createTestPage(['a'], CHANGED),
  })
  expect(getChangedIds(spacePictures)).toEqual({ entryIds: ['gallery', 'a'], assetIds: ['b-file'] })
})

import { expect, test } from 'vitest'
import { PHOTO_TYPE } from '#cms/photo-desk/client/picture-type.ts'
import { type SpacePictures, toMap } from '#cms/photo-desk/client/space-pictures.ts'
import { isUnpublished, listPictures } from '#cms/photo-desk/state/pictures/picture.ts'
import {
  CHANGED,
  createTestAsset,
  createTestPage,
  createTestPhotoEntry,
  createTestPictures,
  DRAFT,
  PUBLISHED,
  TAKEN_DOWN,
} from '#tests/setup/photo-desk/test-pictures.ts'
import {
  compareWithPublishedPage,
  compareWithPublishedPicture,
  NO_VERSIONS,
  type PublishedVersions,
} from './compare-content.ts'

const comparePictures = (spacePictures: SpacePictures, published: PublishedVersions) =>
  [...listPictures(spacePictures, PHOTO_TYPE).values()].map((picture) =>
    compareWithPublishedPicture(picture, PHOTO_TYPE, published),
  )

/** Returns what is not published of each picture. */
const findChanges = (spacePictures: SpacePictures, published: PublishedVersions = NO_VERSIONS) =>
  comparePictures(spacePictures, published).map(({ picture, changes }) => ({
    id: picture?.id,
    changes,
    isListed: picture?.isListed,
  }))

test('distinguishes published, new and taken down photographs, and says which are not in the gallery', () => {
  const spacePictures = createTestPictures({
    entries: [
      createTestPhotoEntry('a', PUBLISHED),
      createTestPhotoEntry('new', DRAFT),
      createTestPhotoEntry('old', TAKEN_DOWN),
    ],
    page: createTestPage(['new', 'a'], PUBLISHED),
  })
  expect(findChanges(spacePictures)).toEqual([
    { id: 'new', changes: ['New'], isListed: true },
    { id: 'a', changes: [], isListed: true },
    { id: 'old', changes: ['Taken down'], isListed: false },
  ])
})

test('names the changed texts of a photograph, of which one that was changed back has none', () => {
  const entries = [createTestPhotoEntry('a', CHANGED, { caption: 'After' }), createTestPhotoEntry('b', CHANGED)]
  const published = ['a', 'b'].map((id) => createTestPhotoEntry(id, PUBLISHED))
  const pictures = comparePictures(createTestPictures({ entries }), { ...NO_VERSIONS, entries: toMap(published) })
  expect(pictures.map(({ picture, changes }) => [changes, picture && isUnpublished(picture)])).toEqual([
    [['Caption'], true],
    [[], false],
  ])
})

test('returns the published file of a photograph whose file was replaced, also by another asset', () => {
  const linksToOther = createTestPhotoEntry('b', CHANGED, {
    photo: { sys: { type: 'Link', linkType: 'Asset', id: 'c-file' } },
  })
  const assets = [
    createTestAsset('a-file', CHANGED, '//images.example.org/after.jpg'),
    createTestAsset('c-file', PUBLISHED),
  ]
  const spacePictures = createTestPictures({ entries: [createTestPhotoEntry('a', PUBLISHED), linksToOther], assets })
  const pictures = comparePictures(spacePictures, {
    entries: toMap([createTestPhotoEntry('b', PUBLISHED)]),
    assets: toMap(['a-file', 'b-file'].map((id) => createTestAsset(id, PUBLISHED))),
  })
  expect(pictures.map(({ changes, publishedAsset }) => [changes, publishedAsset?.sys.id])).toEqual([
    [['File'], 'a-file'],
    [['File'], 'b-file'],
  ])
})

test('says what moved in the list of the page, apart from its other changes', () => {
  const page = createTestPage(['c', 'a', 'd'], CHANGED, { gridTitle: 'Our work' })
  expect(compareWithPublishedPage(page, PHOTO_TYPE, createTestPage(['a', 'b', 'c'], PUBLISHED))).toMatchObject({
    changes: ['Order and list: 1 moved, 1 added, 1 removed', 'also Grid title'],
    moves: [
      { id: 'c', before: 3, after: 1 },
      { id: 'd', before: undefined, after: 3 },
      { id: 'b', before: 2, after: undefined },
    ],
    differences: [{ name: 'Grid title', after: 'Our work' }],
  })
})

test('says that the changes of the page are not known without its published version', () => {
  const { changes } = compareWithPublishedPage(createTestPage([], CHANGED), PHOTO_TYPE, undefined)
  expect(changes).toEqual([expect.stringContaining('Other changes of this page')])
})

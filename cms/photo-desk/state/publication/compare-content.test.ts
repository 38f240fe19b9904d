import { expect, test } from 'vitest'
import { PHOTO_TYPE } from '#cms/photo-desk/client/picture-type.ts'
import { toMap } from '#cms/photo-desk/client/space-pictures.ts'
import { isUnpublished } from '#cms/photo-desk/state/pictures/picture.ts'
import { createTestDeskClient } from '#tests/setup/photo-desk/test-cma.ts'
import {
  CHANGED,
  createTestAsset,
  createTestPage,
  createTestPhotoEntry,
  createTestPictures,
  PUBLISHED,
} from '#tests/setup/photo-desk/test-pictures.ts'
import { compareContent, createPublishedVersionsQuery } from './compare-content.ts'

test('§10.46 names the changed texts of a photograph, of which one that was changed back has none', () => {
  const entries = [createTestPhotoEntry('a', CHANGED, { caption: 'After' }), createTestPhotoEntry('b', CHANGED)]
  const published = ['a', 'b'].map((id) => createTestPhotoEntry(id, PUBLISHED))
  const versions = { entries: toMap(published), assets: new Map() }
  const { pictures } = compareContent(createTestPictures({ entries }), PHOTO_TYPE, versions)
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
  const { pictures } = compareContent(spacePictures, PHOTO_TYPE, {
    entries: toMap([createTestPhotoEntry('b', PUBLISHED)]),
    assets: toMap(['a-file', 'b-file'].map((id) => createTestAsset(id, PUBLISHED))),
  })
  expect(pictures.map(({ changes, publishedAsset }) => [changes, publishedAsset?.sys.id])).toEqual([
    [['File'], 'a-file'],
    [['File'], 'b-file'],
  ])
})

test('fetches the published versions again after only the file of a changed photograph is published', () => {
  const client = createTestDeskClient(() => {})
  const [before, after] = [PUBLISHED, { version: 4, publishedVersion: 3 }].map((file) => {
    const assets = [createTestAsset('a-file', file)]
    const spacePictures = createTestPictures({ entries: [createTestPhotoEntry('a', CHANGED)], assets })
    return createPublishedVersionsQuery(client, spacePictures, PHOTO_TYPE).queryKey
  })
  expect(after).not.toEqual(before)
})

test('says that the changes of the page are not known without its published version', () => {
  const { page } = compareContent(createTestPictures({ entries: [], page: createTestPage([], CHANGED) }), PHOTO_TYPE)
  expect(page.changes).toEqual([expect.stringContaining('Other changes of this page')])
})

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
  DRAFT,
  PUBLISHED,
  TAKEN_DOWN,
} from '#tests/setup/photo-desk/test-pictures.ts'
import { compareContent, createPublishedVersionsQuery } from './compare-content.ts'

test.each<
  readonly [string, ReturnType<typeof createTestPhotoEntry>, Parameters<typeof createTestAsset>[1], readonly string[]]
>([
  [
    'with another text',
    createTestPhotoEntry('a', CHANGED, { caption: 'After', focalPoint: '1% 2%' }),
    PUBLISHED,
    ['Focal point', 'Caption'],
  ],
  ['that was changed back', createTestPhotoEntry('a', CHANGED), PUBLISHED, []],
  ['of which no published version is known', createTestPhotoEntry('unknown', CHANGED), PUBLISHED, ['Changed']],
  ['whose file was never published', createTestPhotoEntry('unknown', PUBLISHED), DRAFT, ['File']],
  ['that is new', createTestPhotoEntry('a', DRAFT), DRAFT, ['New']],
  ['that was taken down', createTestPhotoEntry('a', TAKEN_DOWN), PUBLISHED, ['Taken down']],
  ['that is published', createTestPhotoEntry('a', PUBLISHED, { caption: 'Not read' }), PUBLISHED, []],
  ['that is archived', createTestPhotoEntry('a', { ...TAKEN_DOWN, archivedVersion: 3 }), DRAFT, []],
])('§10.46 names the changes of a photograph %s', (_, entry, file, changes) => {
  const versions = { entries: toMap([createTestPhotoEntry('a', PUBLISHED)]), assets: new Map() }
  const spacePictures = createTestPictures({
    entries: [entry],
    assets: [createTestAsset(`${entry.sys.id}-file`, file)],
  })
  const [compared] = compareContent(spacePictures, PHOTO_TYPE, versions).pictures
  expect(compared?.changes).toEqual(changes)
  expect(compared?.picture && isUnpublished(compared.picture)).toBe(changes.length > 0)
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

test.each([
  [DRAFT, ['New']],
  [PUBLISHED, []],
  [CHANGED, ['Other changes of this page, for example of its titles, are published with it']],
])(
  'says of a page with the versions %o, of which no published one is known, what is not published',
  (state, changes) => {
    const { page } = compareContent(createTestPictures({ entries: [], page: createTestPage([], state) }), PHOTO_TYPE)
    expect(page.changes).toEqual(changes)
  },
)

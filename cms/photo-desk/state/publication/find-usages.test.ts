import { expect, test } from 'vitest'
import { createLink } from '#cms/links.ts'
import { model } from '#cms/model/model.gen.ts'
import { createFastDeskClient, createTestCma } from '#tests/setup/photo-desk/test-cma.ts'
import {
  CHANGED,
  createTestAsset,
  createTestPage,
  createTestPhotoEntry,
  DRAFT,
  PUBLISHED,
  toType,
} from '#tests/setup/photo-desk/test-pictures.ts'
import { findUsages } from './find-usages.ts'

test('names the entries that use photographs or their files, and how many of them, each entry once', async () => {
  const photos = ['a', 'b', 'c'].map((id) => createTestPhotoEntry(id, PUBLISHED, { photo: createLink('Asset', id) }))
  const createEntry = (id: string, type: string, values: Readonly<Record<string, unknown>>) =>
    toType(createTestPhotoEntry(id, CHANGED, { altText: undefined, photo: undefined, ...values }), type)
  const others = [
    createTestPage(['a', 'b', 'a', 'other'], PUBLISHED),
    createTestPhotoEntry('twin', DRAFT, { altText: 'A twin', photo: createLink('Asset', 'a') }),
    createEntry('old', 'ofAnOlderModel', { image: createLink('Asset', 'b'), photos: [createLink('Entry', 'b')] }),
    createEntry('unrelated', 'seo', { image: createLink('Asset', 'other') }),
  ]
  const cma = createTestCma(({ params: { query } }: { params: { query: Readonly<Record<string, unknown>> } }) =>
    query['sys.archivedAt[exists]'] === false ? { items: [...others, ...photos], total: 6 } : { items: [], total: 0 },
  )
  const pictures = photos.slice(0, 2).map((entry) => ({ entry, asset: createTestAsset(entry.sys.id, PUBLISHED) }))
  const old = { id: 'old', title: 'old', type: 'ofAnOlderModel', state: 'changed', count: 1, isPage: false }
  // The ids of photographs and of their files are the same, and only links to the one or the other count.
  expect(await findUsages(createFastDeskClient(cma), pictures)).toEqual({
    ofEntries: [
      { id: 'gallery', title: 'gallery', type: model.galleryPage.name, state: 'published', count: 2, isPage: true },
      old,
    ],
    ofAssets: [
      { id: 'twin', title: 'A twin', type: model.galleryImage.name, state: 'draft', count: 1, isPage: false },
      old,
    ],
    sharedAssetIds: new Set(['a', 'b']),
  })
})

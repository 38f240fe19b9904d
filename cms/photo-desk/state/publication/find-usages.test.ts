import { expect, test } from 'vitest'
import { createLink } from '#cms/links.ts'
import { PHOTO_TYPE } from '#cms/photo-desk/client/picture-type.ts'
import { createFastDeskClient, createTestCma } from '#tests/setup/photo-desk/test-cma.ts'
import {
  createTestAsset,
  createTestPage,
  createTestPhotoEntry,
  PUBLISHED,
} from '#tests/setup/photo-desk/test-pictures.ts'
import { findUsages } from './find-usages.ts'

test('a list of entries does not use the files of pictures whose entry and file have the same id', async () => {
  const entry = createTestPhotoEntry('photo-1', PUBLISHED, {
    [PHOTO_TYPE.pictureField]: createLink('Asset', 'photo-1'),
  })
  const page = createTestPage(['photo-1'], PUBLISHED)
  const cma = createTestCma(({ params: { query } }: { params: { query: Readonly<Record<string, unknown>> } }) =>
    query['sys.archivedAt[exists]'] === false ? { items: [page, entry], total: 2 } : { items: [], total: 0 },
  )
  const client = createFastDeskClient(cma)
  const usages = await findUsages(client, [{ entry, asset: createTestAsset('photo-1', PUBLISHED) }])
  expect(usages).toMatchObject({ ofEntries: [{ id: page.sys.id, count: 1 }], ofAssets: [] })
  expect(usages.sharedAssetIds).toEqual(new Set())
})

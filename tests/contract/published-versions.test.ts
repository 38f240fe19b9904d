import { expect, test } from 'vitest'
import {
  createDraftEntry,
  publishAsset,
  publishEntry,
  publishPhotoModel,
  startTestContentful,
} from './test-contentful.ts'

test('lists the published versions of entries, without drafts', async () => {
  await using local = await startTestContentful()
  const { client } = local
  await publishPhotoModel(local)
  await createDraftEntry(local, 'photo', 'draft', { alt: 'a draft' })
  const published = await publishEntry(local, 'photo', 'changed', { alt: 'before' })
  await client.entry.update({ entryId: 'changed' }, { ...published, fields: { alt: { 'en-US': 'after' } } })

  const { items, total } = await client.entry.getPublished({ query: { content_type: 'photo' } })
  expect(total).toBe(1)
  expect(items).toEqual([expect.objectContaining({ fields: { alt: { 'en-US': 'before' } } })])
  expect(items[0]?.sys).toMatchObject({ id: 'changed', version: published.sys.version })
  // Recorded: contentful-management.rb, space/entry/all_public.yml.
  expect(await client.raw.get('/spaces/local/public/entries')).toMatchObject({ total: 1 })
})

test('filters published versions by id and by their own values', async () => {
  await using local = await startTestContentful()
  const { client } = local
  await publishPhotoModel(local)
  await publishEntry(local, 'photo', 'other', { alt: 'other' })
  const published = await publishEntry(local, 'photo', 'changed', { alt: 'before' })
  await client.entry.update({ entryId: 'changed' }, { ...published, fields: { alt: { 'en-US': 'after' } } })
  const findIds = async (query: Record<string, string>) =>
    (await client.entry.getPublished({ query: { content_type: 'photo', ...query } })).items.map(({ sys }) => sys.id)

  expect(await findIds({ 'sys.id[in]': 'changed' })).toEqual(['changed'])
  expect(await findIds({ 'fields.alt': 'before' })).toEqual(['changed'])
  expect(await findIds({ 'fields.alt': 'after' })).toEqual([])
})

test('lists the published versions of assets with the URLs of their files', async () => {
  await using local = await startTestContentful()
  const { client } = local
  const published = await publishAsset(local, 'one')
  await client.asset.update({ assetId: 'one' }, { ...published, fields: { ...published.fields, title: {} } })

  const { items } = await client.asset.getPublished({ query: { 'sys.id[in]': 'one' } })
  expect(items.map(({ fields }) => fields)).toEqual([published.fields])
  await client.asset.unpublish({ assetId: 'one' })
  expect((await client.asset.getPublished({ query: {} })).items).toEqual([])
})

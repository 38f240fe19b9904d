import { expect, test } from 'vitest'
import {
  catchApiError,
  createAsset,
  createPicture,
  MASTER,
  publishEntry,
  publishPhotoModel,
  sendRequest,
  toLink,
} from './test-contentful.ts'
import { useSpace } from './use-space.ts'

const local = await useSpace()
await publishPhotoModel(local)

const createTag = (tagId: string, name: string, visibility: 'public' | 'private' = 'public') =>
  local.client.tag.createWithId({ tagId }, { name, sys: { visibility } })

test('creates, renames and reads a tag, and keeps its visibility', async () => {
  const created = await createTag('summer', 'Summer')
  expect(created).toMatchObject({
    name: 'Summer',
    sys: { id: 'summer', type: 'Tag', version: 1, visibility: 'public' },
  })
  const renamed = await local.client.tag.update({ tagId: 'summer' }, { ...created, name: 'Warm days' })
  expect(renamed).toMatchObject({ name: 'Warm days', sys: { version: 2, visibility: 'public' } })
  expect(await local.client.tag.get({ tagId: 'summer' })).toEqual(renamed)
  expect(await catchApiError(local.client.tag.update({ tagId: 'summer' }, created))).toMatchObject({ status: 409 })
  expect(await catchApiError(local.client.tag.delete({ tagId: 'summer', version: 1 }))).toMatchObject({ status: 409 })
  expect(await catchApiError(createTag('other', 'Warm days'))).toMatchObject({ status: 422 })
  expect(await createTag('hidden', 'Hidden', 'private')).toMatchObject({ sys: { visibility: 'private' } })
  expect((await local.client.tag.getMany({})).items.map(({ sys }) => sys.id).sort()).toEqual(['hidden', 'summer'])
})

test('adds and removes tags of entries and assets; a tag in use cannot be deleted', async () => {
  const tag = await createTag('winter', 'Winter')
  const params = { entryId: 'tagged' }
  const entry = await publishEntry(local, 'photo', 'tagged', { alt: 'A tagged photo' })
  const metadata = { tags: [toLink('Tag', 'winter')], concepts: [] }
  const tagged = await local.client.entry.update(params, { ...entry, metadata })
  expect(tagged.metadata).toEqual(metadata)
  const { metadata: _, ...withoutMetadata } = tagged
  const current = await local.client.entry.update(params, withoutMetadata)
  expect(current.metadata).toEqual(metadata)
  const asset = await createAsset(local, 'tagged', await createPicture())
  expect((await local.client.asset.update({ assetId: 'tagged' }, { ...asset, metadata })).metadata).toEqual(metadata)
  await local.client.asset.delete({ assetId: 'tagged' })

  // Recorded in contentful-management.rb, tag/destroy_referenced.yml.
  const remove = () => local.client.tag.delete({ tagId: 'winter', version: tag.sys.version })
  expect(await catchApiError(remove())).toMatchObject({
    status: 422,
    name: 'ActionPreconditionsFailed',
    message: 'Validation error',
    details: { errors: [{ name: 'reference', details: 'Tag is referenced by another entity' }] },
  })
  const published = await local.client.entry.publish(params, current)
  const untagged = await local.client.entry.update(params, { ...published, metadata: { tags: [] } })
  expect(untagged.metadata).toEqual({ tags: [], concepts: [] })
  expect(await catchApiError(remove()), 'in use by the published version').toMatchObject({ status: 422 })
  await local.client.entry.publish(params, untagged)
  await remove()
  expect((await local.client.tag.getMany({})).items.map(({ sys }) => sys.id)).not.toContain('winter')
})

test('rejects unknown tags and all concepts', async () => {
  const headers = { 'x-contentful-content-type': 'photo' }
  const reject = async (metadata: object) =>
    (await sendRequest(local, 'PUT', `${MASTER}/entries/never`, { headers, body: { fields: {}, metadata } })).body
      .details
  const unknown = { value: 'nope', path: ['metadata', 'tags'] }
  expect(await reject({ tags: [toLink('Tag', 'nope')] })).toMatchObject({ errors: [unknown] })
  const details = 'The local Contentful does not support taxonomy. Use tags'
  const concepts = [toLink('TaxonomyConcept', 'a')]
  expect(await reject({ tags: [], concepts })).toMatchObject({
    errors: [{ path: ['metadata', 'concepts', 0], details }],
  })
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  catchApiError,
  createAsset,
  createPicture,
  publishEntry,
  publishPhotoModel,
  startTestContentful,
  type TestContentful,
} from './test-contentful.ts'

let local: TestContentful

beforeAll(async () => {
  local = await startTestContentful()
  await publishPhotoModel(local)
})

afterAll(() => local[Symbol.asyncDispose]())

const wear = (id: string) => ({ sys: { type: 'Link' as const, linkType: 'Tag' as const, id } })
const create = (tagId: string, name: string, visibility: 'public' | 'private' = 'public') =>
  local.client.tag.createWithId({ tagId }, { name, sys: { visibility } })

test('a tag is created, renamed and read; who sees it stays', async () => {
  const created = await create('summer', 'Summer')
  expect(created).toMatchObject({
    name: 'Summer',
    sys: { id: 'summer', type: 'Tag', version: 1, visibility: 'public' },
  })
  const renamed = await local.client.tag.update({ tagId: 'summer' }, { ...created, name: 'Warm days' })
  expect(renamed).toMatchObject({ name: 'Warm days', sys: { version: 2, visibility: 'public' } })
  expect(await local.client.tag.get({ tagId: 'summer' })).toEqual(renamed)
  expect(await catchApiError(local.client.tag.update({ tagId: 'summer' }, created))).toMatchObject({ status: 409 })
  expect(await catchApiError(create('other', 'Warm days'))).toMatchObject({ status: 422 })
  expect(await create('hidden', 'Hidden', 'private')).toMatchObject({ sys: { visibility: 'private' } })
  expect((await local.client.tag.getMany({})).items.map(({ sys }) => sys.id).sort()).toEqual(['hidden', 'summer'])
})

test('entries and assets wear tags, keep them until they are taken off, and lose them with the tag', async () => {
  const tag = await create('winter', 'Winter')
  const at = { entryId: 'tagged' }
  const entry = await publishEntry(local, 'photo', 'tagged', { alt: 'A tagged photo' })
  const worn = { tags: [wear('winter')], concepts: [] }
  const tagged = await local.client.entry.update(at, { ...entry, metadata: worn })
  expect(tagged.metadata).toEqual(worn)
  const { metadata: _, ...unsaid } = tagged
  expect((await local.client.entry.update(at, unsaid)).metadata).toEqual(worn)
  const asset = await createAsset(local, 'tagged', await createPicture())
  const taggedAsset = await local.client.asset.update({ assetId: 'tagged' }, { ...asset, metadata: worn })
  expect(taggedAsset.metadata).toEqual(worn)
  const taken = await local.client.asset.update({ assetId: 'tagged' }, { ...taggedAsset, metadata: { tags: [] } })
  expect(taken.metadata).toEqual({ tags: [], concepts: [] })

  await local.client.tag.delete({ tagId: 'winter', version: tag.sys.version })
  expect((await local.client.entry.get(at)).metadata).toEqual({ tags: [], concepts: [] })
})

test('a tag that is not there, and any concept, is refused by name', async () => {
  const create = (metadata: object) =>
    local.client.entry.createWithId(
      { contentTypeId: 'photo', entryId: 'never' },
      { fields: {}, metadata: { tags: [], ...metadata } },
    )
  const unknown = await catchApiError(create({ tags: [wear('nope')] }))
  expect(unknown).toMatchObject({ status: 422, details: { errors: [{ value: 'nope', path: ['metadata', 'tags'] }] } })
  const concept = { sys: { type: 'Link', linkType: 'TaxonomyConcept', id: 'a' } }
  expect(JSON.stringify(await catchApiError(create({ concepts: [concept] })))).toContain('concepts')
})

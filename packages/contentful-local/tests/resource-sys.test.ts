import { expect, test } from 'vitest'
import { GERMAN_LOCALE, publishGreeting } from './complete-space.ts'
import { createDraftEntry, publishAsset, publishPhotoModel, toLink } from './test-contentful.ts'
import { useSpace } from './use-space.ts'

const local = await useSpace()
await publishPhotoModel(local)
await publishGreeting(local)
await local.client.locale.create({}, GERMAN_LOCALE)

const USER = toLink('User', 'local-developer')
const URN = 'crn:contentful:::content:spaces/local/environments/master'

// contentful-management.rb, vcr_cassettes/{entry/update_with_concepts,content_type/update_with_metadata}.yml
test('each sys names the user, and content has a urn', async () => {
  const entry = await createDraftEntry(local, 'photo', 'known', { alt: 'A known photo' })
  expect(entry.sys).toMatchObject({ createdBy: USER, updatedBy: USER, urn: `${URN}/entries/known`, automationTags: [] })
  expect(entry.sys).not.toHaveProperty('publishedBy')
  const published = await local.client.entry.publish({ entryId: 'known' }, entry)
  expect(published.sys).toMatchObject({ publishedBy: USER })
  expect((await local.client.entry.unpublish({ entryId: 'known' })).sys).not.toHaveProperty('publishedBy')
  expect((await local.client.entry.archive({ entryId: 'known' })).sys).toMatchObject({ archivedBy: USER })
  expect((await publishAsset(local, 'file')).sys).toMatchObject({ publishedBy: USER, urn: `${URN}/assets/file` })
  const type = await local.client.contentType.get({ contentTypeId: 'photo' })
  expect(type.sys).toMatchObject({ createdBy: USER, publishedBy: USER, urn: `${URN}/content_types/photo` })
  const tag = await local.client.tag.createWithId({ tagId: 'a' }, { name: 'A', sys: { visibility: 'public' } })
  const [locale] = (await local.client.locale.getMany({})).items
  const editorInterface = await local.client.editorInterface.get({ contentTypeId: 'photo' })
  for (const { sys } of [tag, locale, editorInterface].filter((resource) => resource !== undefined))
    expect(sys).toMatchObject({ createdBy: USER, updatedBy: USER })
  const list = await local.client.entry.getMany({ query: { 'sys.id': 'known' } })
  expect(list.items).toEqual([await local.client.entry.get({ entryId: 'known' })])
})

const getStatus = async (entryId: string) => (await local.client.entry.get({ entryId })).sys.fieldStatus?.['*']

// contentful-management.js, lib/common-types.ts; recorded: vcr_cassettes/entry/update_with_concepts.yml, in which another
// version with the same values stays published
test('fieldStatus has the state of each locale', async () => {
  const params = { entryId: 'greeting' }
  const entry = await local.client.entry.createWithId(
    { contentTypeId: 'greeting', ...params },
    { fields: { words: { 'en-US': 'Hello', 'de-DE': 'Hallo' } } },
  )
  expect(entry.sys.fieldStatus).toEqual({ '*': { 'en-US': 'draft', 'de-DE': 'draft' } })
  const published = await local.client.entry.publish(params, entry)
  expect(published.sys.fieldStatus).toEqual({ '*': { 'en-US': 'published', 'de-DE': 'published' } })
  const changed = await local.client.entry.update(params, {
    ...published,
    fields: { words: { 'en-US': 'Hello', 'de-DE': 'Guten Tag' } },
  })
  expect(changed.sys.fieldStatus).toEqual({ '*': { 'en-US': 'published', 'de-DE': 'changed' } })
  await local.client.entry.update(params, { ...changed, fields: published.fields })
  expect(await getStatus('greeting')).toEqual({ 'en-US': 'published', 'de-DE': 'published' })
  await local.client.entry.unpublish(params)
  expect(await getStatus('greeting')).toEqual({ 'en-US': 'draft', 'de-DE': 'draft' })
})

// Recorded: vcr_cassettes/asset/update_with_concepts.yml
test('fieldStatus of an asset is changed after any change', async () => {
  const asset = await publishAsset(local, 'changed')
  expect(asset.sys.fieldStatus?.['*']).toEqual({ 'en-US': 'published', 'de-DE': 'published' })
  const saved = await local.client.asset.update({ assetId: 'changed' }, asset)
  expect(saved.sys.fieldStatus?.['*']).toEqual({ 'en-US': 'changed', 'de-DE': 'changed' })
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { GERMAN_LOCALE, publishContentTypes } from './complete-space.ts'
import {
  catchApiError,
  createDraftEntry,
  publishAsset,
  publishPhotoModel,
  startTestContentful,
  type TestContentful,
} from './test-contentful.ts'

let local: TestContentful

beforeAll(async () => {
  local = await startTestContentful()
  await publishPhotoModel(local)
  await publishContentTypes(local)
  await local.client.locale.create({}, GERMAN_LOCALE)
})

afterAll(() => local[Symbol.asyncDispose]())

const USER = { sys: { type: 'Link', linkType: 'User', id: 'local-developer' } }
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

// Recorded: contentful-management.rb, vcr_cassettes/tag/not_found.yml
test('the details of a 404 name the resource, the environment and the space', async () => {
  const location = { environment: 'master', space: 'local' }
  const requests = {
    Tag: () => local.client.tag.get({ tagId: 'nowhere' }),
    Entry: () => local.client.entry.unpublish({ entryId: 'nowhere' }),
    ContentType: () => local.client.contentType.get({ contentTypeId: 'nowhere' }),
  }
  for (const [type, sendRequest] of Object.entries(requests))
    expect(await catchApiError(sendRequest())).toMatchObject({
      status: 404,
      message: 'The resource could not be found.',
      details: { type, id: 'nowhere', ...location },
    })
})

const send = (method: string, path: string, body: string, headers: Record<string, string>) =>
  fetch(`${local.url}/spaces/local/environments/master/${path}`, {
    method,
    headers: { authorization: 'Bearer local-management', 'content-type': 'application/json', ...headers },
    body,
  })

test('publishes with an empty object as the body, and rejects a selection of locales', async () => {
  await createDraftEntry(local, 'photo', 'emptily', { alt: 'A photo' })
  const publish = (body: string) => send('PUT', 'entries/emptily/published', body, { 'x-contentful-version': '1' })
  const selection = await publish('{"add":{"fields":{"*":["en-US"]}}}')
  expect(selection.status).toBe(400)
  expect(await selection.text()).toContain('publishing single locales')
  expect((await publish('{}')).status).toBe(200)
})

// contentful/contentful-management.py, issue 97
test('rejects metadata without tags, and accepts null', async () => {
  const create = (id: string, metadata: unknown) =>
    send('PUT', `entries/${id}`, JSON.stringify({ metadata, fields: {} }), { 'x-contentful-content-type': 'photo' })
  const rejected = await create('without-tags', {})
  expect(rejected.status).toBe(422)
  expect(await rejected.json()).toMatchObject({
    message: expect.any(String),
    details: { errors: [{ name: 'required', path: ['metadata', 'tags'] }] },
  })
  expect((await create('null', null)).status).toBe(201)
})

// Recorded: contentful-management.rb, vcr_cassettes/entry/update_unlocalized_field.yml
test('answers InvalidEntry to a value in a locale that does not exist', async () => {
  const values = { alt: { pl: 'Zdjęcie' } }
  const rejected = await send('PUT', 'entries/polish', JSON.stringify({ fields: values }), {
    'x-contentful-content-type': 'photo',
  })
  expect(rejected.status).toBe(422)
  expect(await rejected.json()).toMatchObject({
    sys: { type: 'Error', id: 'InvalidEntry' },
    message: 'Validation error',
    details: { errors: [{ name: 'unknown', path: ['fields', 'alt', 'pl'], value: 'Zdjęcie' }] },
  })
})

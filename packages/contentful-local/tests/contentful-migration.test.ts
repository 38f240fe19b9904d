import { expect, test, vi } from 'vitest'
import { GERMAN_LOCALE } from './complete-space.ts'
import { createContentfulClient } from './delivery-space.ts'
import { runMigrationScript } from './official-tools.ts'
import { createDraftEntry, publishContentType, publishEntry, toLink } from './test-contentful.ts'
import { useSpace } from './use-space.ts'

// The tool prints its progress.
for (const name of ['log', 'info', 'error', 'debug'] as const) vi.spyOn(console, name).mockReturnValue()

const local = await useSpace()

const runScript = (name: string) => runMigrationScript(local.url, name)

const readFields = async () =>
  (await local.client.contentType.get({ contentTypeId: 'post' })).fields.map(
    ({ id, name, type }) => `${id} ${name} ${type}`,
  )

test('contentful-migration creates a content type, publishes it and writes its editor interface', async () => {
  await runScript('create-post')
  expect(await readFields()).toEqual(['title Title Symbol', 'body Body RichText', 'old Old Symbol'])
  const { controls } = await local.client.editorInterface.get({ contentTypeId: 'post' })
  expect(controls).toMatchObject([
    { fieldId: 'title', widgetId: 'singleLine', settings: { helpText: 'Short and clear.' } },
  ])
})

test('§11.16 contentful-migration changes a content type and its entries', async () => {
  await publishEntry(local, 'post', 'first', { title: 'First', old: 'gone soon' })
  await createDraftEntry(local, 'post', 'second', { title: 'Second' })
  await runScript('change-post')
  expect(await readFields()).toEqual(['title Headline Symbol', 'body Body RichText', 'lead Lead Text'])
  const first = await local.client.entry.get({ entryId: 'first' })
  expect(first.fields).toEqual({ title: { 'en-US': 'First' }, lead: { 'en-US': 'On First' } })
  expect(first.sys).toMatchObject({ publishedVersion: first.sys.version - 1 })
  const second = await local.client.entry.get({ entryId: 'second' })
  expect(second.fields.lead).toEqual({ 'en-US': 'On Second' })
  expect(second.sys.publishedVersion).toBeUndefined()
  expect((await local.client.tag.getMany({})).items.map(({ name }) => name)).toEqual(['News'])
  const params = { contentTypeId: 'post' }
  expect((await local.client.contentType.get(params)).metadata?.annotations).toEqual({
    ContentType: [toLink('Annotation', 'Contentful:AggregateRoot')],
    ContentTypeField: { title: [toLink('Annotation', 'Contentful:GraphQLFieldResolver')] },
  })
  const editor = { widgetNamespace: 'app', widgetId: 'an-app' }
  expect(await local.client.editorInterface.get(params)).toMatchObject({ editor })
})

test('contentful-migration renames the display field, and then changes and deletes fields', async () => {
  const before = await local.client.entry.get({ entryId: 'first' })
  const editorInterface = await local.client.editorInterface.get({ contentTypeId: 'post' })
  await runScript('rename-post-field')
  expect(await readFields()).toEqual(['body Body RichText', 'headline Title Symbol'])
  const { displayField, metadata } = await local.client.contentType.get({ contentTypeId: 'post' })
  expect(displayField).toBe('headline')
  expect(Object.keys(metadata?.annotations?.ContentTypeField ?? {})).toEqual(['headline'])
  const after = await local.client.entry.get({ entryId: 'first' })
  expect(after.fields).toEqual({ headline: before.fields.title })
  expect(after.sys).toMatchObject({ version: before.sys.version, publishedVersion: before.sys.publishedVersion })
  const { data } = await local.queryGraphql('{ post(id: "first") { headline } }')
  expect(data).toEqual({ post: { headline: 'First' } })
  const { controls } = await local.client.editorInterface.get({ contentTypeId: 'post' })
  const titleControl = editorInterface.controls?.find(({ fieldId }) => fieldId === 'title')
  expect(controls).toContainEqual({ ...titleControl, fieldId: 'headline' })
  expect(controls?.map(({ fieldId }) => fieldId).sort()).toEqual(['body', 'headline'])
})

test('contentful-migration transforms localized entries in a copied environment', async () => {
  const { client } = local
  await client.locale.create({}, GERMAN_LOCALE)
  const fields = [
    { id: 'title', type: 'Symbol', localized: true },
    { id: 'byline', type: 'Symbol' },
  ]
  await publishContentType(local, { id: 'artwork', fields })
  for (const [entryId, title] of [
    ['line', { 'en-US': 'Line', 'de-DE': 'Linie' }],
    ['untitled', { 'en-US': 'Untitled' }],
  ] as const) {
    const params = { contentTypeId: 'artwork', entryId }
    const entry = await client.entry.createWithId(params, { fields: { title, byline: { 'en-US': 'Ada' } } })
    await client.entry.publish(params, entry)
  }
  const before = await client.entry.get({ entryId: 'line' })
  const environmentId = 'copy'
  await client.environment.createWithId({ environmentId }, { name: environmentId })
  await runMigrationScript(local.url, 'label-artworks', environmentId)

  const untitled = await client.entry.get({ entryId: 'untitled', environmentId })
  expect(untitled.fields.label).toEqual({ 'en-US': 'Untitled (Ada)' })
  const delivery = createContentfulClient(local.url, { environment: environmentId })
  const delivered = await delivery.getEntry('line', { locale: 'de-DE' })
  expect(delivered.fields).toMatchObject({ label: 'Linie (Ada)' })
  const created = await client.entry.create({ contentTypeId: 'artwork', environmentId }, { fields: {} })
  expect(created.fields).toEqual({ label: { 'en-US': 'None' } })
  expect(await client.entry.get({ entryId: 'line' })).toEqual(before)
})

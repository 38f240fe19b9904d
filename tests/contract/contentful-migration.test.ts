import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { runMigrationScript } from './official-tools.ts'
import { createDraftEntry, publishEntry, startTestContentful, type TestContentful } from './test-contentful.ts'

// The tool prints its progress.
for (const name of ['log', 'info', 'error', 'debug'] as const) vi.spyOn(console, name).mockReturnValue()

let local: TestContentful

beforeAll(async () => {
  local = await startTestContentful()
})

afterAll(() => local[Symbol.asyncDispose]())

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

test('a second run fails because the content type exists, and writes nothing', async () => {
  const { sys } = await local.client.contentType.get({ contentTypeId: 'post' })
  await expect(runScript('create-post')).rejects.toMatchObject({
    errors: [expect.objectContaining({ message: expect.stringContaining('already exists') })],
  })
  expect((await local.client.contentType.get({ contentTypeId: 'post' })).sys.version).toBe(sys.version)
})

test('contentful-migration changes a content type and its entries', async () => {
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
})

test('contentful-migration renames the display field, and then changes and deletes fields', async () => {
  const before = await local.client.entry.get({ entryId: 'first' })
  const editorInterface = await local.client.editorInterface.get({ contentTypeId: 'post' })
  await runScript('rename-post-field')
  expect(await readFields()).toEqual(['body Body RichText', 'headline Title Symbol'])
  expect((await local.client.contentType.get({ contentTypeId: 'post' })).displayField).toBe('headline')
  const after = await local.client.entry.get({ entryId: 'first' })
  expect(after.fields).toEqual({ headline: before.fields.title })
  expect(after.sys).toMatchObject({ version: before.sys.version, publishedVersion: before.sys.publishedVersion })
  const { data } = await local.queryGraphql('{ post(id: "first") { headline } }')
  expect(data).toEqual({ post: { headline: 'First' } })
  const { controls, sys } = await local.client.editorInterface.get({ contentTypeId: 'post' })
  const titleControl = editorInterface.controls?.find(({ fieldId }) => fieldId === 'title')
  expect(controls).toContainEqual({ ...titleControl, fieldId: 'headline' })
  expect(controls?.map(({ fieldId }) => fieldId).sort()).toEqual(['body', 'headline'])
  expect(sys.version).toBeGreaterThan(editorInterface.sys.version)
})

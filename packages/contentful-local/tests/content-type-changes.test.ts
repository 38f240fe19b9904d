import { expect, test } from 'vitest'
import { GERMAN_LOCALE } from './complete-space.ts'
import { catchApiError, createDraftEntry, publishContentType, type TestField, toLink } from './test-contentful.ts'
import { useSpace } from './use-space.ts'

const local = await useSpace()

type Field = TestField & { readonly newId?: string; readonly deleted?: boolean }

const createField = (id: string, options: Partial<Field> = {}): Field => ({ id, type: 'Symbol', ...options })

const publishType = (id: string, fields: Field[]) => publishContentType(local, { id, fields })

const getType = (contentTypeId: string) => local.client.contentType.get({ contentTypeId })

/** Saves other fields of a content type, without the properties that the client's types require and the server adds. */
async function saveFields(contentTypeId: string, fields: Field[]) {
  const type = await getType(contentTypeId)
  const body = { ...type, fields: fields.map((field) => ({ name: field.id, ...field })) }
  return local.client.contentType.update({ contentTypeId }, JSON.parse(JSON.stringify(body)))
}

const publish = async (contentTypeId: string) =>
  local.client.contentType.publish({ contentTypeId }, await getType(contentTypeId))

const getFields = async (entryId: string) => (await local.client.entry.get({ entryId })).fields

// contentful/contentful-cli, issue 74; contentful/contentful-management.js, pull request 2104: omitted must be published.
test('rejects deleting a published field that is not omitted in the published version', async () => {
  const fields = [createField('title'), createField('kept')]
  await publishType('kept', fields)
  const rejection = { status: 400, name: 'BadRequest', message: 'You need to omit a field before deleting it' }
  const [title = createField('title'), kept = createField('kept')] = fields
  expect(await catchApiError(saveFields('kept', [title]))).toMatchObject(rejection)
  expect(await catchApiError(saveFields('kept', [title, { ...kept, deleted: true }]))).toMatchObject(rejection)
  await saveFields('kept', [title, { ...kept, omitted: true }])
  const draftOnly = saveFields('kept', [title, { ...kept, omitted: true, deleted: true }])
  expect(await catchApiError(draftOnly)).toMatchObject({
    ...rejection,
    details: { errors: [{ name: 'omitted', path: ['fields', 'kept'] }] },
  })
  expect((await getType('kept')).fields.map(({ id }) => id)).toEqual(['title', 'kept'])
  await publish('kept')
  expect((await saveFields('kept', [title])).fields.map(({ id }) => id)).toEqual(['title'])
  await saveFields('kept', [title, createField('unpublished')])
  const saved = await saveFields('kept', [title, createField('unpublished', { deleted: true })])
  expect(saved.fields.map(({ id }) => id)).toEqual(['title'])
})

test('two fields can exchange their ids, with control and annotation, and a new field can take an old id', async () => {
  const contentTypeId = 'exchanged'
  const annotations = [toLink('Annotation', 'Contentful:GraphQLFieldResolver')]
  const fields = [createField('a'), createField('b'), createField('c', { omitted: true })]
  const metadata = { annotations: { ContentTypeField: { a: annotations } } }
  await publishContentType(local, { id: contentTypeId, fields, metadata })
  const { sys } = await local.client.editorInterface.get({ contentTypeId })
  const control = { fieldId: 'a', widgetId: 'slugEditor' }
  await local.client.editorInterface.update({ contentTypeId }, { sys, controls: [control] })
  await createDraftEntry(local, 'exchanged', 'exchanged', { a: 'A', b: 'B', c: 'C' })
  await saveFields('exchanged', [createField('a', { newId: 'b' }), createField('b', { newId: 'a' })])
  await publish('exchanged')
  expect((await getType('exchanged')).metadata?.annotations?.ContentTypeField).toEqual({ b: annotations })
  const { controls } = await local.client.editorInterface.get({ contentTypeId })
  expect(controls).toContainEqual({ ...control, fieldId: 'b' })
  expect(await getFields('exchanged')).toEqual({ a: { 'en-US': 'B' }, b: { 'en-US': 'A' } })
  await saveFields('exchanged', [createField('a', { newId: 'd' }), createField('b')])
  const newField = createField('a', { type: 'Integer' })
  await saveFields('exchanged', [createField('d', { newId: 'e' }), createField('b'), newField])
  await publish('exchanged')
  expect(await getFields('exchanged')).toEqual({ e: { 'en-US': 'B' }, b: { 'en-US': 'A' } })
})

test.each([
  ['renaming a field to the id of another one', { newId: 'b' }, 'uniqueFieldIds'],
  ['renaming a field to what is no id', { newId: 'not an id' }, 'newId'],
  ['changing the type of a renamed field', { newId: 'c', type: 'Text' }, 'The type Symbol cannot be changed'],
  ['changing a text to a list', { type: 'Array', items: { type: 'Symbol' } }, 'The type Symbol cannot be changed'],
])('rejects %s', async (title, change, expectedText) => {
  const id = title.replaceAll(' ', '-')
  await publishType(id, [createField('a'), createField('b')])
  const { status, details } = await catchApiError(saveFields(id, [createField('a', change), createField('b')]))
  expect(status).toBe(422)
  expect(JSON.stringify(details)).toContain(expectedText)
})

// contentful-management.rb, vcr_cassettes/content_type/default_value.yml
test('default values fill the fields that a new entry is created without, and never an existing entry', async () => {
  await local.client.locale.create({}, GERMAN_LOCALE)
  await publishType('filled', [
    createField('words', { localized: true, defaultValue: { 'en-US': 'Hello', 'de-DE': 'Hallo' } }),
    createField('fixed', { defaultValue: { 'en-US': 'One', 'de-DE': 'Eins' } }),
    createField('empty', { defaultValue: { 'en-US': null } }),
    createField('list', { type: 'Array', items: { type: 'Symbol' }, defaultValue: { 'en-US': ['a'] } }),
  ])
  const words = { 'en-US': 'Hello', 'de-DE': 'Hallo' }
  const created = await createDraftEntry(local, 'filled', 'created', {})
  expect(created.fields).toEqual({ words, fixed: { 'en-US': 'One' }, list: { 'en-US': ['a'] } })
  const partial = await createDraftEntry(local, 'filled', 'partial', { fixed: null, list: [] })
  expect(partial.fields).toEqual({ words, fixed: { 'en-US': null }, list: { 'en-US': [] } })
  const updated = await local.client.entry.update({ entryId: 'partial' }, { ...partial, fields: {} })
  expect(updated.fields).toEqual({})
})

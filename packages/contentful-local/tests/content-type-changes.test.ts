import { expect, test } from 'vitest'
import { GERMAN_LOCALE } from './complete-space.ts'
import {
  catchApiError,
  createDraftEntry,
  MASTER,
  publishContentType,
  publishEntry,
  sendRequest,
  type TestField,
  toLink,
} from './test-contentful.ts'
import { useSpace } from './use-space.ts'

const local = await useSpace()

type Field = TestField & { readonly newId?: string; readonly deleted?: boolean }

const createField = (id: string, options: Partial<Field> = {}): Field => ({ id, type: 'Symbol', ...options })

const publishType = (id: string, fields: Field[], displayField?: string) =>
  publishContentType(local, { id, fields, displayField })

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

// contentful/contentful-management.rb, spec/fixtures/vcr_cassettes/content_type/update_with_deleted_true.yml
test('deleted: true removes an omitted field and, once published, its values', async () => {
  await publishType('trimmed', [createField('title'), createField('old')])
  const entry = await publishEntry(local, 'trimmed', 'trimmed', { title: 'A', old: 'B' })
  const params = { contentTypeId: 'trimmed' }
  const deleted = await local.client.contentType.omitAndDeleteField(params, await getType('trimmed'), 'old')
  expect(deleted.fields.map(({ id }) => id)).toEqual(['title'])
  expect(deleted.fields[0]).not.toHaveProperty('deleted')
  expect(await getFields('trimmed')).toEqual({ title: { 'en-US': 'A' }, old: { 'en-US': 'B' } })
  await publish('trimmed')
  const { fields, sys } = await local.client.entry.get({ entryId: 'trimmed' })
  expect(fields).toEqual({ title: { 'en-US': 'A' } })
  expect(sys).toMatchObject({ version: 2, publishedVersion: 1 })
  expect((await local.client.editorInterface.get({ contentTypeId: 'trimmed' })).controls).toEqual([
    { fieldId: 'title' },
  ])
  const saved = await local.client.entry.update(
    { entryId: 'trimmed' },
    { ...entry, fields: { title: { 'en-US': 'C' } } },
  )
  await local.client.entry.publish({ entryId: 'trimmed' }, saved)
})

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
})

const LINKS = { type: 'Array', items: { type: 'Link', linkType: 'Entry' } }

test.each([
  ['symbol-to-list', { type: 'Symbol' }, { type: 'Array', items: { type: 'Symbol' } }, 'Symbol'],
  ['links-to-assets', LINKS, { type: 'Array', items: { type: 'Link', linkType: 'Asset' } }, 'Array of Link to Entry'],
])('rejects changing the type of a published field: %s', async (id, before, after, name) => {
  await publishType(id, [createField('body', before)])
  const { status, details } = await catchApiError(saveFields(id, [createField('body', after)]))
  expect(status).toBe(422)
  expect(JSON.stringify(details)).toContain(`The type ${name} cannot be changed`)
})

test('a field that was never published can be deleted at once', async () => {
  await publishType('unborn', [createField('title')])
  await saveFields('unborn', [createField('title'), createField('extra')])
  const saved = await saveFields('unborn', [createField('title'), createField('extra', { deleted: true })])
  expect(saved.fields.map(({ id }) => id)).toEqual(['title'])
})

// contentful/contentful-migration, src/lib/intent/field-rename.ts: newId, save, publish; entries need no request.
test('newId renames a field with its values, its control and the display field', async () => {
  await publishType('renamed', [createField('title'), createField('lead')], 'title')
  const controls = [{ fieldId: 'title', widgetId: 'slugEditor' }, { fieldId: 'lead' }]
  const editorInterface = await local.client.editorInterface.get({ contentTypeId: 'renamed' })
  await local.client.editorInterface.update({ contentTypeId: 'renamed' }, { ...editorInterface, controls })
  const published = await publishEntry(local, 'renamed', 'first', { title: 'Published', lead: 'L' })
  await local.client.entry.update({ entryId: 'first' }, { ...published, fields: { title: { 'en-US': 'Draft' } } })

  const saved = await saveFields('renamed', [createField('title', { newId: 'headline' }), createField('lead')])
  expect(saved).toMatchObject({ displayField: 'headline', fields: [{ id: 'headline' }, { id: 'lead' }] })
  expect(saved.fields[0]).not.toHaveProperty('newId')
  expect(saved.fields[0]).not.toHaveProperty('publishedId')
  // Until the content type is published, entries have the published ids.
  await createDraftEntry(local, 'renamed', 'second', { title: 'In between' })
  // A second save of the response keeps the change of the id.
  await local.client.contentType.update({ contentTypeId: 'renamed' }, { ...saved, name: 'Renamed' })
  const type = await publish('renamed')
  expect(type).toMatchObject({ displayField: 'headline', fields: [{ id: 'headline' }, { id: 'lead' }] })

  const { sys, fields } = await local.client.entry.get({ entryId: 'first' })
  expect(fields).toEqual({ headline: { 'en-US': 'Draft' } })
  expect(sys).toMatchObject({ version: 3, publishedVersion: 1 })
  expect(await getFields('second')).toEqual({ headline: { 'en-US': 'In between' } })
  const { data } = await local.queryGraphql('{ renamed(id: "first") { headline lead } }')
  expect(data).toEqual({ renamed: { headline: 'Published', lead: 'L' } })
  expect((await local.client.editorInterface.get({ contentTypeId: 'renamed' })).controls).toEqual([
    { fieldId: 'headline', widgetId: 'slugEditor' },
    { fieldId: 'lead' },
  ])
  const oldField = createDraftEntry(local, 'renamed', 'third', { title: 'Old id' })
  expect(await catchApiError(oldField)).toMatchObject({ status: 422, name: 'UnknownField' })
})

test('two fields can exchange their ids, and a new field can take an old id', async () => {
  await publishType('exchanged', [createField('a'), createField('b'), createField('c', { omitted: true })])
  await createDraftEntry(local, 'exchanged', 'exchanged', { a: 'A', b: 'B', c: 'C' })
  await saveFields('exchanged', [createField('a', { newId: 'b' }), createField('b', { newId: 'a' })])
  await publish('exchanged')
  expect(await getFields('exchanged')).toEqual({ a: { 'en-US': 'B' }, b: { 'en-US': 'A' } })
  await saveFields('exchanged', [createField('a', { newId: 'd' }), createField('b')])
  await saveFields('exchanged', [
    createField('d', { newId: 'e' }),
    createField('b'),
    createField('a', { type: 'Integer' }),
  ])
  await publish('exchanged')
  expect(await getFields('exchanged')).toEqual({ e: { 'en-US': 'B' }, b: { 'en-US': 'A' } })
})

test('a new field with the id of a renamed one has no value, also when the renamed one is deleted', async () => {
  await publishType('replaced', [createField('a')])
  await createDraftEntry(local, 'replaced', 'replaced', { a: 'A' })
  await saveFields('replaced', [createField('a', { newId: 'd', omitted: true }), createField('e')])
  await publish('replaced')
  await saveFields('replaced', [createField('d', { omitted: true }), createField('e', { newId: 'a' })])
  await publish('replaced')
  await saveFields('replaced', [createField('a')])
  await publish('replaced')
  expect(await getFields('replaced')).toEqual({})
})

test.each([
  ['an id that another field has', { newId: 'b' }, 'uniqueFieldIds'],
  ['an id that is not allowed', { newId: 'not an id' }, 'newId'],
  ['another type', { newId: 'c', type: 'Text' as const }, 'The type Symbol cannot be changed'],
])('rejects a renamed field with %s', async (_, change, expectedText) => {
  const id = `refused-${Object.values(change).join('').replaceAll(' ', '')}`
  await publishType(id, [createField('a'), createField('b')])
  const { status, details } = await catchApiError(saveFields(id, [createField('a', change), createField('b')]))
  expect(status).toBe(422)
  expect(JSON.stringify(details)).toContain(expectedText)
})

// contentful-management.rb, vcr_cassettes/content_type/default_value.yml: `metadata: null` and no fields are sent.
test('default values fill the fields that a new entry is created without, and never an existing entry', async () => {
  const german = await local.client.locale.create({}, GERMAN_LOCALE)
  const published = await publishType('filled', [
    createField('text', { type: 'Text', defaultValue: { 'en-US': 'default content' } }),
    createField('words', { localized: true, defaultValue: { 'en-US': 'Hello', 'de-DE': 'Hallo' } }),
    createField('fixed', { defaultValue: { 'en-US': 'One', 'de-DE': 'Eins' } }),
    createField('list', { type: 'Array', items: { type: 'Symbol' }, defaultValue: { 'en-US': ['a'] } }),
  ])
  expect(published.fields[0]).toMatchObject({ defaultValue: { 'en-US': 'default content' } })
  const response = await sendRequest(local, 'POST', `${MASTER}/entries`, {
    headers: { 'x-contentful-content-type': 'filled' },
    body: { metadata: null, fields: {} },
  })
  expect(response.status).toBe(201)
  expect(response.body).toMatchObject({
    metadata: { tags: [] },
    fields: {
      text: { 'en-US': 'default content' },
      words: { 'en-US': 'Hello', 'de-DE': 'Hallo' },
      fixed: { 'en-US': 'One' },
      list: { 'en-US': ['a'] },
    },
  })
  const partial = await createDraftEntry(local, 'filled', 'partial', { words: 'Hi', text: null, list: [] })
  expect(partial.fields).toEqual({
    words: { 'en-US': 'Hi' },
    fixed: { 'en-US': 'One' },
    text: { 'en-US': null },
    list: { 'en-US': [] },
  })
  const updated = await local.client.entry.update({ entryId: 'partial' }, { ...partial, fields: {} })
  expect(updated.fields).toEqual({})
  await local.client.locale.delete({ localeId: german.sys.id })
  const later = await createDraftEntry(local, 'filled', 'later', {})
  expect(later.fields.words).toEqual({ 'en-US': 'Hello' })
})

test.each([
  [{ defaultValue: { 'en-US': 5 } }, 'expected type: Symbol'],
  // contentful/contentful-management.py, issue 116
  [{ defaultValue: null }, '{"name":"type","path":["fields",0,"defaultValue"]'],
  [{ type: 'Link', linkType: 'Entry', defaultValue: { 'en-US': toLink('Entry', 'a') } }, 'Not for the type Link'],
])('rejects the default value of %o', async (field, expectedText) => {
  const body = { name: 'Refused', fields: [{ name: 'A', ...createField('a'), ...field }] }
  const response = await sendRequest(local, 'PUT', `${MASTER}/content_types/refused`, { body })
  expect(response).toMatchObject({ status: 422, text: expect.stringContaining(expectedText) })
})

// contentful-management.rb, vcr_cassettes/content_type/{default_value,update_with_metadata}.yml; validation/link_field.yml
test('answers a content type as it was sent, with null for an absent description', async () => {
  const create = async (id: string, properties: object) =>
    (await sendRequest(local, 'PUT', `${MASTER}/content_types/${id}`, { body: { name: 'Sent', ...properties } })).body
  const fields = ['image', ['image', 'pdfdocument']].map((group, index) => ({
    ...createField(`file${index}`, { name: 'File', type: 'Link', linkType: 'Asset' }),
    validations: [{ linkMimetypeGroup: group }],
  }))
  expect(await create('sent', { fields })).toMatchObject({ description: null, displayField: null, fields })
  const text = { displayField: 'text', fields: [createField('text', { name: 'Text', type: 'Text' })] }
  expect(await create('described', { description: '', ...text })).toMatchObject({ description: '', ...text })
  // content_type/create_no_fields.yaml
  expect(await create('undescribed', { description: null })).toMatchObject({ description: null, fields: [] })
})

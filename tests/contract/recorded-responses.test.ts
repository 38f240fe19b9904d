import { LOCAL_TOKENS } from 'contentful-local/constants'
import type { ContentFields, ContentTypeProps } from 'contentful-management'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  catchApiError,
  createAsset,
  createDraftEntry,
  createPicture,
  publishEntry,
  startTestContentful,
  type TestContentful,
} from './test-contentful.ts'

/**
 * Details of the management API in which a local server is easily different. Each test names where the real response is
 * recorded: cassettes of Contentful's Ruby and Python clients, or code of an official tool that depends on it.
 */

let local: TestContentful

beforeAll(async () => {
  local = await startTestContentful()
})

afterAll(() => local[Symbol.asyncDispose]())

const FIELD: Omit<ContentFields, 'id'> = {
  name: 'Field',
  type: 'Symbol',
  required: false,
  localized: false,
  disabled: false,
  omitted: false,
}

const createField = (id: string, properties: object = {}): ContentFields => ({ ...FIELD, id, ...properties })

/** Publishes a content type with these fields. */
async function publishType(contentTypeId: string, fields: ContentFields[], properties: object = {}) {
  const payload = { name: contentTypeId, fields, displayField: fields[0]?.id ?? '', ...properties }
  const created = await local.client.contentType.createWithId({ contentTypeId }, payload)
  return local.client.contentType.publish({ contentTypeId }, created)
}

/** Sends a request to the management API, without a client that changes it. */
async function send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${local.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${LOCAL_TOKENS.management}`, 'content-type': 'application/json', ...headers },
    body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) }
}

const MASTER = '/spaces/local/environments/master'
const USER = { sys: { type: 'Link', linkType: 'User', id: 'local-developer' } }

test('sys names users, the URN and the state of each locale (contentful-management.rb, entry/update_with_concepts.yml)', async () => {
  await publishType('person', [createField('name')])
  const draft = await createDraftEntry(local, 'person', 'ada', { name: 'Ada' })
  expect(draft.sys).toMatchObject({
    createdBy: USER,
    updatedBy: USER,
    automationTags: [],
    fieldStatus: { '*': { 'en-US': 'draft' } },
    urn: 'crn:contentful:::content:spaces/local/environments/master/entries/ada',
  })
  expect(draft.sys).not.toHaveProperty('publishedBy')
  const published = await local.client.entry.publish({ entryId: 'ada' }, draft)
  expect(published.sys).toMatchObject({ publishedBy: USER, fieldStatus: { '*': { 'en-US': 'published' } } })
  const changed = await local.client.entry.update(
    { entryId: 'ada' },
    { ...published, fields: { name: { 'en-US': 'Ada L.' } } },
  )
  expect(changed.sys).toMatchObject({ fieldStatus: { '*': { 'en-US': 'changed' } } })
  // A save that changes no field keeps the status (the second response of the cassette).
  const restored = await local.client.entry.update({ entryId: 'ada' }, { ...changed, fields: published.fields })
  expect(restored.sys).toMatchObject({ fieldStatus: { '*': { 'en-US': 'published' } } })
})

test('space, environment and upload have their times (contentful-management.py, environment; .rb, upload/find.yml)', async () => {
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT/)
  expect((await local.client.space.get({})).sys).toMatchObject({ createdAt: time, updatedAt: time, createdBy: USER })
  expect((await local.client.environment.get({})).sys).toMatchObject({
    createdAt: time,
    updatedAt: time,
    createdBy: USER,
    status: { sys: { id: 'ready' } },
  })
  const upload = await local.client.upload.create({}, { file: new Uint8Array([1, 2, 3]).buffer })
  const found = await local.client.upload.get({ uploadId: upload.sys.id })
  expect(found.sys).toMatchObject({ id: upload.sys.id, type: 'Upload', createdAt: upload.sys.createdAt })
  const { expiresAt = '' } = found.sys
  expect(expiresAt).toMatch(/T00:00:00\.000Z$/)
  expect(Date.parse(expiresAt) - Date.parse(found.sys.createdAt)).toBeGreaterThan(24 * 3_600_000)
  await local.client.upload.delete({ uploadId: upload.sys.id })
  expect(await catchApiError(local.client.upload.get({ uploadId: upload.sys.id }))).toMatchObject({ status: 404 })
})

test('a path without an environment means master (contentful-management.rb, space/locale)', async () => {
  const locales = await send('GET', '/spaces/local/locales')
  expect(locales.body.items).toMatchObject([{ code: 'en-US', sys: { environment: { sys: { id: 'master' } } } }])
  expect((await send('GET', '/spaces/local/content_types?limit=1')).status).toBe(200)
})

test('metadata needs tags unless it is null or absent', async () => {
  await publishType('labelled', [createField('name')])
  const put = (id: string, metadata: unknown) =>
    send('PUT', `${MASTER}/entries/${id}`, { fields: {}, metadata }, { 'x-contentful-content-type': 'labelled' })
  expect((await put('a', null)).status).toBe(201)
  expect((await put('b', undefined)).status).toBe(201)
  const refused = await put('c', {})
  expect(refused.status).toBe(422)
  expect(refused.body.details.errors).toMatchObject([{ name: 'required', path: ['metadata', 'tags'] }])
})

test('null is kept as the value of a locale (contentful-management.rb, entry/update_unlocalized_field.yml)', async () => {
  await publishType('flagged', [createField('name'), createField('flag', { type: 'Boolean', required: true })])
  const entry = await createDraftEntry(local, 'flagged', 'unflagged', { name: 'A', flag: null })
  expect(entry.fields).toEqual({ name: { 'en-US': 'A' }, flag: { 'en-US': null } })
  const error = await catchApiError(local.client.entry.publish({ entryId: 'unflagged' }, entry))
  expect(error.details?.errors).toMatchObject([{ name: 'required', path: ['fields', 'flag', 'en-US'] }])
  const set = await local.client.entry.update(
    { entryId: 'unflagged' },
    { ...entry, fields: { name: { 'en-US': null }, flag: { 'en-US': true } } },
  )
  await local.client.entry.publish({ entryId: 'unflagged' }, set)
  const delivered = await fetch(`${local.url}/cdn${MASTER}/entries/unflagged?access_token=${LOCAL_TOKENS.delivery}`)
  expect((await delivered.json()).fields).toEqual({ flag: true })
})

test('values of an unknown locale answer InvalidEntry with the value (entry/update_unlocalized_field.yml)', async () => {
  await publishType('localless', [createField('name')])
  const { status, body } = await send(
    'PUT',
    `${MASTER}/entries/x`,
    { fields: { name: { pl: 'A' } } },
    { 'x-contentful-content-type': 'localless' },
  )
  expect({ status, id: body.sys.id, message: body.message }).toEqual({
    status: 422,
    id: 'InvalidEntry',
    message: 'Validation error',
  })
  expect(body.details.errors).toMatchObject([{ name: 'unknown', path: ['fields', 'name', 'pl'], value: 'A' }])
})

test('a value of the wrong type answers InvalidEntry (contentful-management.java, error_wrong_type.json; contentful-management.js, issues 145 and 197)', async () => {
  await publishType('typed', [createField('name'), createField('words', { type: 'Array', items: { type: 'Symbol' } })])
  const put = async (fields: object) => {
    const headers = { 'x-contentful-content-type': 'typed' }
    const { status, body } = await send('PUT', `${MASTER}/entries/typed`, { fields }, headers)
    return { status, id: body.sys.id, errors: body.details.errors }
  }
  const createError = (type: string, value: unknown, ...path: (string | number)[]) => ({
    status: 422,
    id: 'InvalidEntry',
    errors: [
      {
        name: 'type',
        type,
        value,
        path: ['fields', ...path],
        details: `The type of "value" is incorrect, expected type: ${type}`,
      },
    ],
  })
  expect(await put({ name: { 'en-US': 5 } })).toEqual(createError('Symbol', 5, 'name', 'en-US'))
  expect(await put({ words: { 'en-US': ['a', 5] } })).toEqual(createError('Symbol', 5, 'words', 'en-US', 1))
  for (const value of ['A', false, ['A']])
    expect(await put({ name: value })).toEqual(createError('Object', value, 'name'))
})

test('a field type that does not exist is a validation error (contentful-management.java, content_type_error_field_type_invalid.json)', async () => {
  const { status, body } = await send('PUT', `${MASTER}/content_types/mistyped`, {
    name: 'Mistyped',
    fields: [createField('name'), createField('size', { type: 'String' })],
  })
  expect({ status, id: body.sys.id }).toEqual({ status: 422, id: 'ValidationFailed' })
  expect(body.details.errors).toEqual([
    { name: 'in', path: ['fields', 1, 'type'], value: 'String', expected: expect.arrayContaining(['Symbol', 'Link']) },
  ])
})

test('a broken rule has its limits and the value', async () => {
  await publishType('ruled', [
    createField('name', { validations: [{ size: { min: 2, max: 4 } }] }),
    createField('mood', { validations: [{ in: ['calm', 'busy'] }] }),
  ])
  const entry = await createDraftEntry(local, 'ruled', 'ruled', { name: 'A', mood: 'sad' })
  const { details } = await catchApiError(local.client.entry.publish({ entryId: 'ruled' }, entry))
  expect(details?.errors).toEqual([
    {
      name: 'size',
      min: 2,
      max: 4,
      path: ['fields', 'name', 'en-US'],
      value: 'A',
      // The wording of the official validator (@contentful/rich-text-types, src/validator/errors.ts).
      details: 'Size must be at least 2 and at most 4',
    },
    {
      name: 'in',
      expected: ['calm', 'busy'],
      path: ['fields', 'mood', 'en-US'],
      value: 'sad',
      details: 'Value must be one of expected values',
    },
  ])
})

test('details of an invalid query name path, type and filter (contentful-management.java, error_unknown_path.json, error_wrong_type_for_date.json, error_wrong_type_for_limit.json)', async () => {
  const getError = async (query: string) => {
    const { status, body } = await send('GET', `${MASTER}/entries?${query}`)
    expect({ status, id: body.sys.id }).toEqual({ status: 400, id: 'InvalidQuery' })
    return body.details.errors
  }
  const unknownPath = { name: 'unknown', path: ['sys', 'foo'], details: 'The path "sys.foo" is not recognized' }
  expect(await getError('sys.foo=bar')).toEqual([unknownPath])
  expect(await getError('sys.foo[in]=bar')).toEqual([unknownPath])
  expect(await getError('order=sys.foo')).toEqual([unknownPath])
  expect(await getError('sys.archivedAt=false')).toEqual([
    {
      name: 'value',
      path: ['sys', 'archivedAt'],
      type: 'Date',
      filter: 'equals',
      details: 'false used on sys.archivedAt is not a valid value for type Date.',
    },
  ])
  expect(await getError('limit=x')).toEqual([])
})

test('publishing accepts an empty body, and unpublishing what is not published is "Not published" (asset/unpublish_already_unpublished.yml)', async () => {
  await publishType('bodyless', [createField('name')])
  const entry = await createDraftEntry(local, 'bodyless', 'empty-body', { name: 'A' })
  const version = { 'x-contentful-version': `${entry.sys.version}` }
  expect((await send('PUT', `${MASTER}/entries/empty-body/published`, {}, version)).status).toBe(200)
  expect((await send('DELETE', `${MASTER}/entries/empty-body/published`)).status).toBe(200)
  const again = await send('DELETE', `${MASTER}/entries/empty-body/published`)
  expect(again).toMatchObject({ status: 400, body: { sys: { id: 'BadRequest' }, message: 'Not published' } })
})

test('a text file is processed, and is delivered with its media type and no scripts', async () => {
  const asset = await createAsset(local, 'page', Buffer.from('<script>alert(1)</script>'), 'text/html', 'page.html')
  const { url } = asset.fields.file['en-US'] ?? {}
  const response = await fetch(`http:${url}`)
  expect(response.headers.get('content-type')).toContain('text/html')
  expect(response.headers.get('content-security-policy')).toContain('sandbox')
  expect(await response.text()).toContain('alert(1)')
})

test('a content type without fields, with description null, is accepted (content_type/create_no_fields.yaml)', async () => {
  const created = await send('PUT', `${MASTER}/content_types/bare`, { name: 'Bare', description: null })
  expect(created).toMatchObject({ status: 201, body: { name: 'Bare', description: null, fields: [] } })
})

test('null is an absent property of a field (contentful-management.rb, content_type/validation/unique.yml)', async () => {
  const field = { id: 'title', name: 'Title', type: 'Symbol', linkType: null, items: null, required: null }
  const created = await send('PUT', `${MASTER}/content_types/with-nulls`, { name: 'Nulls', fields: [field] })
  expect(created).toMatchObject({ status: 201, body: { fields: [{ id: 'title', required: false }] } })
})

test('linkMimetypeGroup is returned as it was sent', async () => {
  const fields = [
    createField('one', { type: 'Link', linkType: 'Asset', validations: [{ linkMimetypeGroup: 'image' }] }),
    createField('many', {
      type: 'Link',
      linkType: 'Asset',
      validations: [{ linkMimetypeGroup: ['image', 'plaintext'] }],
    }),
  ]
  const type = await publishType('pictured', fields, { displayField: null })
  expect(type.fields.map(({ validations }) => validations)).toEqual(fields.map(({ validations }) => validations))
  const text = await createAsset(local, 'text', Buffer.from('Hello'), 'text/plain', 'a.txt')
  const link = { sys: { type: 'Link', linkType: 'Asset', id: text.sys.id } }
  const entry = await createDraftEntry(local, 'pictured', 'with-text', { one: link, many: link })
  const error = await catchApiError(local.client.entry.publish({ entryId: 'with-text' }, entry))
  expect(error.details?.errors).toMatchObject([
    { name: 'linkMimetypeGroup', path: ['fields', 'one', 'en-US'], mimetypeGroupName: ['image'] },
  ])
})

test('omitAndDeleteField removes a field and its values (contentful-management.js, methods/content-type)', async () => {
  const contentTypeId = 'shrinking'
  await publishType(contentTypeId, [createField('name'), createField('old')])
  await publishEntry(local, contentTypeId, 'shrunk', { name: 'A', old: 'B' })
  const kept = await send(
    'PUT',
    `${MASTER}/content_types/${contentTypeId}`,
    {
      name: contentTypeId,
      fields: [createField('name'), createField('old', { deleted: true })],
    },
    { 'x-contentful-version': '2' },
  )
  expect(kept).toMatchObject({
    status: 400,
    body: { details: { errors: [{ name: 'omitted', path: ['fields', 'old'] }] } },
  })

  const type = await local.client.contentType.get({ contentTypeId })
  const changed = await local.client.contentType.omitAndDeleteField({ contentTypeId }, type, 'old')
  expect(changed.fields.map(({ id }) => id)).toEqual(['name'])
  expect((await local.client.entry.get({ entryId: 'shrunk' })).fields).toHaveProperty('old')
  await local.client.contentType.publish({ contentTypeId }, changed)
  expect((await local.client.entry.get({ entryId: 'shrunk' })).fields).toEqual({ name: { 'en-US': 'A' } })
})

test('newId renames a field with its values when the content type is published (contentful-migration, intent/field-rename)', async () => {
  const contentTypeId = 'renaming'
  const type = await publishType(contentTypeId, [createField('name'), createField('rank', { type: 'Integer' })])
  await publishEntry(local, contentTypeId, 'renamed', { name: 'A', rank: 3 })
  const [name, rank] = type.fields
  const payload: ContentTypeProps = JSON.parse(
    JSON.stringify({
      ...type,
      fields: [
        { ...name, newId: 'title' },
        { ...rank, newId: 'order' },
      ],
    }),
  )
  const saved = await local.client.contentType.update({ contentTypeId }, payload)
  expect(saved.fields.map(({ id }) => id)).toEqual(['title', 'order'])
  expect(saved.displayField).toBe('title')
  const readDelivered = async () => {
    const response = await fetch(`${local.url}/cdn${MASTER}/entries/renamed?access_token=${LOCAL_TOKENS.delivery}`)
    return (await response.json()).fields
  }
  expect(await readDelivered()).toEqual({ name: 'A', rank: 3 })
  await local.client.contentType.publish({ contentTypeId }, saved)
  expect(await readDelivered()).toEqual({ title: 'A', order: 3 })
  const entry = await local.client.entry.get({ entryId: 'renamed' })
  expect(entry.fields).toEqual({ title: { 'en-US': 'A' }, order: { 'en-US': 3 } })
  const { controls } = await local.client.editorInterface.get({ contentTypeId })
  expect(controls?.map(({ fieldId }) => fieldId)).toEqual(['title', 'order'])
})

test('default values are filled into new entries (content_type/update_default_value.yaml)', async () => {
  const contentTypeId = 'defaulted'
  const fields = [
    createField('name', { defaultValue: { 'en-US': 'New' } }),
    createField('open', { type: 'Boolean', defaultValue: { 'en-US': true } }),
  ]
  const type = await publishType(contentTypeId, fields)
  expect(type.fields.map(({ defaultValue }) => defaultValue)).toEqual([{ 'en-US': 'New' }, { 'en-US': true }])
  const entry = await local.client.entry.create({ contentTypeId }, { fields: { open: { 'en-US': false } } })
  expect(entry.fields).toEqual({ name: { 'en-US': 'New' }, open: { 'en-US': false } })
  const cleared = await local.client.entry.update({ entryId: entry.sys.id }, { ...entry, fields: {} })
  expect(cleared.fields).toEqual({})
})

test('entry.patch applies a JSON Patch (contentful-management.js, entry-integration)', async () => {
  await publishType('patched', [
    createField('name'),
    createField('words', { type: 'Array', items: { type: 'Symbol' } }),
  ])
  const entry = await createDraftEntry(local, 'patched', 'patch-me', { name: 'A', words: ['one', 'two'] })
  const params = { entryId: 'patch-me', version: entry.sys.version }
  const patched = await local.client.entry.patch(params, [
    { op: 'replace', path: '/fields/name/en-US', value: 'B' },
    { op: 'add', path: '/fields/words/en-US/-', value: 'three' },
    { op: 'remove', path: '/fields/words/en-US/0' },
  ])
  expect(patched).toMatchObject({
    sys: { version: 2 },
    fields: { name: { 'en-US': 'B' }, words: { 'en-US': ['two', 'three'] } },
  })
  const patch = (path: string, version = 2) =>
    catchApiError(local.client.entry.patch({ entryId: 'patch-me', version }, [{ op: 'remove', path }]))
  expect(await patch('/fields/name', 1)).toMatchObject({ status: 409 })
  expect(await patch('/fields/none/en-US')).toMatchObject({ status: 422 })
  for (const path of ['/__proto__/polluted', '/fields/constructor/prototype']) {
    const error = catchApiError(
      local.client.entry.patch({ entryId: 'patch-me', version: 2 }, [{ op: 'add', path, value: 'x' }]),
    )
    expect((await error).status).toBeGreaterThanOrEqual(400)
  }
  expect({}).not.toHaveProperty('polluted')
  expect((await local.client.entry.get({ entryId: 'patch-me' })).sys.version).toBe(2)
})

test('webhook definitions have null for what is not set (contentful-management.py, webhook/create_with_transformation.yaml)', async () => {
  const webhook = await send('POST', '/spaces/local/webhook_definitions', {
    name: 'Nulls',
    url: 'http://127.0.0.1:9/',
    topics: ['Entry.*'],
  })
  expect(webhook).toMatchObject({
    status: 201,
    body: { httpBasicUsername: null, headers: [], filters: null, transformation: null },
  })
})

test('the picture of a deleted upload stays', async () => {
  const upload = await local.client.upload.create({}, { file: new Uint8Array(await createPicture()).buffer })
  const uploadFrom = { sys: { type: 'Link' as const, linkType: 'Upload' as const, id: upload.sys.id } }
  const file = { 'en-US': { contentType: 'image/jpeg', fileName: 'a.jpg', uploadFrom } }
  const asset = await local.client.asset.createWithId(
    { assetId: 'uploaded' },
    { fields: { title: {}, description: {}, file } },
  )
  const processed = await local.client.asset.processForAllLocales({}, asset)
  await local.client.upload.delete({ uploadId: upload.sys.id })
  expect((await fetch(`http:${processed.fields.file['en-US']?.url}`)).status).toBe(200)
})

test('a negative version is a mismatch (contentful-management.rb, entry/publish_already_published.yml)', async () => {
  await publishType('numbered', [createField('name')])
  await createDraftEntry(local, 'numbered', 'one', { name: 'One' })
  const published = await send('PUT', `${MASTER}/entries/one/published`, undefined, { 'x-contentful-version': '-1' })
  expect(published).toMatchObject({ status: 409, body: { sys: { id: 'VersionMismatch' } } })
})

test('an entry can be read with its content type in the query (contentful-management.py, entry/find_content_type.yaml)', async () => {
  await publishType('found', [createField('name')])
  await createDraftEntry(local, 'found', 'there', { name: 'There' })
  expect(await send('GET', `${MASTER}/entries/there?content_type=found`)).toMatchObject({
    status: 200,
    body: { sys: { id: 'there' } },
  })
  // not_found_content_type.yaml
  expect(await send('GET', `${MASTER}/entries/elsewhere?content_type=found`)).toMatchObject({
    status: 404,
    body: { sys: { id: 'NotFound' }, details: { type: 'Entry', id: 'elsewhere' } },
  })
})

test('the list of spaces contains the only space (contentful-management.py, space/all.yaml)', async () => {
  const { items, total } = await local.client.space.getMany({ query: { limit: 1 } })
  expect(total).toBe(1)
  expect(items).toEqual([await local.client.space.get({})])
  const created = await send('POST', '/spaces', { name: 'Another' })
  expect(created).toMatchObject({ status: 404, body: { sys: { id: 'UnknownRoute' } } })
  expect(created.body.message).toContain('Use another state folder')
})

import { LOCAL_TOKENS } from 'contentful-local/constants'
import { expect, test } from 'vitest'
import { catchApiError, createDraftEntry, MASTER, publishContentType, sendRequest, toLink } from './test-contentful.ts'
import { useSpace } from './use-space.ts'

/**
 * Details of the management API in which a local server is easily different. Each test names where the real response is
 * recorded: cassettes of Contentful's Ruby and Python clients, or code of an official tool that depends on it.
 */

const local = await useSpace()

await publishContentType(local, {
  id: 'item',
  fields: [
    { id: 'name', type: 'Symbol' },
    { id: 'words', type: 'Array', items: { type: 'Symbol' } },
  ],
})

const send = (method: string, path: string, body?: unknown, headers = {}) =>
  sendRequest(local, method, path, { body, headers })

const putEntry = (id: string, body: object) =>
  send('PUT', `${MASTER}/entries/${id}`, body, { 'x-contentful-content-type': 'item' })

const USER = toLink('User', 'local-developer')

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

test('null is kept as the value of a locale (contentful-management.rb, entry/update_unlocalized_field.yml)', async () => {
  const fields = [
    { id: 'name', type: 'Symbol' },
    { id: 'flag', type: 'Boolean', required: true },
  ]
  await publishContentType(local, { id: 'flagged', fields })
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

const createTypeError = (type: string, value: unknown, ...path: (string | number)[]) => ({
  name: 'type',
  type,
  value,
  path: ['fields', ...path],
  details: `The type of "value" is incorrect, expected type: ${type}`,
})

// contentful-management.java, error_wrong_type.json; contentful-management.js, issues 145 and 197; of a locale that does
// not exist: contentful-management.rb, entry/update_unlocalized_field.yml.
test.each([
  [{ name: { 'en-US': 5 } }, createTypeError('Symbol', 5, 'name', 'en-US')],
  [{ words: { 'en-US': ['a', 5] } }, createTypeError('Symbol', 5, 'words', 'en-US', 1)],
  [{ name: 'A' }, createTypeError('Object', 'A', 'name')],
  [{ name: { pl: 'A' } }, { name: 'unknown', path: ['fields', 'name', 'pl'], value: 'A', details: expect.any(String) }],
])('answers InvalidEntry to the fields %j', async (fields, error) => {
  const { status, body } = await putEntry('never', { fields })
  expect({ status, id: body.sys.id, message: body.message, errors: body.details.errors }).toEqual({
    status: 422,
    id: 'InvalidEntry',
    message: 'Validation error',
    errors: [error],
  })
})

test('a field type that does not exist is a validation error (contentful-management.java, content_type_error_field_type_invalid.json)', async () => {
  const { status, body } = await send('PUT', `${MASTER}/content_types/mistyped`, {
    name: 'Mistyped',
    fields: [
      { id: 'name', name: 'Name', type: 'Symbol' },
      { id: 'size', name: 'Size', type: 'String' },
    ],
  })
  expect({ status, id: body.sys.id }).toEqual({ status: 422, id: 'ValidationFailed' })
  expect(body.details.errors).toEqual([
    { name: 'in', path: ['fields', 1, 'type'], value: 'String', expected: expect.arrayContaining(['Symbol', 'Link']) },
  ])
})

test('null is an absent property of a field (contentful-management.rb, content_type/validation/unique.yml)', async () => {
  const field = { id: 'title', name: 'Title', type: 'Symbol', linkType: null, items: null, required: null }
  const created = await send('PUT', `${MASTER}/content_types/with-nulls`, { name: 'Nulls', fields: [field] })
  expect(created).toMatchObject({ status: 201, body: { fields: [{ id: 'title', required: false }] } })
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
  await createDraftEntry(local, 'item', 'empty-body', { name: 'A' })
  const publish = (body: object, version = '1') =>
    send('PUT', `${MASTER}/entries/empty-body/published`, body, { 'x-contentful-version': version })
  const selection = await publish({ add: { fields: { '*': ['en-US'] } } })
  expect(selection).toMatchObject({ status: 400, text: expect.stringContaining('publishing single locales') })
  // A negative version is a mismatch: contentful-management.rb, entry/publish_already_published.yml.
  expect(await publish({}, '-1')).toMatchObject({ status: 409, body: { sys: { id: 'VersionMismatch' } } })
  expect((await publish({})).status).toBe(200)
  const unpublish = () => send('DELETE', `${MASTER}/entries/empty-body/published`)
  expect((await unpublish()).status).toBe(200)
  expect(await unpublish()).toMatchObject({
    status: 400,
    body: { sys: { id: 'BadRequest' }, message: 'Not published' },
  })
})

test('metadata needs tags, and may be null (contentful-management.py, issue 97)', async () => {
  const rejected = await putEntry('without-tags', { fields: {}, metadata: {} })
  expect(rejected.status).toBe(422)
  expect(rejected.body.details.errors).toMatchObject([{ name: 'required', path: ['metadata', 'tags'] }])
  expect((await putEntry('null', { fields: {}, metadata: null })).status).toBe(201)
})

test('the details of a 404 name the resource, the environment and the space (tag/not_found.yml)', async () => {
  const requests = {
    Tag: () => local.client.tag.get({ tagId: 'nowhere' }),
    Entry: () => local.client.entry.unpublish({ entryId: 'nowhere' }),
    ContentType: () => local.client.contentType.get({ contentTypeId: 'nowhere' }),
  }
  for (const [type, sendRequest] of Object.entries(requests))
    expect(await catchApiError(sendRequest())).toMatchObject({
      status: 404,
      message: 'The resource could not be found.',
      details: { type, id: 'nowhere', environment: 'master', space: 'local' },
    })
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

test('an entry can be read with its content type in the query (contentful-management.py, entry/find_content_type.yaml)', async () => {
  await createDraftEntry(local, 'item', 'there', { name: 'There' })
  expect(await send('GET', `${MASTER}/entries/there?content_type=item`)).toMatchObject({
    status: 200,
    body: { sys: { id: 'there' } },
  })
  // not_found_content_type.yaml
  expect(await send('GET', `${MASTER}/entries/elsewhere?content_type=item`)).toMatchObject({
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

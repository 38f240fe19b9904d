import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { catchApiError, startTestContentful, type TestContentful } from './test-contentful.ts'

let local: TestContentful

beforeAll(async () => {
  local = await startTestContentful()
})

afterAll(() => local[Symbol.asyncDispose]())

const ENVIRONMENT = '/spaces/local/environments/master'

const errorResponse = z.object({
  sys: z.object({ type: z.literal('Error'), id: z.string() }),
  message: z.string(),
  details: z.unknown().optional(),
  requestId: z.string(),
})

const JSON_TYPE = 'application/vnd.contentful.management.v1+json'

/** Sends a request. Objects other than ArrayBuffer are sent as JSON. */
async function sendRequest(method: string, path: string, body?: object | string, type = JSON_TYPE) {
  const headers = { authorization: 'Bearer local-management', ...(body === undefined ? {} : { 'content-type': type }) }
  const requestBody = typeof body === 'string' || body instanceof ArrayBuffer ? body : JSON.stringify(body)
  const response = await fetch(local.url + path, { method, headers, body: requestBody ?? null })
  expect(response.headers.get('x-contentful-ratelimit-second-limit')).toMatch(/^\d+$/)
  const { sys, ...error } = errorResponse.parse(await response.json())
  return { status: response.status, id: sys.id, text: JSON.stringify(error) }
}

const createContentType = (field: object) => ({ name: 'T', fields: [{ id: 'body', name: 'Body', ...field }] })

test.each([
  ['GET', `${ENVIRONMENT}/entries/a/references`, 404, 'UnknownRoute', `GET ${ENVIRONMENT}/entries/a/references`],
  ['GET', `${ENVIRONMENT}/entries/a/snapshots`, 404, 'UnknownRoute', `GET ${ENVIRONMENT}/entries/a/snapshots`],
  ['PATCH', `${ENVIRONMENT}/assets/a`, 404, 'UnknownRoute', `PATCH ${ENVIRONMENT}/assets/a`],
  ['POST', `${ENVIRONMENT}/bulk_actions`, 404, 'UnknownRoute', `POST ${ENVIRONMENT}/bulk_actions`],
  ['GET', '/organizations/local/roles', 404, 'UnknownRoute', 'GET /organizations/local/roles'],
  ['GET', '/organizations/other', 404, 'NotFound', 'other'],
  ['GET', `${ENVIRONMENT}/entries?order=nothing`, 400, 'InvalidQuery', 'nothing'],
  ['GET', `${ENVIRONMENT}/assets?content_type=a`, 400, 'InvalidQuery', 'content_type'],
  ['GET', `${ENVIRONMENT}/entries/a?select=fields`, 400, 'InvalidQuery', 'select'],
  ['GET', `${ENVIRONMENT}/entries?limit=1001`, 400, 'InvalidQuery', 'limit'],
  ['GET', `${ENVIRONMENT}/entries?skip=-1`, 400, 'InvalidQuery', 'skip'],
  ['GET', `${ENVIRONMENT}/entries?limit=1&limit=2`, 400, 'InvalidQuery', 'limit'],
])('rejects %s %s, and names the unsupported part', async (method, path, status, id, expectedText) => {
  const response = await sendRequest(method, path)
  expect(response).toMatchObject({ status, id })
  expect(response.text).toContain(expectedText)
})

test.each([
  [{ type: 'ResourceLink' }, 'the field type ResourceLink'],
  [{ type: 'Array', items: { type: 'ResourceLink' } }, 'Array of ResourceLink'],
  [{ type: 'Array', items: { type: 'Text' } }, 'Array of Text'],
  [{ type: 'Array' }, 'Array of undefined'],
  [{ type: 'Link', linkType: 'Tag' }, 'links to Tag'],
  [{ type: 'Symbol', validations: [{ linkField: true }] }, 'linkField'],
  [{ type: 'Symbol', validations: [{ range: { min: 1 } }] }, 'range does not apply to fields of type Symbol'],
  [{ type: 'Array', items: { type: 'Symbol', validations: [{ range: {} }] } }, 'range does not apply to'],
  [{ type: 'Date', validations: [{ dateRange: { after: '2020-01-01' } }] }, 'after'],
  [{ type: 'Date', validations: [{ dateRange: { min: 'soon' } }] }, 'Must be a date'],
  [{ type: 'Symbol', validations: [{ regexp: { pattern: '(' } }] }, 'Must be a regular expression'],
  [{ type: 'RichText', validations: [{ enabledMarks: ['blink'] }] }, 'enabledMarks'],
  [{ type: 'RichText', validations: [{ nodes: { 'embedded-resource-block': [] } }] }, 'embedded-resource-block'],
  [{ type: 'Symbol', defaultValue: { 'en-US': 5 } }, 'defaultValue'],
  [{ type: 'Text', validations: [{ unique: true }] }, 'unique does not apply to fields of type Text'],
  [{ type: 'Integer', validations: [{ in: ['1'] }] }, 'The value must be of type Integer'],
  [{ id: 'constructor', type: 'Symbol' }, 'this field id'],
])('rejects a content type with a field %o, and names the unsupported part', async (field, expectedText) => {
  const response = await sendRequest('PUT', `${ENVIRONMENT}/content_types/t`, createContentType(field))
  expect(response.status).toBeOneOf([400, 422])
  expect(response.text).toContain(expectedText)
})

test('rejects ids that Contentful does not allow', async () => {
  const { status, text } = await sendRequest(
    'PUT',
    `${ENVIRONMENT}/content_types/${'x'.repeat(65)}`,
    createContentType({ type: 'Symbol' }),
  )
  expect(status).toBe(422)
  expect(text).toContain('sys')
  expect(await sendRequest('PUT', `${ENVIRONMENT}/assets/a%20b`, { fields: {} })).toMatchObject({ status: 422 })
})

test('responds to a malformed URL with an error in the same format', async () => {
  for (const id of ['%E0%A4%A', 'x'.repeat(1_001)]) {
    const response = await fetch(`${local.url}${ENVIRONMENT}/entries/${id}`)
    expect(response.status).toBe(400)
    expect(errorResponse.parse(await response.json()).sys.id).toBe('BadRequest')
  }
})

test('rejects constructor as a field of an asset', async () => {
  const response = await sendRequest('PUT', `${ENVIRONMENT}/assets/a`, { fields: { constructor: { 'en-US': 'x' } } })
  expect(response).toMatchObject({ status: 422, text: expect.stringContaining('constructor') })
})

test.each(['', '0x2', '1e0', '1.5', 'two'])('rejects the version "%s"', async (version) => {
  const headers = { authorization: 'Bearer local-management', 'x-contentful-version': version }
  const response = await fetch(`${local.url}${ENVIRONMENT}/tags/a`, {
    method: 'PUT',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'A' }),
  })
  expect(response.status).toBe(400)
  expect(await response.text()).toContain('X-Contentful-Version')
})

test('rejects changing the type of a published field, and deleting a field that is not omitted', async () => {
  const path = `${ENVIRONMENT}/content_types/kept`
  const put = async (requestPath: string, version: number, body?: unknown) => {
    const headers = { authorization: 'Bearer local-management', 'x-contentful-version': `${version}` }
    const json = { 'content-type': 'application/json' }
    const init = body === undefined ? { headers } : { headers: { ...headers, ...json }, body: JSON.stringify(body) }
    const response = await fetch(local.url + requestPath, { method: 'PUT', ...init })
    return { status: response.status, text: await response.text() }
  }
  expect(await put(path, 0, createContentType({ type: 'Symbol' }))).toMatchObject({ status: 201 })
  expect(await put(`${path}/published`, 1)).toMatchObject({ status: 200 })
  const fieldDeletion = await put(path, 2, { name: 'T', fields: [] })
  expect(fieldDeletion).toMatchObject({ status: 400, text: expect.stringContaining('omitted') })
  const typeChange = await put(path, 2, createContentType({ type: 'Text' }))
  expect(typeChange).toMatchObject({ status: 422, text: expect.stringContaining('Symbol') })
  const listChange = await put(path, 2, createContentType({ type: 'Array', items: { type: 'Symbol' } }))
  expect(listChange).toMatchObject({ status: 422, text: expect.stringContaining('Symbol') })
  expect(await put(path, 2, createContentType({ type: 'Symbol', omitted: true }))).toMatchObject({ status: 200 })
  expect(await put(`${path}/published`, 3)).toMatchObject({ status: 200 })
  expect(await put(path, 4, { name: 'T', fields: [] })).toMatchObject({ status: 200 })
})

test('rejects changing the item type of a published list', async () => {
  const path = `${ENVIRONMENT}/content_types/linking`
  const type = (items: object) => ({ name: 'T', fields: [{ id: 'body', name: 'Body', type: 'Array', items }] })
  const put = (version: number, body?: object) =>
    fetch(`${local.url}${path}${body ? '' : '/published'}`, {
      method: 'PUT',
      headers: {
        authorization: 'Bearer local-management',
        'x-contentful-version': `${version}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      body: body ? JSON.stringify(body) : null,
    })
  expect((await put(0, type({ type: 'Link', linkType: 'Entry' }))).status).toBe(201)
  expect((await put(1)).status).toBe(200)
  for (const items of [{ type: 'Symbol' }, { type: 'Link', linkType: 'Asset' }]) {
    const response = await put(2, type(items))
    expect(response.status).toBe(422)
    expect(await response.text()).toContain('The type Array of Link to Entry cannot be changed')
  }
})

test('rejects a body with more than 200 levels', async () => {
  const path = `${ENVIRONMENT}/content_types/t`
  const nest = (count: number) => '{"a":'.repeat(count) + '{}'.concat('}'.repeat(count))
  expect(await sendRequest('PUT', path, nest(5_000))).toMatchObject({
    status: 400,
    text: expect.stringContaining('200 levels'),
  })
  expect(await sendRequest('PUT', path, nest(150))).toMatchObject({ status: 422 })
})

test('rejects requests that are too large, malformed or of an unknown content type', async () => {
  const path = `${ENVIRONMENT}/content_types/t`
  expect(await sendRequest('PUT', path, '{"name":')).toMatchObject({ status: 400, id: 'BadRequest' })
  expect(await sendRequest('PUT', path, `"${'x'.repeat(1_000_000)}"`)).toMatchObject({ status: 413 })
  expect(await sendRequest('PUT', path, '<a/>', 'text/xml')).toMatchObject({ status: 415 })
  expect(
    await sendRequest('POST', '/spaces/local/uploads', new ArrayBuffer(0), 'application/octet-stream'),
  ).toMatchObject({
    status: 400,
    text: expect.stringContaining('empty'),
  })
})

// A connection that is closed while the client sends loses the response.
test('a client that sends too large an upload gets the complete response each time', async () => {
  const file = Buffer.alloc(40_000_000)
  const { client } = local
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const response = { status: 413, message: 'An upload has at most 30000000 bytes' }
    expect(await catchApiError(client.upload.create({}, { file: file.buffer }))).toMatchObject(response)
    for (const stream of [false, true]) {
      const body = stream ? new Blob([file]).stream() : file
      expect(await sendUpload(body)).toEqual({ status: 413, id: 'PayloadTooLarge' })
    }
  }
})

async function sendUpload(body: ReadableStream | Buffer<ArrayBuffer>) {
  const headers = { authorization: 'Bearer local-management', 'content-type': 'application/octet-stream' }
  const init = { method: 'POST', headers, body, duplex: 'half' as const }
  const response = await fetch(`${local.url}/spaces/local/uploads`, init)
  return { status: response.status, id: errorResponse.parse(await response.json()).sys.id }
}

test('closes the connection of a client that announces an upload of more than 1 GB', async () => {
  const closed = Promise.withResolvers<void>()
  const headers = {
    authorization: 'Bearer local-management',
    'content-type': 'application/octet-stream',
    'content-length': 10_000_000_000,
  }
  const status = await new Promise((resolve, reject) => {
    const sent = request(`${local.url}/spaces/local/uploads`, { method: 'POST', headers }, ({ statusCode }) =>
      resolve(statusCode),
    )
    sent.on('error', reject).on('close', closed.resolve).flushHeaders()
  })
  expect(status).toBe(413)
  await closed.promise
})

test('the GraphQL API allows requests from other origins (CORS)', async () => {
  const response = await fetch(`${local.url}/content/v1/spaces/local`, {
    method: 'OPTIONS',
    headers: {
      origin: 'http://localhost:5173',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type,x-contentful-user-agent',
    },
  })
  expect(response.status).toBe(204)
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  expect(response.headers.get('access-control-allow-headers')).toContain('x-contentful-user-agent')
})

test('rejects a number that is out of range for JSON', async () => {
  const path = `${ENVIRONMENT}/content_types/counted`
  const headers = { authorization: 'Bearer local-management' }
  const json = { ...headers, 'content-type': JSON_TYPE }
  const body = JSON.stringify(createContentType({ type: 'Number' }))
  await fetch(local.url + path, { method: 'PUT', headers: json, body })
  await fetch(`${local.url}${path}/published`, { method: 'PUT', headers: { ...headers, 'x-contentful-version': '1' } })
  const response = await fetch(`${local.url}${ENVIRONMENT}/entries/counted`, {
    method: 'PUT',
    headers: { ...json, 'x-contentful-content-type': 'counted' },
    body: '{"fields":{"body":{"en-US":1e999}}}',
  })
  expect(response.status).toBe(422)
  expect(await response.text()).toContain('expected type: Number')
})

test('rejects a tag visibility other than public and private', async () => {
  const response = await fetch(`${local.url}${ENVIRONMENT}/tags/seen`, {
    method: 'PUT',
    headers: {
      authorization: 'Bearer local-management',
      'content-type': JSON_TYPE,
      'x-contentful-tag-visibility': 'friends',
    },
    body: '{"name":"Seen"}',
  })
  expect(response.status).toBe(400)
  expect(await response.text()).toContain('x-contentful-tag-visibility must be public or private')
})

test('the management API allows CORS for localhost only', async () => {
  const getAllowedOrigin = async (path: string, origin: string) => {
    const headers = {
      origin,
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'authorization',
    }
    const { headers: responseHeaders } = await fetch(local.url + path, { method: 'OPTIONS', headers })
    return responseHeaders.get('access-control-allow-origin')
  }
  for (const path of [`${ENVIRONMENT}/entries/a`, '/spaces/local/uploads']) {
    for (const origin of ['https://elsewhere.example', 'http://localhost.elsewhere.example', 'null'])
      expect(await getAllowedOrigin(path, origin)).toBeNull()
    expect(await getAllowedOrigin(path, 'http://localhost:5173')).toBe('*')
  }
  expect(await getAllowedOrigin('/cdn/spaces/local/entries', 'https://elsewhere.example')).toBe('*')
})

test.each([`${ENVIRONMENT}/entries`, '/cdn/spaces/local/entries'])(
  'rejects %s with an unknown host name',
  async (path) => {
    const response = await new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
      const headers = { host: 'elsewhere.example:4000', authorization: 'Bearer local-management' }
      request(local.url + path, { headers }, async (response) => {
        resolve({ status: response.statusCode, body: await text(response) })
      })
        .on('error', reject)
        .end()
    })
    expect(response.status).toBe(403)
    expect(response.body).toContain('elsewhere.example')
  },
)

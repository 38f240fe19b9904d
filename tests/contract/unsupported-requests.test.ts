import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { startTestContentful, type TestContentful } from './test-contentful.ts'

let local: TestContentful

beforeAll(async () => {
  local = await startTestContentful()
})

afterAll(() => local[Symbol.asyncDispose]())

const ENVIRONMENT = '/spaces/local/environments/master'

const errorShape = z.object({
  sys: z.object({ type: z.literal('Error'), id: z.string() }),
  message: z.string(),
  details: z.unknown().optional(),
  requestId: z.string(),
})

const JSON_TYPE = 'application/vnd.contentful.management.v1+json'

/** A body that is no text and no bytes is sent as JSON. */
async function send(method: string, path: string, body?: object | string, type = JSON_TYPE) {
  const headers = { authorization: 'Bearer local-management', ...(body === undefined ? {} : { 'content-type': type }) }
  const sent = typeof body === 'string' || body instanceof ArrayBuffer ? body : JSON.stringify(body)
  const response = await fetch(local.url + path, { method, headers, body: sent ?? null })
  expect(response.headers.get('x-contentful-ratelimit-second-limit')).toMatch(/^\d+$/)
  const { sys, ...error } = errorShape.parse(await response.json())
  return { status: response.status, id: sys.id, text: JSON.stringify(error) }
}

const withField = (field: object) => ({ name: 'T', fields: [{ id: 'body', name: 'Body', ...field }] })

test.each([
  ['GET', `${ENVIRONMENT}/entries/a/references`, 404, 'NotFound', `GET ${ENVIRONMENT}/entries/a/references`],
  ['GET', `${ENVIRONMENT}/entries/a/snapshots`, 404, 'NotFound', `GET ${ENVIRONMENT}/entries/a/snapshots`],
  ['PATCH', `${ENVIRONMENT}/entries/a`, 404, 'NotFound', `PATCH ${ENVIRONMENT}/entries/a`],
  ['POST', `${ENVIRONMENT}/bulk_actions`, 404, 'NotFound', `POST ${ENVIRONMENT}/bulk_actions`],
  ['GET', '/organizations', 404, 'NotFound', 'GET /organizations'],
  ['GET', `${ENVIRONMENT}/entries?order=nothing`, 400, 'InvalidQuery', 'nothing'],
  ['GET', `${ENVIRONMENT}/assets?content_type=a`, 400, 'InvalidQuery', 'content_type'],
  ['GET', `${ENVIRONMENT}/entries/a?select=fields`, 400, 'InvalidQuery', 'select'],
  ['GET', `${ENVIRONMENT}/entries?limit=1001`, 400, 'InvalidQuery', 'limit'],
  ['GET', `${ENVIRONMENT}/entries?limit=0`, 400, 'InvalidQuery', 'limit'],
  ['GET', `${ENVIRONMENT}/entries?skip=-1`, 400, 'InvalidQuery', 'skip'],
  ['GET', `${ENVIRONMENT}/entries?limit=1&limit=2`, 400, 'InvalidQuery', 'limit'],
  ['GET', '/spaces/other', 404, 'NotFound', 'other'],
  ['GET', '/spaces/local/environments/staging/entries', 404, 'NotFound', 'staging'],
])('%s %s is refused by name', async (method, path, status, id, name) => {
  const answer = await send(method, path)
  expect(answer).toMatchObject({ status, id })
  expect(answer.text).toContain(name)
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
  [{ type: 'Symbol', defaultValue: { 'en-US': 'a' } }, 'defaultValue'],
  [{ id: 'constructor', type: 'Symbol' }, 'this field id'],
])('a content type with a field %o is refused by name', async (field, name) => {
  const answer = await send('PUT', `${ENVIRONMENT}/content_types/t`, withField(field))
  expect(answer.status).toBeOneOf([400, 422])
  expect(answer.text).toContain(name)
})

test('an id that Contentful would not take is refused', async () => {
  const { status, text } = await send(
    'PUT',
    `${ENVIRONMENT}/content_types/${'x'.repeat(65)}`,
    withField({ type: 'Symbol' }),
  )
  expect(status).toBe(422)
  expect(text).toContain('sys')
  expect(await send('PUT', `${ENVIRONMENT}/assets/a%20b`, { fields: {} })).toMatchObject({ status: 422 })
})

test('an address that cannot be read is refused in the same shape', async () => {
  for (const id of ['%E0%A4%A', 'x'.repeat(1_001)]) {
    const response = await fetch(`${local.url}${ENVIRONMENT}/entries/${id}`)
    expect(response.status).toBe(400)
    expect(errorShape.parse(await response.json()).sys.id).toBe('BadRequest')
  }
})

test('a name that every object has is no field of an asset', async () => {
  const answer = await send('PUT', `${ENVIRONMENT}/assets/a`, { fields: { constructor: { 'en-US': 'x' } } })
  expect(answer).toMatchObject({ status: 422, text: expect.stringContaining('constructor') })
})

test.each(['', '0x2', '1e0', '-1', 'two'])('"%s" is no version', async (version) => {
  const headers = { authorization: 'Bearer local-management', 'x-contentful-version': version }
  const response = await fetch(`${local.url}${ENVIRONMENT}/tags/a`, {
    method: 'PUT',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'A' }),
  })
  expect(response.status).toBe(400)
  expect(await response.text()).toContain('X-Contentful-Version')
})

test('a published field keeps its type, and is omitted before it is deleted', async () => {
  const path = `${ENVIRONMENT}/content_types/kept`
  const put = async (at: string, version: number, body?: unknown) => {
    const headers = { authorization: 'Bearer local-management', 'x-contentful-version': `${version}` }
    const json = { 'content-type': 'application/json' }
    const sent = body === undefined ? { headers } : { headers: { ...headers, ...json }, body: JSON.stringify(body) }
    const response = await fetch(local.url + at, { method: 'PUT', ...sent })
    return { status: response.status, text: await response.text() }
  }
  expect(await put(path, 0, withField({ type: 'Symbol' }))).toMatchObject({ status: 201 })
  expect(await put(`${path}/published`, 1)).toMatchObject({ status: 200 })
  const deleted = await put(path, 2, { name: 'T', fields: [] })
  expect(deleted).toMatchObject({ status: 422, text: expect.stringContaining('omitted') })
  const retyped = await put(path, 2, withField({ type: 'Text' }))
  expect(retyped).toMatchObject({ status: 422, text: expect.stringContaining('Symbol') })
  const listed = await put(path, 2, withField({ type: 'Array', items: { type: 'Symbol' } }))
  expect(listed).toMatchObject({ status: 422, text: expect.stringContaining('Symbol') })
  expect(await put(path, 2, withField({ type: 'Symbol', omitted: true }))).toMatchObject({ status: 200 })
  expect(await put(`${path}/published`, 3)).toMatchObject({ status: 200 })
  expect(await put(path, 4, { name: 'T', fields: [] })).toMatchObject({ status: 200 })
})

test('a published list keeps what it holds, a published link what it leads to', async () => {
  const path = `${ENVIRONMENT}/content_types/linking`
  const type = (of: object) => ({ name: 'T', fields: [{ id: 'body', name: 'Body', type: 'Array', items: of }] })
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
    const answer = await put(2, type(items))
    expect(answer.status).toBe(422)
    expect(await answer.text()).toContain('The type Array of Link to Entry cannot be changed')
  }
})

test('a body of more levels than anything here can walk through is refused', async () => {
  const path = `${ENVIRONMENT}/content_types/t`
  const levels = (count: number) => '{"a":'.repeat(count) + '{}'.concat('}'.repeat(count))
  expect(await send('PUT', path, levels(5_000))).toMatchObject({
    status: 400,
    text: expect.stringContaining('200 levels'),
  })
  expect(await send('PUT', path, levels(150))).toMatchObject({ status: 422 })
})

test('requests that are too large, unreadable or of an unknown kind are refused', async () => {
  const path = `${ENVIRONMENT}/content_types/t`
  expect(await send('PUT', path, '{"name":')).toMatchObject({ status: 400, id: 'BadRequest' })
  expect(await send('PUT', path, `"${'x'.repeat(1_000_000)}"`)).toMatchObject({ status: 413 })
  expect(await send('PUT', path, '<a/>', 'text/xml')).toMatchObject({ status: 415 })
  expect(await send('POST', '/spaces/local/uploads', new ArrayBuffer(0), 'application/octet-stream')).toMatchObject({
    status: 400,
    text: expect.stringContaining('empty'),
  })
  const tooLarge = new ArrayBuffer(30_000_001)
  expect(await send('POST', '/spaces/local/uploads', tooLarge, 'application/octet-stream')).toMatchObject({
    status: 413,
    text: expect.stringContaining('at most 30000000 bytes'),
  })
})

test('a browser of another origin may ask', async () => {
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

test('a number that JSON cannot hold is none', async () => {
  const path = `${ENVIRONMENT}/content_types/counted`
  const headers = { authorization: 'Bearer local-management' }
  const json = { ...headers, 'content-type': JSON_TYPE }
  const body = JSON.stringify(withField({ type: 'Number' }))
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

test('who sees a tag is public or private', async () => {
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

test('a page of another machine may not ask the management API', async () => {
  const allowed = async (path: string, origin: string) => {
    const headers = {
      origin,
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'authorization',
    }
    const { headers: answered } = await fetch(local.url + path, { method: 'OPTIONS', headers })
    return answered.get('access-control-allow-origin')
  }
  for (const path of [`${ENVIRONMENT}/entries/a`, '/spaces/local/uploads']) {
    for (const origin of ['https://elsewhere.example', 'http://localhost.elsewhere.example', 'null'])
      expect(await allowed(path, origin)).toBeNull()
    expect(await allowed(path, 'http://localhost:5173')).toBe('*')
  }
  expect(await allowed('/cdn/spaces/local/entries', 'https://elsewhere.example')).toBe('*')
})

test.each([`${ENVIRONMENT}/entries`, '/local/faults', '/cdn/spaces/local/entries'])(
  '%s is not answered under a name that only leads here',
  async (path) => {
    const answer = await new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
      const headers = { host: 'elsewhere.example:4000', authorization: 'Bearer local-management' }
      request(local.url + path, { headers }, async (response) => {
        resolve({ status: response.statusCode, body: await text(response) })
      })
        .on('error', reject)
        .end()
    })
    expect(answer.status).toBe(403)
    expect(answer.body).toContain('elsewhere.example')
  },
)

import { once } from 'node:events'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { errorResponse } from './delivery-space.ts'
import { MASTER, sendRequest } from './test-contentful.ts'
import { useSpace } from './use-space.ts'

const local = await useSpace()

/** Sends a request that is rejected, and parses the error. */
async function reject(method: string, path: string, options?: Parameters<typeof sendRequest>[3]) {
  const { status, headers, body } = await sendRequest(local, method, path, options)
  expect(headers.get('x-contentful-ratelimit-second-limit')).toMatch(/^\d+$/)
  const { sys, ...error } = errorResponse.parse(body)
  return { status, id: sys.id, text: JSON.stringify(error) }
}

const createContentType = (field: object) => ({ name: 'T', fields: [{ id: 'body', name: 'Body', ...field }] })

test.each([
  ['/cdn/spaces/local/environments/master/taxonomy', 'delivery', 'local-delivery'],
  ['/preview/spaces/local/environments/master/taxonomy', 'delivery', 'local-preview'],
  [`${MASTER}/taxonomy`, 'management', 'local-management'],
  ['/nothing', 'management', ''],
])('responds UnknownRoute to %s in the format of the %s API', async (path, api, token) => {
  const response = await fetch(`${local.url}${path}?limit=1`, { headers: { authorization: `Bearer ${token}` } })
  expect(response.status).toBe(404)
  expect(response.headers.get('content-type')).toContain(`application/vnd.contentful.${api}.v1+json`)
  const { sys, message } = errorResponse.parse(await response.json())
  expect(sys.id).toBe('UnknownRoute')
  expect(message).toMatch(`The local Contentful has no GET ${path}`)
})

// One row for each place in which an alternative is looked up; the table itself is checked in engine/alternatives.test.ts.
test.each([
  ['/cdn/spaces/local/sync', 'Use GET /entries and /assets with sys.updatedAt[gt], or webhooks'],
  ['/cdn/spaces/local/environments/master/entries?cursor=true', 'Use skip and limit'],
  ['/cdn/spaces/local/environments/master/entries/a?include=2', 'Use the list with sys.id'],
  ['/organizations/local/app_definitions/a/keys', 'Use an app definition with src and locations'],
  ['/spaces/local/users', 'Use the fixed tokens'],
  [`${MASTER}/entries/a?select=fields`, 'Use the list with sys.id'],
])('§11.17 the response to %s names what to use instead', async (path, alternative) => {
  const token = path.startsWith('/cdn') ? 'local-delivery' : 'local-management'
  const { body } = await sendRequest(local, 'GET', path, { headers: { authorization: `Bearer ${token}` } })
  expect(body.message).toContain(alternative)
})

test.each([
  ['GET', `${MASTER}/entries/a/references`, 404, 'UnknownRoute', `GET ${MASTER}/entries/a/references`],
  ['PATCH', `${MASTER}/assets/a`, 404, 'UnknownRoute', `PATCH ${MASTER}/assets/a`],
  ['GET', '/organizations/other', 404, 'NotFound', 'other'],
  ['GET', `${MASTER}/assets?content_type=a`, 400, 'InvalidQuery', 'content_type'],
])('§11.17 rejects %s %s, and names the unsupported part', async (method, path, status, id, expectedText) => {
  expect(await reject(method, path)).toMatchObject({ status, id, text: expect.stringContaining(expectedText) })
})

test.each([
  [{ type: 'ResourceLink' }, 'the field type ResourceLink'],
  [{ type: 'String' }, '"name":"in","path":["fields",0,"type"]'],
  [{ type: 'Array', items: { type: 'ResourceLink' } }, 'Array of ResourceLink'],
  [{ type: 'Link', linkType: 'Tag' }, 'the field type Link to Tag'],
  [{ type: 'Symbol', validations: [{ linkField: true }] }, 'linkField'],
  [{ type: 'Symbol', validations: [{ range: { min: 1 } }] }, 'range does not apply to fields of type Symbol'],
  [{ type: 'Date', validations: [{ dateRange: { after: '2020-01-01' } }] }, 'after'],
  [{ type: 'Date', validations: [{ dateRange: { min: 'soon' } }] }, 'Must be a date'],
  [{ type: 'Symbol', validations: [{ regexp: { pattern: '(' } }] }, 'Must be a regular expression'],
  [{ type: 'RichText', validations: [{ nodes: { 'embedded-resource-block': [] } }] }, 'embedded-resource-block'],
  [{ type: 'RichText', validations: [{ enabledNodeTypes: ['resource-hyperlink'] }] }, 'Use links to entries'],
  [{ type: 'Link', linkType: 'Entry', allowedResources: [] }, 'Use links to entries'],
  [{ type: 'Integer', validations: [{ in: ['1'] }] }, 'The value must be of type Integer'],
  [{ type: 'Symbol', defaultValue: { 'en-US': 5 } }, 'expected type: Symbol'],
  [{ type: 'Link', linkType: 'Entry', defaultValue: { 'en-US': {} } }, 'Not for the type Link'],
  [{ id: 'constructor', type: 'Symbol' }, 'this field id'],
])('rejects a content type with a field %o, and names the unsupported part', async (field, expectedText) => {
  const { status, text } = await reject('PUT', `${MASTER}/content_types/t`, { body: createContentType(field) })
  expect(status).toBeOneOf([400, 422])
  expect(text).toContain(expectedText)
})

test.each([
  [`content_types/${'x'.repeat(65)}`, createContentType({ type: 'Symbol' }), 'sys'],
  ['assets/a', { fields: { constructor: { 'en-US': 'x' } } }, 'constructor'],
])('rejects an id that Contentful does not allow: %s', async (path, body, expectedText) => {
  const response = await reject('PUT', `${MASTER}/${path}`, { body })
  expect(response).toMatchObject({ status: 422, text: expect.stringContaining(expectedText) })
})

test('responds to a malformed URL with an error in the same format', async () => {
  for (const id of ['%E0%A4%A', 'x'.repeat(1_001)]) {
    const response = await fetch(`${local.url}${MASTER}/entries/${id}`)
    expect(response.status).toBe(400)
    expect(errorResponse.parse(await response.json()).sys.id).toBe('BadRequest')
  }
})

test.each(['', '0x2', '1.5'])('rejects the version "%s"', async (version) => {
  const headers = { 'x-contentful-version': version }
  const response = await reject('PUT', `${MASTER}/tags/a`, { headers, body: { name: 'A' } })
  expect(response).toMatchObject({ status: 400, text: expect.stringContaining('X-Contentful-Version') })
})

test.each([
  ['kept', undefined, 409, 'VersionMismatch', '"kept" is at version 1; the request has no X-Contentful-Version'],
  ['kept', '7', 409, 'VersionMismatch', '"kept" is at version 1; the request is for version 7'],
  ['none', '3', 404, 'NotFound', 'There is no Tag "none"; the request is for version 3'],
])('a tag %s is not saved for the version %s', async (id, version, status, errorId, message) => {
  await local.client.tag
    .createWithId({ tagId: 'kept' }, { name: 'Seen', sys: { visibility: 'public' } })
    .catch(() => {})
  const options = { body: { name: 'A' }, headers: version ? { 'x-contentful-version': version } : {} }
  const { text, ...error } = await reject('PUT', `${MASTER}/tags/${id}`, options)
  expect({ ...error, message: JSON.parse(text).message }).toEqual({ status, id: errorId, message })
})

const nest = (count: number) => '{"a":'.repeat(count) + '{}'.concat('}'.repeat(count))

test.each([
  ['with 5,000 levels', nest(5_000), 400, '200 levels'],
  ['that is cut', '{"name":', 400, ''],
  ['that is too large', `"${'x'.repeat(1_000_000)}"`, 413, ''],
])('rejects a body %s', async (_, body, status, expectedText) => {
  const response = await reject('PUT', `${MASTER}/content_types/t`, { body })
  expect(response).toMatchObject({ status, text: expect.stringContaining(expectedText) })
})

test('rejects a body of an unknown media type, and an empty upload', async () => {
  const withType = (type: string, body: string) => ({ body, headers: { 'content-type': type } })
  expect(await reject('PUT', `${MASTER}/content_types/t`, withType('text/xml', '<a/>'))).toMatchObject({ status: 415 })
  const response = await reject('POST', '/spaces/local/uploads', withType('application/octet-stream', ''))
  expect(response).toMatchObject({ status: 400, text: expect.stringContaining('empty') })
})

// A connection that is closed while the client sends loses the response.
test('reads the whole of an upload that is too large before it responds', async () => {
  const headers = { authorization: 'Bearer local-management', 'content-type': 'application/octet-stream' }
  const sent = request(`${local.url}/spaces/local/uploads`, { method: 'POST', headers })
  const events: string[] = []
  const responded = once(sent, 'response').then(([response]) => {
    events.push('response')
    return response
  })
  sent.write(Buffer.alloc(31_000_000))
  await sleep(500)
  events.push('end')
  sent.end(Buffer.alloc(9_000_000))
  const response = await responded
  expect(response.statusCode).toBe(413)
  expect(errorResponse.parse(JSON.parse(await text(response))).sys.id).toBe('PayloadTooLarge')
  expect(events).toEqual(['end', 'response'])
})

test('rejects a tag visibility other than public and private', async () => {
  const headers = { 'x-contentful-tag-visibility': 'friends' }
  const response = await reject('PUT', `${MASTER}/tags/seen`, { headers, body: { name: 'Seen' } })
  const message = 'x-contentful-tag-visibility must be public or private'
  expect(response).toMatchObject({ status: 400, text: expect.stringContaining(message) })
})

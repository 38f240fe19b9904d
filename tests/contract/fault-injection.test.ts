import { createClient as createDeliveryClient } from 'contentful'
import { getFaultReport, setFaults } from 'contentful-local/testing'
import { createClient } from 'contentful-management'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  catchApiError,
  createDraftEntry,
  createPicture,
  publishAsset,
  publishEntry,
  publishPhotoModel,
  startTestContentful,
  type TestContentful,
  toLink,
} from './test-contentful.ts'

let local: TestContentful
let photo: string

beforeAll(async () => {
  local = await startTestContentful()
  await publishPhotoModel(local)
  const asset = await publishAsset(local, 'file', await createPicture(60, 40))
  photo = `http:${asset.fields.file['en-US']?.url}`
  for (const id of ['one', 'two', 'three', 'four']) {
    await publishEntry(local, 'photo', id, { alt: `Photo ${id}`, file: toLink('Asset', 'file') })
  }
  const photos = ['one', 'two', 'three', 'four'].map((id) => toLink('Entry', id))
  await publishEntry(local, 'album', 'album', { title: 'All', photos })
})

afterAll(() => local[Symbol.asyncDispose]())
afterEach(() => setFaults(local.url, {}))

/** Creates the official client with its default retries. */
function createRetryingClient(logged: unknown[] = []) {
  const { host } = new URL(local.url)
  return createClient(
    {
      accessToken: 'local-management',
      host,
      hostUpload: host,
      insecure: true,
      logHandler: (_, data) => logged.push(data),
    },
    { type: 'plain', defaults: { spaceId: 'local', environmentId: 'master' } },
  )
}

const createTestDeliveryClient = () =>
  createDeliveryClient({
    space: 'local',
    accessToken: 'local-delivery',
    host: new URL(local.url).host,
    basePath: '/cdn',
    insecure: true,
    retryOnError: false,
  })

const readEntryIds = async () => (await local.client.entry.getMany({ query: {} })).items.map(({ sys }) => sys.id)

const ALBUM_QUERY = '{ album(id: "album") { title photosCollection(limit: 10) { items { alt file { url } } } } }'

describe('fault injection API', () => {
  test('reports the active faults and the affected requests, and turns them off', async () => {
    await setFaults(local.url, { html: { first: 2 }, limits: { contentTypes: 2 } })
    for (const _ of [1, 2, 3]) await fetch(`${local.url}/spaces/local`)
    expect(await getFaultReport(local.url)).toEqual({
      faults: { html: { first: 2 }, limits: { contentTypes: 2 } },
      limits: { contentTypes: 2, environments: 10, managementRequestsPerSecond: null, deliveryRequestsPerSecond: null },
      triggered: { html: 2 },
    })
    await fetch(`${local.url}/local/faults`, {
      method: 'DELETE',
      headers: { authorization: 'Bearer local-management' },
    })
    expect(await getFaultReport(local.url)).toMatchObject({ faults: {}, limits: { contentTypes: 25 }, triggered: {} })
  })

  test('rejects unknown faults and keeps the active ones', async () => {
    await setFaults(local.url, { html: { apis: ['images'] } })
    await expect(setFaults(local.url, JSON.parse('{ "htm": {} }'))).rejects.toThrow(
      /400.*unknown key htm, expected latency/,
    )
    expect((await getFaultReport(local.url)).faults).toEqual({ html: { apis: ['images'] } })
  })

  test('needs the management token, has no CORS headers, and has no faults itself', async () => {
    await expect(setFaults(local.url, {}, 'local-delivery')).rejects.toThrow('401')
    await expect(setFaults(local.url, {}, 'local-read-only')).rejects.toThrow('401')
    const headers = { origin: 'http://localhost:5173', 'access-control-request-method': 'PUT' }
    const preflight = await fetch(`${local.url}/local/faults`, { method: 'OPTIONS', headers })
    expect(preflight.status).toBeGreaterThanOrEqual(400)
    for (const name of ['access-control-allow-origin', 'access-control-allow-methods'])
      expect(preflight.headers.get(name)).toBeNull()
    const authorization = 'Bearer local-management'
    const read = await fetch(`${local.url}/local/faults`, { headers: { ...headers, authorization } })
    expect(read.status).toBe(200)
    expect(read.headers.get('access-control-allow-origin')).toBeNull()

    await setFaults(local.url, { html: {}, expiredTokens: {}, cutConnections: {}, serverErrors: {}, cutBodies: {} })
    expect(Object.keys((await getFaultReport(local.url)).faults)).toHaveLength(5)
  })
})

test('latency delays responses', async () => {
  await setFaults(local.url, { latency: { milliseconds: 200, apis: ['management'] } })
  const start = performance.now()
  expect(await readEntryIds()).toContain('album')
  expect(performance.now() - start).toBeGreaterThan(195)
})

test('the official client retries 429 responses until they stop', async () => {
  await setFaults(local.url, { rateLimit: { requests: 3, seconds: 0, apis: ['management'] } })
  const logged: unknown[] = []
  const space = await createRetryingClient(logged).space.get({})
  expect(space.sys.id).toBe('local')
  expect(logged.join().match(/Rate limit error occurred/g)).toHaveLength(3)
  expect((await getFaultReport(local.url)).triggered).toEqual({ rateLimit: 3 })

  await setFaults(local.url, { rateLimit: { requests: 1, seconds: 9, apis: ['delivery'] } })
  const response = await fetch(`${local.url}/cdn/spaces/local/entries`)
  expect(response.headers.get('x-contentful-ratelimit-reset')).toBe('9')
  expect(response.headers.get('content-type')).toContain('application/vnd.contentful.delivery.v1+json')
  expect(await response.json()).toMatchObject({ sys: { type: 'Error', id: 'RateLimitExceeded' } })
})

test.each([500, 502, 503, 504] as const)('responds %i before the request takes effect', async (status) => {
  await setFaults(local.url, { serverErrors: { status, first: 1 } })
  const id = `never-${status}`
  expect(await catchApiError(createDraftEntry(local, 'photo', id, {}))).toMatchObject({ status })
  expect(await readEntryIds()).not.toContain(id)
})

test('responds 503 after the request took effect: the official client retries, and gets a conflict', async () => {
  await setFaults(local.url, { serverErrors: { when: 'after', first: 1 } })
  const created = createDraftEntry({ client: createRetryingClient() }, 'photo', 'made-503', {})
  expect(await catchApiError(created)).toMatchObject({ name: 'VersionMismatch', status: 409 })
  expect(await readEntryIds()).toContain('made-503')
})

test('responds 503 to a request without response body, to a file request, and instead of another error', async () => {
  const draft = await createDraftEntry(local, 'photo', 'short-lived', {})
  await setFaults(local.url, { serverErrors: { when: 'after' } })
  expect(await catchApiError(local.client.entry.delete({ entryId: draft.sys.id }))).toMatchObject({ status: 503 })
  const response = await fetch(photo)
  expect(response.status).toBe(503)
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(await response.json()).toMatchObject({ sys: { type: 'Error', id: 'ServiceUnavailable' } })
  const replacedError = await fetch(`${local.url}/cdn/spaces/local/entries/none?access_token=local-delivery`)
  expect(replacedError.status).toBe(503)
  expect(await replacedError.json()).toMatchObject({ sys: { type: 'Error', id: 'ServiceUnavailable' } })
  await setFaults(local.url, {})
  expect(await readEntryIds()).not.toContain('short-lived')
})

test.each(['before', 'after'] as const)('closes the connection %s the request takes effect', async (when) => {
  await setFaults(local.url, { cutConnections: { when, first: 1 } })
  const id = `cut-${when}`
  await expect(createDraftEntry(local, 'photo', id, {})).rejects.toThrow(/socket hang up|ECONNRESET/)
  expect((await readEntryIds()).includes(id)).toBe(when === 'after')
})

test('truncated bodies: the request takes effect, and the official client throws with a success status', async () => {
  await setFaults(local.url, { cutBodies: { first: 1 } })
  expect(await catchApiError(createDraftEntry(local, 'photo', 'cut-body', {}))).toMatchObject({
    name: '201 Created',
    status: 201,
  })
  expect(await readEntryIds()).toContain('cut-body')
})

test('truncates files and JSON to half of their size', async () => {
  const wholeFile = await (await fetch(photo)).bytes()
  await setFaults(local.url, { cutBodies: {} })
  const response = await fetch(photo)
  expect(response.status).toBe(200)
  expect(Number(response.headers.get('content-length'))).toBe(wholeFile.length)
  const parts: Uint8Array[] = []
  const readAll = (async () => {
    for await (const part of response.body ?? []) parts.push(part)
  })()
  await expect(readAll).rejects.toThrow()
  expect(Buffer.concat(parts)).toEqual(Buffer.from(wholeFile.subarray(0, Math.floor(wholeFile.length / 2))))
  await expect(local.queryGraphql(ALBUM_QUERY)).rejects.toThrow()
  await expect(fetch(photo, { method: 'HEAD' })).rejects.toThrow()
})

test('responds with HTML and status 200: the request has no effect, and clients fail', async () => {
  await setFaults(local.url, { html: {} })
  await createDraftEntry(local, 'photo', 'html', {}).catch(() => {})
  const response: unknown = await local.client.space.get({})
  expect(response).toContain('<!doctype html>')
  await expect(local.queryGraphql(ALBUM_QUERY)).rejects.toThrow('not valid JSON')
  await expect(createTestDeliveryClient().getEntries()).rejects.toThrow()
  await setFaults(local.url, {})
  expect(await readEntryIds()).not.toContain('html')
})

test('reports expired tokens in the error format of each API', async () => {
  await setFaults(local.url, { expiredTokens: {} })
  expect(await catchApiError(local.client.space.get({}))).toMatchObject({ name: 'AccessTokenInvalid', status: 401 })
  await expect(createTestDeliveryClient().getEntries()).rejects.toMatchObject({ name: 'AccessTokenInvalid' })
  const { status, errors } = await local.queryGraphql(ALBUM_QUERY)
  expect(status).toBe(401)
  expect(errors?.map(({ extensions }) => extensions.contentful.code)).toEqual(['ACCESS_TOKEN_INVALID'])
  expect((await fetch(photo)).status).toBe(200)
})

test('partial GraphQL errors: some links are null, each with an error, and other fields are complete', async () => {
  const healthy = await local.queryGraphql(ALBUM_QUERY)
  await setFaults(local.url, { graphqlErrors: {} })
  const { status, data, errors = [] } = await local.queryGraphql(ALBUM_QUERY)
  expect(status).toBe(200)
  expect(data).toMatchObject({ album: { title: 'All', photosCollection: { items: { length: 4 } } } })
  const nulls = JSON.stringify(data).match(/null/g) ?? []
  expect(nulls.length).toBeGreaterThan(0)
  expect(errors).toHaveLength(nulls.length)
  for (const { extensions } of errors) {
    expect(extensions.contentful).toMatchObject({
      code: 'UNRESOLVABLE_LINK',
      details: { linkingEntryId: expect.any(String), linkId: expect.any(String), field: expect.any(String) },
    })
  }
  expect(JSON.stringify(data)).not.toBe(JSON.stringify(healthy.data))

  await setFaults(local.url, { graphqlErrors: { every: 2 } })
  expect((await local.queryGraphql(ALBUM_QUERY)).data).toEqual(healthy.data)
  expect((await local.queryGraphql(ALBUM_QUERY)).errors).toBeDefined()
})

test('several faults trigger one after the other, in a fixed order', async () => {
  await setFaults(local.url, {
    rateLimit: { requests: 1, seconds: 0 },
    serverErrors: { status: 502, first: 1 },
    html: { first: 1 },
  })
  const fetchStatus = async () => (await fetch(`${local.url}/spaces/local`)).status
  expect([await fetchStatus(), await fetchStatus(), await fetchStatus(), await fetchStatus()]).toEqual([
    429, 502, 200, 401,
  ])
  expect((await getFaultReport(local.url)).triggered).toEqual({ rateLimit: 1, serverErrors: 1, html: 1 })
})

test('injected faults have CORS headers', async () => {
  await setFaults(local.url, { serverErrors: {}, rateLimit: { requests: 1, seconds: 2 } })
  const sendRequest = () =>
    fetch(`${local.url}/content/v1/spaces/local`, { headers: { origin: 'http://localhost:5173' } })
  for (const status of [429, 503]) {
    const response = await sendRequest()
    expect(response.status).toBe(status)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('access-control-expose-headers')).toContain('x-contentful-ratelimit-reset')
  }
})

test('shutdown does not wait for delayed responses', async () => {
  await using slow = await startTestContentful()
  await setFaults(slow.url, { latency: { milliseconds: 60_000 } })
  const request = fetch(`${slow.url}/spaces/local`).catch((error: unknown) => error)
  await expect.poll(async () => (await getFaultReport(slow.url)).triggered).toEqual({ latency: 1 })
  const start = performance.now()
  await slow.stop()
  expect(performance.now() - start).toBeLessThan(5_000)
  expect(await request).toBeInstanceOf(Error)
})

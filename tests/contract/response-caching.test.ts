import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { LOCAL_TOKENS } from 'contentful-local/constants'
import { setFaults } from 'contentful-local/testing'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { publishEntry, publishPhotoModel, startTestContentful, type TestContentful } from './test-contentful.ts'

/** Conditional and compressed requests as a CDN and a browser send them (RFC 9110, sections 12.5.3 and 13.1.2). */

let local: TestContentful

beforeAll(async () => {
  local = await startTestContentful()
  await publishPhotoModel(local)
  for (let index = 0; index < 20; index += 1)
    await publishEntry(local, 'photo', `photo-${index}`, { alt: `Photo ${index}` })
})

afterAll(() => local[Symbol.asyncDispose]())
afterEach(() => setFaults(local.url, {}))

const ENTRIES = '/cdn/spaces/local/environments/master/entries'
const MANAGED_ENTRY = '/spaces/local/environments/master/entries/photo-0'
const GRAPHQL = '/content/v1/spaces/local/environments/master'

/** Sends a request with the delivery token. `fetch` decompresses the body, and adds `Accept-Encoding: gzip` by default. */
const send = (path: string, headers: Record<string, string> = {}, init: RequestInit = {}) =>
  fetch(local.url + path, { ...init, headers: { authorization: `Bearer ${LOCAL_TOKENS.delivery}`, ...headers } })

async function readEtag() {
  const { headers } = await send(ENTRIES)
  return headers.get('etag') ?? ''
}

test('answers 304 to a list of ETags that has the current one, and to *', async () => {
  const etag = await readEtag()
  for (const header of [etag, etag.replace('W/', ''), `"a,b", ${etag}`, `W/"x",${etag} , "y"`, '*']) {
    const response = await send(ENTRIES, { 'if-none-match': header })
    expect({ header, status: response.status }).toEqual({ header, status: 304 })
    expect(response.headers.get('etag')).toBe(etag)
    expect(response.headers.get('vary')).toMatch(/accept-encoding/i)
  }
  const others = ['', '""', 'W/', etag.slice(0, -2), '"', `"${'a",'.repeat(4_000)}`, `"*"`]
  for (const header of others) expect((await send(ENTRIES, { 'if-none-match': header })).status).toBe(200)
})

test('a request that is not GET or HEAD, or that fails, never gets 304', async () => {
  const body = JSON.stringify({ query: '{ photoCollection(limit: 1) { total } }' })
  const json = { 'content-type': 'application/json' }
  const first = await send(GRAPHQL, json, { method: 'POST', body })
  expect(first.status).toBe(200)
  expect((await send(GRAPHQL, { ...json, 'if-none-match': '*' }, { method: 'POST', body })).status).toBe(200)

  const managed = { authorization: `Bearer ${LOCAL_TOKENS.management}`, ...json, 'if-none-match': '*' }
  const { sys, fields } = await local.client.entry.get({ entryId: 'photo-0' })
  const saved = await send(
    MANAGED_ENTRY,
    { ...managed, 'x-contentful-version': `${sys.version}` },
    { method: 'PUT', body: JSON.stringify({ fields }) },
  )
  expect(saved.status).toBe(200)

  const missing = await send(`${ENTRIES}/none`, { 'if-none-match': '*' })
  expect(missing.status).toBe(404)
  expect(missing.headers.has('etag')).toBe(false)
})

test('Vary names every header that changes the response', async () => {
  for (const path of [ENTRIES, `${ENTRIES}?limit=1`]) {
    const names = (await send(path)).headers
      .get('vary')
      ?.toLowerCase()
      .split(/\s*,\s*/)
    expect(names).toEqual(expect.arrayContaining(['origin', 'accept-encoding']))
  }
})

test('the headers of a HEAD request are those of the GET request', async () => {
  for (const encoding of ['gzip', 'identity']) {
    const read = async (method: string) => {
      const { status, headers } = await send(ENTRIES, { 'accept-encoding': encoding }, { method })
      const names = ['content-length', 'content-encoding', 'content-type', 'etag', 'vary']
      return { status, headers: names.map((name) => [name, headers.get(name)]) }
    }
    expect(await read('HEAD')).toEqual(await read('GET'))
  }
  expect((await send(ENTRIES, { 'if-none-match': await readEtag() }, { method: 'HEAD' })).status).toBe(304)
})

test('an error that replaces a compressed response is not compressed and has no ETag', async () => {
  await setFaults(local.url, { serverErrors: { when: 'after' } })
  for (const headers of [{ 'accept-encoding': 'gzip' }, { 'if-none-match': '*' }]) {
    const response = await send(ENTRIES, headers)
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({ sys: { id: 'ServiceUnavailable' } })
    expect(response.headers.has('etag')).toBe(false)
  }
})

test('clients that leave while a response is compressed do not affect others', async () => {
  const leave = () =>
    new Promise<void>((resolve) => {
      const headers = { authorization: `Bearer ${LOCAL_TOKENS.delivery}`, 'accept-encoding': 'gzip' }
      const sent = request(local.url + ENTRIES, { headers })
      sent.on('error', () => resolve()).on('close', () => resolve())
      sent.end(() => setImmediate(() => sent.destroy()))
    })
  await Promise.all(Array.from({ length: 50 }, leave))
  const { items } = JSON.parse(await (await send(ENTRIES)).text())
  expect(items).toHaveLength(20)
})

test('a response near the size limit is compressed completely', async () => {
  const contentTypeId = 'note'
  const field = { id: 'text', name: 'Text', type: 'Text', required: false, localized: false }
  const type = await local.client.contentType.createWithId({ contentTypeId }, { name: 'Note', fields: [field] })
  await local.client.contentType.publish({ contentTypeId }, type)
  const long = 'long text '.repeat(5_000)
  for (let count = 0; count < 130; count += 1) await publishEntry(local, 'note', `note-${count}`, { text: long })
  const path = `${ENTRIES}?content_type=note&limit=130`
  const read = () =>
    new Promise<{ length: number; encoding: unknown }>((resolve, reject) => {
      const headers = { authorization: `Bearer ${LOCAL_TOKENS.delivery}`, 'accept-encoding': 'gzip' }
      request(local.url + path, { headers }, async (response) => {
        resolve({ length: (await text(response)).length, encoding: response.headers['content-encoding'] })
      })
        .on('error', reject)
        .end()
    })
  const compressed = await read()
  expect(compressed.encoding).toBe('gzip')
  expect(compressed.length).toBeLessThan(200_000)
  const { items } = JSON.parse(await (await send(path)).text())
  expect(items).toHaveLength(130)
  expect(items[129].fields.text).toBe(long)
})

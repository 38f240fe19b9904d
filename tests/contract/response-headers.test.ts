import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { CONTENTFUL_RATE_LIMITS, LOCAL_TOKENS } from 'contentful-local/constants'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  publishAsset,
  publishEntry,
  publishPhotoModel,
  startTestContentful,
  type TestContentful,
  toLink,
} from './test-contentful.ts'

let local: TestContentful

beforeAll(async () => {
  local = await startTestContentful()
  await publishPhotoModel(local)
  await publishAsset(local, 'file')
  for (let index = 0; index < 20; index += 1)
    await publishEntry(local, 'photo', `photo-${index}`, { alt: `Photo ${index}`, file: toLink('Asset', 'file') })
  await publishEntry(local, 'album', 'album', { title: 'Album', photos: [toLink('Entry', 'photo-0')] })
})

afterAll(() => local[Symbol.asyncDispose]())

const ENTRIES = '/cdn/spaces/local/environments/master/entries'
const MANAGED_ENTRY = '/spaces/local/environments/master/entries/photo-0'

interface RequestOptions {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly token?: string
}

/** Sends a request. */
const send = (path: string, { method = 'GET', headers = {}, token = LOCAL_TOKENS.delivery }: RequestOptions = {}) =>
  new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
    const options = { method, headers: { authorization: `Bearer ${token}`, ...headers } }
    request(local.url + path, options, async (response) => {
      const { statusCode = 0, headers: received } = response
      resolve({
        status: statusCode,
        headers: { ...received },
        body: await buffer(response),
      })
    })
      .on('error', reject)
      .end()
  })

test('names request, route, space and environment (contentful-management.rb, tag/destroy_referenced.yml)', async () => {
  const { headers } = await send(MANAGED_ENTRY, { token: LOCAL_TOKENS.management })
  expect(headers).toMatchObject({
    'content-type': 'application/vnd.contentful.management.v1+json',
    'contentful-api': 'cma',
    'x-content-type-options': 'nosniff',
    'x-contentful-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    'x-contentful-route': '/spaces/:space/environments/:environment/entries/:id',
    'cf-space-id': 'local',
    'cf-environment-id': 'master',
    'x-contentful-ratelimit-hour-limit': '36000',
    'x-contentful-ratelimit-hour-remaining': expect.stringMatching(/^\d+$/),
    'x-contentful-ratelimit-reset': '0',
  })
  // A path of the delivery API has no prefix there (contentful.rb, taxonomy and assets).
  const delivered = await send(`${ENTRIES}?limit=1`)
  expect(delivered.headers).toMatchObject({
    'contentful-api': 'cda',
    'x-contentful-route': '/spaces/:space/environments/:environment/entries',
  })
  const missing = await send(`${ENTRIES}/none`)
  expect(missing.headers['content-type']).toBe('application/vnd.contentful.delivery.v1+json')
  expect(JSON.parse(missing.body.toString()).requestId).toBe(missing.headers['x-contentful-request-id'])
})

/** Sources: contentful.rb, entries.yml, locale.yml, entry/marshal_unpublished.yml (its responses of the preview API). */
test.each([
  [ENTRIES, LOCAL_TOKENS.delivery, 'max-age=0'],
  ['/cdn/spaces/local/content_types/photo', LOCAL_TOKENS.delivery, 'max-age=0'],
  ['/cdn/spaces/local/environments/master/locales', LOCAL_TOKENS.delivery, 'max-age=0'],
  ['/preview/spaces/local/environments/master/entries', LOCAL_TOKENS.preview, undefined],
  ['/preview/spaces/local/environments/master/locales', LOCAL_TOKENS.preview, undefined],
  // contentful-management.rb: space/find.yml, space/locale/all.yml, environment/find.yml, webhook/all.yml; asset/find.yml.
  ['/spaces/local', LOCAL_TOKENS.management, 'max-age=0'],
  ['/spaces/local/locales', LOCAL_TOKENS.management, 'max-age=0'],
  ['/spaces/local/environments/master', LOCAL_TOKENS.management, 'max-age=0'],
  ['/spaces/local/webhook_definitions', LOCAL_TOKENS.management, 'max-age=0'],
  [MANAGED_ENTRY, LOCAL_TOKENS.management, undefined],
  ['/spaces/local/environments/master/content_types', LOCAL_TOKENS.management, undefined],
])('Cache-Control of %s is that of recorded responses', async (path, token, cacheControl) => {
  const first = await send(path, { token })
  expect({ status: first.status, cacheControl: first.headers['cache-control'] }).toEqual({ status: 200, cacheControl })
  const refused = await send(path, { token: 'none' })
  expect({ status: refused.status, cacheControl: refused.headers['cache-control'] }).toEqual({
    status: 401,
    cacheControl: 'no-store',
  })
})

test('a HEAD request has the headers and no body', async () => {
  const { headers } = await send(ENTRIES)
  const { status, headers: headHeaders, body } = await send(ENTRIES, { method: 'HEAD' })
  expect({ status, length: headHeaders['content-length'] }).toEqual({ status: 200, length: headers['content-length'] })
  expect(body).toHaveLength(0)
})

test('includes the assets of included entries (contentful.rb, rich_text_unresolved_relationships.yml)', async () => {
  const read = async (query: string) => JSON.parse((await send(`${ENTRIES}?sys.id=album&${query}`)).body.toString())
  const ids = ({ includes }: { includes?: Record<string, { sys: { id: string } }[]> }) =>
    Object.values(includes ?? {}).flatMap((resources) => resources.map(({ sys }) => sys.id))
  expect(ids(await read('include=1')).sort()).toEqual(['file', 'photo-0'])
  expect(ids(await read('include=0'))).toEqual([])
})

test("the option for Contentful's rates limits management and delivery", async () => {
  await using limited = await startTestContentful(undefined, { limits: CONTENTFUL_RATE_LIMITS })
  const readLimit = async (path: string, token: string) => {
    const { headers } = await fetch(limited.url + path, { headers: { authorization: `Bearer ${token}` } })
    return headers.get('x-contentful-ratelimit-second-limit')
  }
  expect(await readLimit('/spaces/local', LOCAL_TOKENS.management)).toBe('7')
  expect(await readLimit(ENTRIES, LOCAL_TOKENS.delivery)).toBe('55')
})

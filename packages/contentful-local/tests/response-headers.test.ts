import { CONTENTFUL_RATE_LIMITS, LOCAL_TOKENS } from 'contentful-local/constants'
import { expect, test } from 'vitest'
import { startSpace, type TestSpace } from './start-space.ts'
import { publishEntry, publishPhotoModel } from './test-contentful.ts'
import { useSpace } from './use-space.ts'

const local = await useSpace()
await publishPhotoModel(local)
await publishEntry(local, 'photo', 'photo', { alt: 'A photo' })

const ENTRIES = '/cdn/spaces/local/environments/master/entries'
const MANAGED_ENTRY = '/spaces/local/environments/master/entries/photo'

async function send(
  path: string,
  { url = local.url, method = 'GET', headers = {}, token = LOCAL_TOKENS.delivery } = {},
) {
  const response = await fetch(url + path, { method, headers: { authorization: `Bearer ${token}`, ...headers } })
  return {
    status: response.status,
    headers: Object.fromEntries<string | undefined>(response.headers),
    text: await response.text(),
  }
}

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
  expect(JSON.parse(missing.text).requestId).toBe(missing.headers['x-contentful-request-id'])
})

/** Sources: contentful.rb, entries.yml, locale.yml, entry/marshal_unpublished.yml (its responses of the preview API). */
test.each([
  [ENTRIES, LOCAL_TOKENS.delivery, 'max-age=0'],
  ['/cdn/spaces/local/content_types/photo', LOCAL_TOKENS.delivery, 'max-age=0'],
  ['/preview/spaces/local/environments/master/entries', LOCAL_TOKENS.preview, undefined],
  // contentful-management.rb: space/find.yml, space/locale/all.yml, environment/find.yml, webhook/all.yml; asset/find.yml.
  ['/spaces/local', LOCAL_TOKENS.management, 'max-age=0'],
  ['/spaces/local/environments/master', LOCAL_TOKENS.management, 'max-age=0'],
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
  const { status, headers: headHeaders, text } = await send(ENTRIES, { method: 'HEAD' })
  expect({ status, length: headHeaders['content-length'] }).toEqual({ status: 200, length: headers['content-length'] })
  expect(text).toBe('')
})

test("the option for Contentful's rates limits management and delivery", async () => {
  await using limited = await startSpace({ limits: CONTENTFUL_RATE_LIMITS })
  const readLimit = async (path: string, token: string) =>
    (await send(path, { url: limited.url, token })).headers['x-contentful-ratelimit-second-limit']
  expect(await readLimit('/spaces/local', LOCAL_TOKENS.management)).toBe('7')
  expect(await readLimit(ENTRIES, LOCAL_TOKENS.delivery)).toBe('55')
})

const preflight = async ({ url }: TestSpace, path: string, origin: string) => {
  const { status, headers } = await send(path, {
    method: 'OPTIONS',
    url,
    headers: {
      origin,
      'access-control-request-method': 'PATCH',
      'access-control-request-headers': 'authorization,content-type,x-contentful-version,x-contentful-user-agent',
    },
  })
  return { status, origin: headers['access-control-allow-origin'] }
}

test('pages of all origins may read content, those of this machine may manage it', async () => {
  const app = 'https://app.example'
  for (const path of [ENTRIES, '/content/v1/spaces/local'])
    expect(await preflight(local, path, app)).toEqual({ status: 204, origin: '*' })
  for (const path of [MANAGED_ENTRY, '/spaces/local/uploads']) {
    expect(await preflight(local, path, 'http://localhost:5173')).toEqual({ status: 204, origin: '*' })
    for (const origin of [app, 'http://localhost.app.example', 'null'])
      expect((await preflight(local, path, origin)).origin).toBeUndefined()
  }
  const headers = { origin: app, 'access-control-request-method': 'PATCH', 'access-control-request-headers': 'x-any' }
  expect((await send(ENTRIES, { method: 'OPTIONS', headers })).headers).toMatchObject({
    'access-control-allow-methods': expect.stringContaining('PATCH'),
    'access-control-allow-headers': 'x-any',
  })
})

import { LOCAL_TOKENS } from 'contentful-local/constants'
import { expect, test } from 'vitest'
import { publishEntry, publishPhotoModel } from './test-contentful.ts'
import { useSpace } from './use-space.ts'

const local = await useSpace()
await publishPhotoModel(local)
await publishEntry(local, 'photo', 'photo', { alt: 'A photo' })

const ENTRIES = '/cdn/spaces/local/environments/master/entries'
const MANAGED_ENTRY = '/spaces/local/environments/master/entries/photo'

async function send(path: string, { method = 'GET', headers = {}, token = LOCAL_TOKENS.delivery } = {}) {
  const response = await fetch(local.url + path, { method, headers: { authorization: `Bearer ${token}`, ...headers } })
  return {
    status: response.status,
    headers: Object.fromEntries<string | undefined>(response.headers),
    text: await response.text(),
  }
}

const MANAGEMENT_TYPE = 'application/vnd.contentful.management.v1+json'
const DELIVERY_TYPE = 'application/vnd.contentful.delivery.v1+json'

// contentful-management.rb, tag/destroy_referenced.yml.
test('a response names API, location, request, route and limits', async () => {
  const { headers } = await send(MANAGED_ENTRY, { token: LOCAL_TOKENS.management })
  const own = Object.entries(headers).filter(([name]) => /^(x|cf|contentful|access|cache|content-type)/.test(name))
  const limits = { 'second-limit': '1000', 'second-remaining': '1000', 'hour-limit': '36000', reset: '0' }
  expect(Object.fromEntries(own)).toEqual({
    'cf-environment-id': 'master',
    'cf-space-id': 'local',
    'content-type': MANAGEMENT_TYPE,
    'contentful-api': 'cma',
    'x-content-type-options': 'nosniff',
    ...Object.fromEntries(Object.entries(limits).map(([name, value]) => [`x-contentful-ratelimit-${name}`, value])),
    'x-contentful-ratelimit-hour-remaining': expect.stringMatching(/^359\d\d$/),
    'x-contentful-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    'x-contentful-route': '/spaces/:space/environments/:environment/entries/:id',
  })
  const missing = await send(`${ENTRIES}/none`)
  expect(JSON.parse(missing.text).requestId).toBe(missing.headers['x-contentful-request-id'])
})

// Cache-Control: contentful.rb, entries.yml; contentful-management.rb, asset/find.yml. A refusal is not stored.
test.for([
  ['/spaces/local/uploads/none', 'upload', MANAGEMENT_TYPE, 'local', 'master', 'no-store'],
  ['/spaces?limit=1', 'cma', MANAGEMENT_TYPE, undefined, undefined, undefined],
  ['/users/me', 'cma', MANAGEMENT_TYPE, undefined, undefined, 'max-age=0'],
  ['/organizations', 'cma', MANAGEMENT_TYPE, undefined, undefined, undefined],
  ['/app_definitions', 'cma', MANAGEMENT_TYPE, undefined, undefined, 'no-store'],
  ['/spaces/local', 'cma', MANAGEMENT_TYPE, 'local', 'master', 'max-age=0'],
  ['/spaces/local/environments/master/locales', 'cma', MANAGEMENT_TYPE, 'local', 'master', 'max-age=0'],
  ['/spaces/local/environments/master/content_types', 'cma', MANAGEMENT_TYPE, 'local', 'master', undefined],
  ['/spaces/local/environments', 'cma', MANAGEMENT_TYPE, 'local', 'master', 'max-age=0'],
  ['/spaces/local/roles', 'cma', MANAGEMENT_TYPE, 'local', 'master', 'max-age=0'],
  ['/spaces/local/webhook_definitions', 'cma', MANAGEMENT_TYPE, 'local', 'master', 'max-age=0'],
  [ENTRIES, 'cda', DELIVERY_TYPE, 'local', 'master', 'max-age=0'],
  ['/cdn/spaces/local/environments/none/entries', 'cda', DELIVERY_TYPE, 'local', 'none', 'no-store'],
  ['/preview/spaces/local/entries', 'cpa', DELIVERY_TYPE, 'local', 'master', undefined],
  [
    '/content/v1/spaces/local?query={__typename}',
    'gql',
    'application/json; charset=utf-8',
    'local',
    'master',
    undefined,
  ],
  ['/assets/local/a/b/c', 'images', MANAGEMENT_TYPE, undefined, undefined, 'no-store'],
  ['/spaces-of-others', undefined, MANAGEMENT_TYPE, undefined, undefined, 'no-store'],
] as const)('%s has the headers of its API: %s', async ([path, api, type, space, environment, cacheControl]) => {
  const tokens: Readonly<Record<string, string>> = {
    cda: LOCAL_TOKENS.delivery,
    cpa: LOCAL_TOKENS.preview,
    gql: LOCAL_TOKENS.delivery,
  }
  const { headers } = await send(path, { token: tokens[api ?? ''] ?? LOCAL_TOKENS.management })
  const names = ['contentful-api', 'content-type', 'cf-space-id', 'cf-environment-id', 'cache-control']
  expect(names.map((name) => headers[name])).toEqual([api, type, space, environment, cacheControl])
  const isManagement = api === 'cma' || api === 'upload'
  expect(headers['x-contentful-ratelimit-hour-limit']).toBe(isManagement ? '36000' : undefined)
  expect(headers['x-contentful-route'] ?? '').not.toMatch(/^\/(cdn|preview)/)
})

const preflight = async (path: string, origin: string) => {
  const { status, headers } = await send(path, {
    method: 'OPTIONS',
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
    expect(await preflight(path, app)).toEqual({ status: 204, origin: '*' })
  for (const path of [MANAGED_ENTRY, '/spaces/local/uploads']) {
    expect(await preflight(path, 'http://localhost:5173')).toEqual({ status: 204, origin: '*' })
    for (const origin of [app, 'http://localhost.app.example', 'null'])
      expect((await preflight(path, origin)).origin).toBeUndefined()
  }
  const headers = { origin: app, 'access-control-request-method': 'PATCH', 'access-control-request-headers': 'x-any' }
  expect((await send(ENTRIES, { method: 'OPTIONS', headers })).headers).toMatchObject({
    'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
    'access-control-allow-headers': 'x-any',
    'access-control-max-age': '3600',
  })
})

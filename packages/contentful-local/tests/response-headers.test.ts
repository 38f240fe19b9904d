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

test('names request and route (contentful-management.rb, tag/destroy_referenced.yml)', async () => {
  const { headers } = await send(MANAGED_ENTRY, { token: LOCAL_TOKENS.management })
  expect(headers).toMatchObject({
    'content-type': 'application/vnd.contentful.management.v1+json',
    'x-content-type-options': 'nosniff',
    'x-contentful-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    'x-contentful-route': '/spaces/:space/environments/:environment/entries/:id',
  })
  const space = await send('/spaces/local', { headers: { authorization: 'bearer local-management' } })
  expect(space.status).toBe(200)
  expect(space.headers).toMatchObject({ 'cf-space-id': 'local', 'cf-environment-id': 'master' })
  const missing = await send(`${ENTRIES}/none`)
  expect(missing.headers['content-type']).toBe('application/vnd.contentful.delivery.v1+json')
  expect(missing.headers['x-contentful-route']).toBe('/spaces/:space/environments/:environment/entries/:id')
  expect(JSON.parse(missing.text).requestId).toBe(missing.headers['x-contentful-request-id'])
})

// contentful.rb, entries.yml; contentful-management.rb, asset/find.yml.
test('Cache-Control of content that a page reads is that of recorded responses, and a refusal is not stored', async () => {
  const read = async (path: string, token: string) => (await send(path, { token })).headers['cache-control']
  expect(await read(ENTRIES, LOCAL_TOKENS.delivery)).toBe('max-age=0')
  expect(await read('/preview/spaces/local/entries', LOCAL_TOKENS.preview)).toBeUndefined()
  expect(await read(MANAGED_ENTRY, LOCAL_TOKENS.management)).toBeUndefined()
  expect(await read(ENTRIES, 'none')).toBe('no-store')
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
    'access-control-allow-methods': expect.stringContaining('PATCH'),
    'access-control-allow-headers': 'x-any',
    'access-control-max-age': '3600',
  })
})

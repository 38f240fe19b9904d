import { expect, test } from 'vitest'
import { publishPhotoModel, sendRequest } from './test-contentful.ts'
import { useSpace } from './use-space.ts'

const PATH = '/spaces/local/preview_environments'

const local = await useSpace()
await publishPhotoModel(local)

const put = (id: string, body: object, version?: number) => {
  const headers: Record<string, string> = version === undefined ? {} : { 'x-contentful-version': `${version}` }
  return sendRequest(local, 'PUT', `${PATH}/${id}`, { body, headers })
}
const get = async (path = '') => sendRequest(local, 'GET', PATH + path)

const configuration = { contentType: 'photo', url: 'https://site.example/preview?photo={entry.sys.id}', enabled: true }
const website = { name: 'Website', description: 'Drafts', configurations: [configuration] }

test('creates (with an id), reads, lists, updates and deletes a preview environment', async () => {
  const { body: created } = await put('site', website)
  expect(created).toMatchObject({ ...website, sys: { type: 'PreviewEnvironment', id: 'site', version: 0 } })
  expect(created).toMatchObject({ configurations: [{ entityType: 'ContentType', entityId: 'photo' }] })
  expect((await get('/site')).body).toEqual(created)
  const changed = await put('site', { ...created, name: 'Staging' }, 0)
  expect(changed.body).toMatchObject({ name: 'Staging', configurations: [configuration], sys: { version: 1 } })
  for (const outdated of [undefined, 0, 7]) expect((await put('site', website, outdated)).status).toBe(409)
  expect((await get('?limit=100')).body).toMatchObject({ total: 1, skip: 0, limit: 100, items: [changed.body] })
  await sendRequest(local, 'DELETE', `${PATH}/site`)
  expect((await get('/site')).status).toBe(404)
})

const withUrl = (url: string) => ({ configurations: [{ ...configuration, url }] })

test.each([
  ['a duplicate name', { name: 'Taken' }, 'unique'],
  ['an unknown content type', { configurations: [{ ...configuration, contentType: 'gone' }] }, 'gone'],
  ['an http URL on another machine', withUrl('http://site.example/'), 'https'],
])('rejects %s with a message', async (_, changes, expectedText) => {
  await put('other', { ...website, name: 'Taken' })
  const response = await put('site', { ...website, ...changes })
  expect(response).toMatchObject({ status: 422, text: expect.stringContaining(expectedText) })
})

test('accepts local URLs, and a content type that is sent as entity', async () => {
  const { contentType: entityId, ...rest } = configuration
  const sent = [{ ...rest, entityType: 'ContentType', entityId }]
  expect((await put('entity', { name: 'Entity', configurations: sent })).body.configurations).toMatchObject([
    configuration,
  ])
  for (const url of ['http://127.0.0.1:3000/', 'http://localhost:3000/?a={entry.sys.id}'])
    expect((await put(`local-${url.length}`, { name: url, ...withUrl(url) })).status).toBe(201)
})

import { LOCAL_TOKENS } from 'contentful-local/constants'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import { catchApiError, createManagementClient, publishPhotoModel, startTestContentful } from './test-contentful.ts'

const PATH = '/spaces/local/preview_environments'

/** Starts a space with photos, with functions for the preview environment API. */
async function startSpace() {
  const local = await startTestContentful()
  onTestFinished(() => local[Symbol.asyncDispose]())
  await publishPhotoModel(local)
  const { raw } = local.client
  const toVersionOptions = (number: number) => ({ headers: { 'X-Contentful-Version': number } })
  return {
    local,
    create: async (body: object) => environment.parse(await raw.post(PATH, body)),
    put: async (id: string, body: object, version?: number) =>
      environment.parse(await raw.put(`${PATH}/${id}`, body, version === undefined ? {} : toVersionOptions(version))),
    get: async (id: string) => environment.parse(await raw.get(`${PATH}/${id}`)),
    list: async (query = '') => list.parse(await raw.get(PATH + query)),
    remove: (id: string) => raw.delete(`${PATH}/${id}`),
  }
}

const environment = z.looseObject({ sys: z.looseObject({ id: z.string(), version: z.number() }) })
const list = z.looseObject({ total: z.number(), items: z.array(environment) })

const configuration = { contentType: 'photo', url: 'https://site.example/preview?photo={entry.sys.id}', enabled: true }
const website = { name: 'Website', description: 'Drafts', configurations: [configuration] }

test('creates (with an id), reads, lists, updates and deletes a preview environment', async () => {
  const { put, get, list, remove } = await startSpace()
  const created = await put('site', website)
  expect(created).toMatchObject({ ...website, sys: { type: 'PreviewEnvironment', id: 'site', version: 0 } })
  expect(created.sys).toMatchObject({ space: { sys: { id: 'local' } }, createdAt: expect.any(String) })
  expect(created.sys).not.toHaveProperty('environment')
  expect(await get('site')).toEqual(created)
  expect(await list('?limit=100')).toMatchObject({ sys: { type: 'Array' }, total: 1, skip: 0, limit: 100 })

  const changed = await put('site', { ...created, name: 'Staging' }, 0)
  expect(changed).toMatchObject({ name: 'Staging', configurations: [configuration], sys: { version: 1 } })
  expect((await list()).items).toEqual([changed])
  await remove('site')
  expect(await catchApiError(get('site'))).toMatchObject({ status: 404 })
  expect(await list()).toMatchObject({ total: 0, items: [] })
})

test('generates an id; accepts content types in the old and the new format', async () => {
  const { create } = await startSpace()
  const { contentType: entityId, ...rest } = configuration
  const created = await create({ name: 'New', configurations: [{ ...rest, entityType: 'ContentType', entityId }] })
  expect(created).toMatchObject({
    description: '',
    configurations: [{ ...configuration, entityType: 'ContentType', entityId: 'photo', example: false }],
    sys: { id: expect.stringMatching(/^\w+$/) },
  })
})

test('responds 409 to an outdated version', async () => {
  const { put } = await startSpace()
  await put('site', website)
  expect(await catchApiError(put('site', website))).toMatchObject({ status: 409 })
  expect(await catchApiError(put('site', website, 7))).toMatchObject({ status: 409 })
  await put('site', { ...website, description: 'Others' }, 0)
  expect(await catchApiError(put('site', website, 0))).toMatchObject({ status: 409 })
})

const withUrl = (url: string) => ({ ...website, configurations: [{ ...configuration, url }] })

test.each([
  ['a missing name', { ...website, name: ' ' }, 'name'],
  ['a duplicate name', { ...website, name: 'Taken' }, 'unique'],
  [
    'an unknown content type',
    { ...website, configurations: [{ ...configuration, contentType: 'gone' }] },
    'unknown gone',
  ],
  [
    'a missing content type',
    { ...website, configurations: [{ url: configuration.url, enabled: true }] },
    'contentType',
  ],
  ['an http URL on another machine', withUrl('http://site.example/'), 'https'],
  ['a javascript: URL', withUrl('javascript:alert(1)'), 'https'],
  ['a relative URL', withUrl('/gallery'), 'https'],
  ['an unknown property', { ...website, color: 'red' }, 'color'],
])('rejects %s with a message', async (_, body, expectedText) => {
  const { put } = await startSpace()
  await put('other', { ...website, name: 'Taken' })
  const { status, details } = await catchApiError(put('site', body))
  expect(status).toBe(422)
  const messages = details?.errors?.map((error) => Object.values(error).flat().join(' ')).join()
  for (const word of expectedText.split(' ')) expect(messages).toContain(word)
})

test.each(['http://127.0.0.1:3000/', 'http://localhost:3000/?a={entry.sys.id}'])(
  'accepts the local URL %s',
  async (url) => {
    const { put } = await startSpace()
    expect(await put('site', withUrl(url))).toMatchObject({ configurations: [{ url }] })
  },
)

test('a read-only token can read, but not write', async () => {
  const { put, local } = await startSpace()
  await put('site', website)
  const { raw } = createManagementClient(local.url, LOCAL_TOKENS.readOnly)
  expect(await raw.get(`${PATH}/site`)).toMatchObject(website)
  expect(await catchApiError(raw.put(`${PATH}/site`, website))).toMatchObject({ status: 403 })
})

test('a preview environment survives a restart', async () => {
  const first = await startTestContentful()
  onTestFinished(() => first[Symbol.asyncDispose]())
  await publishPhotoModel(first)
  const created = await first.client.raw.put(`${PATH}/site`, website)
  await first.stop()
  await using second = await startTestContentful(first.folder)
  expect(await second.client.raw.get(`${PATH}/site`)).toEqual(created)
})

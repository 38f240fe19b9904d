import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import { LOCAL_TOKENS } from '#shared/local-contentful.ts'
import { catchApiError, createManagementClient, publishPhotoModel, startTestContentful } from './test-contentful.ts'

const PATH = '/spaces/local/preview_environments'

/** A space with photos, and the calls of the official client by which preview environments are written. */
async function begin() {
  const local = await startTestContentful()
  onTestFinished(() => local[Symbol.asyncDispose]())
  await publishPhotoModel(local)
  const { raw } = local.client
  const version = (number: number) => ({ headers: { 'X-Contentful-Version': number } })
  return {
    local,
    create: async (body: object) => environment.parse(await raw.post(PATH, body)),
    put: async (id: string, body: object, sent?: number) =>
      environment.parse(await raw.put(`${PATH}/${id}`, body, sent === undefined ? {} : version(sent))),
    get: async (id: string) => environment.parse(await raw.get(`${PATH}/${id}`)),
    list: async (query = '') => list.parse(await raw.get(PATH + query)),
    remove: (id: string) => raw.delete(`${PATH}/${id}`),
  }
}

const environment = z.looseObject({ sys: z.looseObject({ id: z.string(), version: z.number() }) })
const list = z.looseObject({ total: z.number(), items: z.array(environment) })

const address = { contentType: 'photo', url: 'https://site.example/preview?photo={entry.sys.id}', enabled: true }
const website = { name: 'Website', description: 'Drafts', configurations: [address] }

test('one is created under an id, read, listed, changed and deleted', async () => {
  const { put, get, list, remove } = await begin()
  const made = await put('site', website)
  expect(made).toMatchObject({ ...website, sys: { type: 'PreviewEnvironment', id: 'site', version: 0 } })
  expect(made.sys).toMatchObject({ space: { sys: { id: 'local' } }, createdAt: expect.any(String) })
  expect(made.sys).not.toHaveProperty('environment')
  expect(await get('site')).toEqual(made)
  expect(await list('?limit=100')).toMatchObject({ sys: { type: 'Array' }, total: 1, skip: 0, limit: 100 })

  const changed = await put('site', { ...made, name: 'Staging' }, 0)
  expect(changed).toMatchObject({ name: 'Staging', configurations: [address], sys: { version: 1 } })
  expect((await list()).items).toEqual([changed])
  await remove('site')
  expect(await catchApiError(get('site'))).toMatchObject({ status: 404 })
  expect(await list()).toMatchObject({ total: 0, items: [] })
})

test('one without an id is given one; a content type is named in the old way and in the new', async () => {
  const { create } = await begin()
  const { contentType: entityId, ...rest } = address
  const made = await create({ name: 'New', configurations: [{ ...rest, entityType: 'ContentType', entityId }] })
  expect(made).toMatchObject({
    description: '',
    configurations: [{ ...address, entityType: 'ContentType', entityId: 'photo', example: false }],
    sys: { id: expect.stringMatching(/^\w+$/) },
  })
})

test('who writes over another’s change is refused', async () => {
  const { put } = await begin()
  await put('site', website)
  expect(await catchApiError(put('site', website))).toMatchObject({ status: 409 })
  expect(await catchApiError(put('site', website, 7))).toMatchObject({ status: 409 })
  await put('site', { ...website, description: 'Others' }, 0)
  expect(await catchApiError(put('site', website, 0))).toMatchObject({ status: 409 })
})

const withUrl = (url: string) => ({ ...website, configurations: [{ ...address, url }] })

test.each([
  ['no name', { ...website, name: ' ' }, 'name'],
  ['the name of another', { ...website, name: 'Taken' }, 'unique'],
  [
    'a content type that is not there',
    { ...website, configurations: [{ ...address, contentType: 'gone' }] },
    'unknown gone',
  ],
  ['no content type', { ...website, configurations: [{ url: address.url, enabled: true }] }, 'contentType'],
  ['an http address elsewhere', withUrl('http://site.example/'), 'https'],
  ['a script', withUrl('javascript:alert(1)'), 'https'],
  ['what is no address', withUrl('/gallery'), 'https'],
  ['a property that is not known', { ...website, color: 'red' }, 'color'],
])('%s is refused by name', async (_, body, name) => {
  const { put } = await begin()
  await put('other', { ...website, name: 'Taken' })
  const { status, details } = await catchApiError(put('site', body))
  expect(status).toBe(422)
  const said = details?.errors?.map((flaw) => Object.values(flaw).flat().join(' ')).join()
  for (const word of name.split(' ')) expect(said).toContain(word)
})

test.each(['http://127.0.0.1:3000/', 'http://localhost:3000/?a={entry.sys.id}'])(
  '%s, on this machine, is taken',
  async (url) => {
    const { put } = await begin()
    expect(await put('site', withUrl(url))).toMatchObject({ configurations: [{ url }] })
  },
)

test('a token that may only read reads', async () => {
  const { put, local } = await begin()
  await put('site', website)
  const { raw } = createManagementClient(local.url, LOCAL_TOKENS.readOnly)
  expect(await raw.get(`${PATH}/site`)).toMatchObject(website)
  expect(await catchApiError(raw.put(`${PATH}/site`, website))).toMatchObject({ status: 403 })
})

test('it is there after a restart', async () => {
  const first = await startTestContentful()
  onTestFinished(() => first[Symbol.asyncDispose]())
  await publishPhotoModel(first)
  const made = await first.client.raw.put(`${PATH}/site`, website)
  await first.stop()
  await using second = await startTestContentful(first.folder)
  expect(await second.client.raw.get(`${PATH}/site`)).toEqual(made)
})

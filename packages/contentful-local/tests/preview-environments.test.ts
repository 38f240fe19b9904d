import { expect, test } from 'vitest'
import * as z from 'zod'
import { catchApiError, publishPhotoModel } from './test-contentful.ts'
import { useSpace } from './use-space.ts'

const PATH = '/spaces/local/preview_environments'

const local = await useSpace()
await publishPhotoModel(local)

const put = async (id: string, body: object, version?: number) => {
  const options = version === undefined ? {} : { headers: { 'X-Contentful-Version': version } }
  return environment.parse(await local.client.raw.put(`${PATH}/${id}`, body, options))
}
const get = async (id: string) => environment.parse(await local.client.raw.get(`${PATH}/${id}`))
const readList = async (query = '') => list.parse(await local.client.raw.get(PATH + query))
const remove = (id: string) => local.client.raw.delete(`${PATH}/${id}`)

const environment = z.looseObject({ sys: z.looseObject({ id: z.string(), version: z.number() }) })
const list = z.looseObject({ total: z.number(), items: z.array(environment) })

const configuration = { contentType: 'photo', url: 'https://site.example/preview?photo={entry.sys.id}', enabled: true }
const website = { name: 'Website', description: 'Drafts', configurations: [configuration] }

test('creates (with an id), reads, lists, updates and deletes a preview environment', async () => {
  const created = await put('site', website)
  expect(created).toMatchObject({ ...website, sys: { type: 'PreviewEnvironment', id: 'site', version: 0 } })
  expect(created).toMatchObject({ configurations: [{ entityType: 'ContentType', entityId: 'photo' }] })
  expect(await get('site')).toEqual(created)
  expect(await readList('?limit=100')).toMatchObject({ sys: { type: 'Array' }, total: 1, skip: 0, limit: 100 })

  const changed = await put('site', { ...created, name: 'Staging' }, 0)
  expect(changed).toMatchObject({ name: 'Staging', configurations: [configuration], sys: { version: 1 } })
  for (const outdated of [undefined, 0, 7])
    expect(await catchApiError(put('site', website, outdated))).toMatchObject({ status: 409 })
  expect((await readList()).items).toEqual([changed])
  await remove('site')
  expect(await catchApiError(get('site'))).toMatchObject({ status: 404 })
  expect(await readList()).toMatchObject({ total: 0, items: [] })
})

const withUrl = (url: string) => ({ configurations: [{ ...configuration, url }] })

test.each([
  ['a duplicate name', { name: 'Taken' }, 'unique'],
  ['an unknown content type', { configurations: [{ ...configuration, contentType: 'gone' }] }, 'unknown gone'],
  ['an http URL on another machine', withUrl('http://site.example/'), 'https'],
  ['an unknown property', { color: 'red' }, 'color'],
])('rejects %s with a message', async (_, changes, expectedText) => {
  await put('other', { ...website, name: 'Taken' })
  const { status, details } = await catchApiError(put('site', { ...website, ...changes }))
  await remove('other')
  expect(status).toBe(422)
  const messages = details?.errors?.map((error) => Object.values(error).flat().join(' ')).join()
  for (const word of expectedText.split(' ')) expect(messages).toContain(word)
})

test('accepts local URLs', async () => {
  for (const [index, url] of ['http://127.0.0.1:3000/', 'http://localhost:3000/?a={entry.sys.id}'].entries())
    expect(await put(`local-${index}`, { name: url, ...withUrl(url) })).toMatchObject({ configurations: [{ url }] })
})

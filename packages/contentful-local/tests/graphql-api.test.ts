import { LOCAL_TOKENS } from 'contentful-local/constants'
import { afterAll, expect, test } from 'vitest'
import { startSpace } from './start-space.ts'
import {
  createDraftEntry,
  publishAsset,
  publishEntry,
  publishPhotoModel,
  sendRequest,
  toLink,
} from './test-contentful.ts'

const PHOTO_COUNT = 3
const getPhotoId = (index: number) => `photo-${index}`

const local = await startSpace()
afterAll(() => local[Symbol.asyncDispose]())
await publishPhotoModel(local)
await publishAsset(local, 'file')
const ids = Array.from({ length: PHOTO_COUNT }, (_, index) => getPhotoId(index))
for (const [index, id] of ids.entries()) {
  await publishEntry(local, 'photo', id, { alt: `Photo ${index}`, rank: 2, file: toLink('Asset', 'file') })
}
await publishEntry(local, 'album', 'all', { title: 'All', photos: ids.map((id) => toLink('Entry', id)) })

const ALL = `query ($limit: Int) { albumCollection(limit: 1) { items { photosCollection(limit: $limit) {
  total limit items { sys { id } alt file { url width height contentType size fileName } } } } } }`

test('returns published content, with the query cost as header', async () => {
  const { status, headers, data, errors } = await local.queryGraphql(ALL, { variables: { limit: PHOTO_COUNT } })
  expect({ status, errors }).toEqual({ status: 200, errors: undefined })
  expect(headers.get('x-contentful-graphql-query-cost')).toBe('7')
  const file = {
    url: expect.stringMatching(new RegExp(`^${local.url}/assets/local/file/[0-9a-f]{8}/file\\.jpg$`)),
    width: 30,
    height: 20,
    contentType: 'image/jpeg',
    size: expect.any(Number),
    fileName: 'file.jpg',
  }
  const items = Array.from({ length: PHOTO_COUNT }, (_, index) => ({
    sys: { id: getPhotoId(index) },
    alt: `Photo ${index}`,
    file,
  }))
  expect(data).toEqual({
    albumCollection: { items: [{ photosCollection: { total: PHOTO_COUNT, limit: PHOTO_COUNT, items } }] },
  })
})

test('returns changes after publishing, or before it with the preview token', async () => {
  const published = await publishEntry(local, 'photo', 'changing', { alt: 'Before it all' })
  await local.client.entry.update(
    { entryId: 'changing' },
    { ...published, fields: { alt: { 'en-US': 'After it all' } } },
  )
  await createDraftEntry(local, 'photo', 'draft', { alt: 'Only a draft' })
  const query = `query ($preview: Boolean) { changing: photo(id: "changing", preview: $preview) { alt }
    draft: photo(id: "draft", preview: $preview) { alt sys { publishedAt } } }`
  expect((await local.queryGraphql(query)).data).toEqual({ changing: { alt: 'Before it all' }, draft: null })
  const drafts = { variables: { preview: true }, token: 'local-preview' }
  expect((await local.queryGraphql(query, drafts)).data).toEqual({
    changing: { alt: 'After it all' },
    draft: { alt: 'Only a draft', sys: { publishedAt: null } },
  })
  const changed = await local.client.entry.get({ entryId: 'changing' })
  await local.client.entry.publish({ entryId: 'changing' }, changed)
  expect((await local.queryGraphql(query)).data).toEqual({ changing: { alt: 'After it all' }, draft: null })
})

const GRAPHQL = '/content/v1/spaces/local'
const AUTHORIZATION = { authorization: `Bearer ${LOCAL_TOKENS.delivery}` }

test.each([
  ['no token', GRAPHQL, {}, 401, 'ACCESS_TOKEN_MISSING'],
  ['an unknown token', GRAPHQL, { authorization: 'Bearer wrong' }, 401, 'ACCESS_TOKEN_INVALID'],
  ['an unknown token in the URL', `${GRAPHQL}?access_token=wrong`, {}, 401, 'ACCESS_TOKEN_INVALID'],
  ['the management token', GRAPHQL, { authorization: 'Bearer local-management' }, 401, 'ACCESS_TOKEN_INVALID'],
  ['another space', '/content/v1/spaces/other', AUTHORIZATION, 404, 'UNKNOWN_SPACE'],
  ['another environment', `${GRAPHQL}/environments/x`, AUTHORIZATION, 404, 'UNKNOWN_ENVIRONMENT'],
  ['an unknown field', `${GRAPHQL}?query={nope}`, AUTHORIZATION, 400, 'INVALID_QUERY'],
])('rejects %s, with the id of the request', async (_, path, headers, status, code) => {
  const url = new URL(path, local.url)
  if (!url.searchParams.has('query')) url.searchParams.set('query', '{__typename}')
  const response = await fetch(url, { headers })
  expect(response.status).toBe(status)
  const requestId = response.headers.get('x-contentful-request-id') ?? expect.fail('There is no request id')
  expect(await response.json()).toMatchObject({ errors: [{ extensions: { contentful: { code, requestId } } }] })
})

const get = (parameters: string | Record<string, string>) =>
  sendRequest(local, 'GET', `${GRAPHQL}?${new URLSearchParams(parameters)}`, { headers: AUTHORIZATION })
const post = (body: object) => sendRequest(local, 'POST', GRAPHQL, { headers: AUTHORIZATION, body })

test('accepts query, variables and token as query parameters of GET', async () => {
  const query = 'query ($id: String!) { photo(id: $id) { alt } }'
  expect((await get({ query, variables: '{"id":"photo-2"}' })).body).toEqual({ data: { photo: { alt: 'Photo 2' } } })
  expect(await get({ query, variables: '{"id":' })).toMatchObject({
    status: 400,
    body: { errors: [{ message: expect.stringContaining('variables') }] },
  })
  const parameters = new URLSearchParams({ query: '{__typename}', access_token: LOCAL_TOKENS.delivery })
  expect((await fetch(`${local.url}${GRAPHQL}?${parameters}`)).status).toBe(200)
})

// Contentful's documentation: Automatic Persisted Queries, GraphQL Errors.
test('asks for the text of a query that is sent by its hash', async () => {
  expect(await post({ extensions: { persistedQuery: { version: 1, sha256Hash: 'a'.repeat(64) } } })).toMatchObject({
    status: 404,
    body: { errors: [{ message: 'PersistedQueryNotFound' }] },
  })
})

test('rejects a repeated parameter, and ignores unknown ones and unknown keys of the body', async () => {
  const query = '{__typename}'
  const repeated = await get(`query=${query}&variables=1&variables=2`)
  expect(repeated).toMatchObject({ status: 400, text: expect.stringContaining('variables') })
  const data = { __typename: 'Query' }
  expect((await get({ query, colour: 'red' })).body).toEqual({ data })
  expect((await post({ query, colour: 'red', extensions: { clientLibrary: { name: 'any' } } })).body).toEqual({ data })
})

import { LOCAL_TOKENS } from 'contentful-local/constants'
import type { ContentTypeDefinition } from 'contentful-local/schema'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publishContentType } from './every-field-space.ts'
import {
  createDraftEntry,
  publishAsset,
  publishEntry,
  publishPhotoModel,
  startTestContentful,
  type TestContentful,
  toLink,
} from './test-contentful.ts'

let local: TestContentful

const PHOTO_COUNT = 120
const getPhotoId = (index: number) => `photo-${index}`

beforeAll(async () => {
  local = await startTestContentful()
  await publishPhotoModel(local)
  await publishAsset(local, 'file')
  const ids = Array.from({ length: PHOTO_COUNT }, (_, index) => getPhotoId(index))
  for (const [index, id] of ids.entries()) {
    await publishEntry(local, 'photo', id, { alt: `Photo ${index}`, rank: 2, file: toLink('Asset', 'file') })
  }
  await publishEntry(local, 'album', 'all', { title: 'All', photos: ids.map((id) => toLink('Entry', id)) })
})

afterAll(() => local[Symbol.asyncDispose]())

const ALL = `query ($limit: Int) { albumCollection(limit: 1) { items { photosCollection(limit: $limit) {
  total limit items { sys { id } alt file { url width height contentType size fileName } } } } } }`

test('returns published content, with the query cost as header', async () => {
  const { status, headers, data, errors } = await local.queryGraphql(ALL, { variables: { limit: PHOTO_COUNT } })
  expect({ status, errors }).toEqual({ status: 200, errors: undefined })
  expect(headers.get('x-contentful-graphql-query-cost')).toBe('241')
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

test('limits collections to 100 items by default', async () => {
  const { data, errors } = await local.queryGraphql(
    '{ photoCollection { total items { alt } } album(id: "all") { photosCollection { total limit items { alt } } } }',
  )
  expect(errors).toBeUndefined()
  expect(data).toMatchObject({
    photoCollection: { total: PHOTO_COUNT, items: { length: 100 } },
    album: { photosCollection: { total: PHOTO_COUNT, limit: 100, items: { length: 100 } } },
  })
})

test('responds 400 to a query that is too complex', async () => {
  const { status, data, errors } = await local.queryGraphql(
    '{ albumCollection { items { photosCollection(limit: 120) { items { file { url } } } } } }',
  )
  expect({ status, data }).toEqual({ status: 400, data: undefined })
  expect(errors?.[0]?.extensions.contentful).toMatchObject({
    code: 'TOO_COMPLEX_QUERY',
    details: { maximumCost: 11_000, cost: 24_100 },
  })
})

test('returns null for an unpublished entry, and an error for links to it', async () => {
  await publishEntry(local, 'photo', 'going', { alt: 'A going photo' })
  await publishEntry(local, 'album', 'shrinking', {
    photos: [toLink('Entry', 'going'), toLink('Entry', getPhotoId(0))],
  })
  await local.client.entry.unpublish({ entryId: 'going' })
  const { status, data, errors } = await local.queryGraphql(
    '{ photo(id: "going") { alt } album(id: "shrinking") { photosCollection { total items { alt } } } }',
  )
  expect(status).toBe(200)
  expect(data).toEqual({ photo: null, album: { photosCollection: { total: 2, items: [null, { alt: 'Photo 0' }] } } })
  expect(errors?.map(({ extensions }) => extensions.contentful)).toMatchObject([
    { code: 'UNRESOLVABLE_LINK', details: { linkId: 'going', linkingEntryId: 'shrinking', field: 'photos' } },
  ])
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

test.each([
  ['no token', '', {}, 401, 'ACCESS_TOKEN_MISSING'],
  ['an unknown token', '', { authorization: 'Bearer wrong' }, 401, 'ACCESS_TOKEN_INVALID'],
  ['the management token', '', { authorization: 'Bearer local-management' }, 401, 'ACCESS_TOKEN_INVALID'],
  ['another space', '/../other', { authorization: 'Bearer local-delivery' }, 404, 'UNKNOWN_SPACE'],
  ['another environment', '/environments/x', { authorization: 'Bearer local-delivery' }, 404, 'UNKNOWN_ENVIRONMENT'],
])('rejects %s', async (_, path, headers, status, code) => {
  const response = await fetch(`${local.url}/content/v1/spaces/local${path}?query={__typename}`, { headers })
  expect(response.status).toBe(status)
  expect(await response.json()).toMatchObject({ errors: [{ extensions: { contentful: { code } } }] })
})

test('rejects preview queries with the delivery token', async () => {
  const { status, errors } = await local.queryGraphql('{ photoCollection(preview: true) { total } }')
  expect(status).toBe(401)
  expect(errors?.[0]?.extensions.contentful.code).toBe('ACCESS_TOKEN_INVALID')
})

test('errors have the id of the request in the headers', async () => {
  const requests = [
    { token: LOCAL_TOKENS.delivery, query: '{unknownField}' },
    { token: 'wrong', query: '{__typename}' },
  ]
  for (const { token, query } of requests) {
    const headers = { authorization: `Bearer ${token}` }
    const response = await fetch(`${local.url}/content/v1/spaces/local?query=${query}`, { headers })
    const requestId = response.headers.get('x-contentful-request-id') ?? expect.fail('There is no request id')
    expect(await response.json()).toMatchObject({ errors: [{ extensions: { contentful: { requestId } } }] })
  }
})

test('accepts query and variables as query parameters of GET', async () => {
  const query = 'query ($id: String!) { photo(id: $id) { alt } }'
  const get = (variables: string) => {
    const parameters = new URLSearchParams({ query, variables })
    const headers = { authorization: 'Bearer local-delivery' }
    return fetch(`${local.url}/content/v1/spaces/local?${parameters}`, { headers })
  }
  expect(await (await get('{"id":"photo-7"}')).json()).toEqual({ data: { photo: { alt: 'Photo 7' } } })
  const invalidResponse = await get('{"id":')
  expect(invalidResponse.status).toBe(400)
  expect(await invalidResponse.json()).toMatchObject({ errors: [{ message: expect.stringContaining('variables') }] })
})

// Contentful's documentation: Automatic Persisted Queries, GraphQL Errors.
test('asks for the text of a query that is sent by its hash', async () => {
  const response = await fetch(`${local.url}/content/v1/spaces/local`, {
    method: 'POST',
    headers: { authorization: `Bearer ${LOCAL_TOKENS.delivery}`, 'content-type': 'application/json' },
    body: JSON.stringify({ extensions: { persistedQuery: { version: 1, sha256Hash: 'a'.repeat(64) } } }),
  })
  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({ errors: [{ message: 'PersistedQueryNotFound' }] })
})

test('rejects a repeated parameter, and ignores unknown ones and unknown keys of the body', async () => {
  const headers = { authorization: 'Bearer local-delivery', 'content-type': 'application/json' }
  const address = `${local.url}/content/v1/spaces/local`
  const repeated = await fetch(`${address}?query={__typename}&variables=1&variables=2`, { headers })
  expect(repeated.status).toBe(400)
  expect(await repeated.text()).toContain('variables')
  const body = JSON.stringify({ query: '{__typename}', colour: 'red', extensions: { clientLibrary: { name: 'any' } } })
  for (const response of [
    await fetch(`${address}?query={__typename}&colour=red`, { headers }),
    await fetch(address, { method: 'POST', headers, body }),
  ]) {
    expect(await response.json()).toEqual({ data: { __typename: 'Query' } })
  }
})

test('rejects a response above 7 MB', async () => {
  await using own = await startTestContentful()
  await publishContentType(own, { id: 'long', name: 'Long', fields: [{ id: 'body', name: 'Body', type: 'Text' }] })
  await publishEntry(own, 'long', 'one', { body: 'x'.repeat(50_000) })
  const bodies = Array.from({ length: 141 }, (_, index) => `b${index}: body`).join(' ')
  const { status, data, errors } = await own.queryGraphql(`{ long(id: "one") { ${bodies} } }`)
  expect({ status, data }).toEqual({ status: 400, data: undefined })
  expect(errors?.[0]?.extensions.contentful.code).toBe('RESPONSE_TOO_BIG')
})

// Contentful answers 422 to every query of a space with colliding names. Here content types and fields that have other
// names stay available: one content type must not stop the API.
test.each([
  [
    'types',
    'COLLIDING_TYPE_NAMES',
    '"xY" and "x_y"',
    '{ xYCollection { total } }',
    [createSymbolType('xY', 'title'), createSymbolType('x_y', 'title')],
  ],
  [
    'fields',
    'COLLIDING_FIELD_NAMES',
    '"xY" and "x_y"',
    '{ twinsCollection { items { xY } } }',
    [createSymbolType('twins', 'title', 'xY', 'x_y')],
  ],
])('responds 422 to queries for two %s with colliding GraphQL names', async (_, code, names, query, types) => {
  await using own = await startTestContentful()
  for (const type of [...types, createSymbolType('other', 'title')]) await publishContentType(own, type)
  const { status, data, errors } = await own.queryGraphql(query)
  expect({ status, data }).toEqual({ status: 422, data: undefined })
  expect(errors).toMatchObject([{ message: expect.stringContaining(names), extensions: { contentful: { code } } }])
  await publishEntry(own, 'other', 'one', { title: 'One' })
  const others = await own.queryGraphql('{ __typename otherCollection { items { title } } }')
  expect(others.data).toEqual({ __typename: 'Query', otherCollection: { items: [{ title: 'One' }] } })
})

test('entries of colliding content types are errors in collections of all types', async () => {
  await using own = await startTestContentful()
  for (const id of ['xY', 'x_y', 'other']) await publishContentType(own, createSymbolType(id, 'title'))
  for (const id of ['other', 'xY']) await publishEntry(own, id, `of-${id}`, { title: 'One' })
  const { status, data, errors } = await own.queryGraphql(
    '{ entryCollection(order: sys_id_ASC) { items { ... on Other { title } } } }',
  )
  expect({ status, data }).toEqual({ status: 200, data: { entryCollection: { items: [{ title: 'One' }, null] } } })
  expect(errors).toMatchObject([{ extensions: { contentful: { code: 'COLLIDING_TYPE_NAMES' } } }])
})

function createSymbolType(id: string, ...fields: string[]): ContentTypeDefinition {
  return { id, name: id, fields: fields.map((field) => ({ id: field, name: field, type: 'Symbol' })) }
}

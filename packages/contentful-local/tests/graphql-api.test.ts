import { LOCAL_TOKENS } from 'contentful-local/constants'
import { expect, test } from 'vitest'
import { publishAsset, publishEntry, publishPhotoModel, sendRequest, toLink } from './test-contentful.ts'
import { useSpace } from './use-space.ts'

const local = await useSpace()
await publishPhotoModel(local)
await publishAsset(local, 'file')
await publishEntry(local, 'photo', 'one', { alt: 'Photo 1', file: toLink('Asset', 'file') })

test('returns published content, with the query cost as header', async () => {
  const query = `query ($limit: Int) { photoCollection(limit: $limit) {
    total limit items { sys { id } alt file { url width height contentType size fileName } } } }`
  const { status, headers, data, errors } = await local.queryGraphql(query, { variables: { limit: 3 } })
  expect({ status, errors }).toEqual({ status: 200, errors: undefined })
  expect(headers.get('x-contentful-graphql-query-cost')).toBe('6')
  const file = {
    url: expect.stringMatching(new RegExp(`^${local.url}/assets/local/file/[0-9a-f]{8}/file\\.jpg$`)),
    width: 30,
    height: 20,
    contentType: 'image/jpeg',
    size: expect.any(Number),
    fileName: 'file.jpg',
  }
  const items = [{ sys: { id: 'one' }, alt: 'Photo 1', file }]
  expect(data).toEqual({ photoCollection: { total: 1, limit: 3, items } })
})

const GRAPHQL = '/content/v1/spaces/local'
const AUTHORIZATION = { authorization: `Bearer ${LOCAL_TOKENS.delivery}` }

test.each([
  ['no token', GRAPHQL, {}, 401, 'ACCESS_TOKEN_MISSING'],
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
  expect((await get({ query, variables: '{"id":"one"}' })).body).toEqual({ data: { photo: { alt: 'Photo 1' } } })
  expect(await get({ query, variables: '{"id":' })).toMatchObject({
    status: 400,
    body: { errors: [{ message: expect.stringContaining('variables') }] },
  })
  const parameters = new URLSearchParams({ query: '{__typename}', access_token: LOCAL_TOKENS.delivery })
  expect((await fetch(`${local.url}${GRAPHQL}?${parameters}`)).status).toBe(200)
})

test('rejects a repeated parameter, and ignores unknown ones and unknown keys of the body', async () => {
  const query = '{__typename}'
  const repeated = await get(`query=${query}&variables=1&variables=2`)
  expect(repeated).toMatchObject({ status: 400, text: expect.stringContaining('variables') })
  const data = { __typename: 'Query' }
  expect((await get({ query, colour: 'red' })).body).toEqual({ data })
  const hash = { persistedQuery: { version: 1, sha256Hash: 'a' } }
  expect(await post({ extensions: hash })).toMatchObject({
    status: 404,
    text: expect.stringContaining('"PersistedQueryNotFound"'),
  })
  expect((await post({ query, colour: 'red', extensions: { clientLibrary: { name: 'any' } } })).body).toEqual({ data })
})

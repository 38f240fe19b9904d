import { describe, expect, onTestFinished, test } from 'vitest'
import {
  createPreviewServer,
  DELIVERY_TOKEN,
  getCookiePair,
  PREVIEW_SECRET,
  PREVIEW_TOKEN,
  type PreviewServer,
  startGraphqlUpstream,
} from '#tests/setup/server/preview-server.ts'

const QUERY = 'query Home($id: String!) { homePage(id: $id) { title } }'
const RESPONSE = { status: 200, body: '{"data":{"homePage":{"title":"Draft"}}}' }
const SAME_ORIGIN = { 'sec-fetch-site': 'same-origin' }

async function createSite(...[respond]: Parameters<typeof startGraphqlUpstream>) {
  const upstream = await startGraphqlUpstream(respond)
  onTestFinished(() => upstream[Symbol.asyncDispose]())
  const site = await createPreviewServer({ graphql: upstream.graphql, timeoutMs: 200 })
  onTestFinished(() => site[Symbol.asyncDispose]())
  return { site, upstream, headers: { ...SAME_ORIGIN, cookie: await site.cookie() } }
}

const post = ({ inject }: PreviewServer, payload: object | string, headers: Readonly<Record<string, string>>) =>
  inject({
    method: 'POST',
    url: '/preview/graphql',
    headers: { 'content-type': 'application/json', ...headers },
    payload,
  })

test('sends a query to Contentful as a query for drafts, with the preview token', async () => {
  const { site, upstream, headers } = await createSite(() => RESPONSE)
  const response = await post(
    site,
    { query: QUERY, variables: { id: 'home' }, operationName: 'Home', more: 1 },
    headers,
  )
  expect([response.statusCode, response.body]).toEqual([200, RESPONSE.body])
  expect(response.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store, private',
    vary: 'Cookie',
  })
  const [asked] = upstream.requests
  expect(asked?.headers.authorization).toBe(`Bearer ${PREVIEW_TOKEN}`)
  expect(asked?.headers).not.toHaveProperty('cookie')
  expect(asked?.body).toEqual({
    query: 'query Home($id:String!){homePage(id:$id preview:true){title __typename}}',
    variables: { id: 'home' },
    operationName: 'Home',
  })
})

describe('in a session that shows the content as of a time', () => {
  async function createScheduledSite(...[respond]: Parameters<typeof startGraphqlUpstream>) {
    const { site, upstream } = await createSite(respond)
    const entered = await site.inject({ url: `/preview?secret=${PREVIEW_SECRET}&at=2026-12-24T18:00:00Z&publish=home` })
    return { site, upstream, headers: { ...SAME_ORIGIN, cookie: getCookiePair(entered) } }
  }

  const respondWithVersion = (isDraft: boolean) => ({
    status: 200,
    body: JSON.stringify({ data: { homePage: { sys: { id: 'home' }, __typename: 'HomePage', isDraft } } }),
  })

  test('sends the query for both versions, each with its token, and combines the responses', async () => {
    const isDraftRequest = (body: unknown) => JSON.stringify(body).includes('preview:true')
    const { site, upstream, headers } = await createScheduledSite(({ body }) =>
      respondWithVersion(isDraftRequest(body)),
    )
    const response = await post(site, { query: QUERY, variables: { id: 'home' } }, headers)
    expect(response.statusCode).toBe(200)
    expect(response.json()).toMatchObject({ data: { homePage: { isDraft: true } } })
    const tokens = upstream.requests.map(({ body, headers: { authorization } }) => [
      isDraftRequest(body),
      authorization,
    ])
    expect(tokens.sort()).toEqual([
      [false, `Bearer ${DELIVERY_TOKEN}`],
      [true, `Bearer ${PREVIEW_TOKEN}`],
    ])
  })

  test('sends the status and errors of Contentful back when one version has no data', async () => {
    const tooComplex = { status: 400, body: '{"errors":[{"message":"Too complex"}]}' }
    const { site, headers } = await createScheduledSite(({ headers: { authorization } }) =>
      authorization === `Bearer ${DELIVERY_TOKEN}` ? tooComplex : respondWithVersion(true),
    )
    const response = await post(site, { query: QUERY }, headers)
    expect([response.statusCode, response.body]).toEqual([400, tooComplex.body])
  })

  test('responds 502 and logs the reason without the token when Contentful refuses the delivery token', async () => {
    const { site, headers } = await createScheduledSite(({ headers: { authorization } }) =>
      authorization === `Bearer ${DELIVERY_TOKEN}` ? { status: 401, body: '{}' } : respondWithVersion(true),
    )
    const response = await post(site, { query: QUERY }, headers)
    expect(response.statusCode).toBe(502)
    expect(site.log()).toEqual([
      expect.objectContaining({ reason: 'Contentful does not accept the delivery token (401)' }),
    ])
  })
})

test('sends the status and errors of Contentful back', async () => {
  const tooComplex = { status: 400, body: '{"errors":[{"message":"Too complex"}]}' }
  const { site, headers } = await createSite(() => tooComplex)
  const response = await post(site, { query: QUERY }, headers)
  expect([response.statusCode, response.body]).toEqual([400, tooComplex.body])
})

test.each([
  ['no cookie', { cookie: '' }, 401],
  ['a forged cookie', { cookie: '__Host-preview=9999999999999.AAAA' }, 401],
  ['a page of another site', { 'sec-fetch-site': 'cross-site' }, 403],
  ['a page of another host of the domain', { 'sec-fetch-site': 'same-site' }, 403],
  ['the address bar', { 'sec-fetch-site': 'none' }, 403],
])('refuses requests with %s', async (_, part, status) => {
  const { site, upstream, headers } = await createSite(() => RESPONSE)
  const response = await post(site, { query: QUERY }, { ...headers, ...part })
  expect(response.statusCode).toBe(status)
  expect(response.json()).toEqual({ errors: [{ message: expect.any(String) }] })
  expect(upstream.requests).toEqual([])
})

test.each([
  ['http://site.example', 200],
  ['http://elsewhere.example', 403],
  ['http://site.example.elsewhere.example', 403],
  ['http://site.example:8080', 403],
  ['null', 403],
  ['', 403],
])('compares the origin without Sec-Fetch-Site: %j', async (origin, status) => {
  const { site, headers } = await createSite(() => RESPONSE)
  const { cookie } = headers
  const asking = { cookie, host: 'site.example', ...(origin && { origin }) }
  expect((await post(site, { query: QUERY }, asking)).statusCode).toBe(status)
})

test.each([
  ['no JSON', 'query', 400],
  ['no query', { variables: {} }, 400],
  ['a list', [QUERY], 400],
  ['an unreadable query', { query: '{ home {' }, 400],
  ['a mutation', { query: 'mutation { a }' }, 400],
  ['introspection', { query: '{ __schema { types { name } } }' }, 400],
  ['a query over 8 KB', { query: `{ a(b: "${'x'.repeat(8_192)}") }` }, 413],
  ['a body over 16 KB', { query: QUERY, variables: { id: 'x'.repeat(16_384) } }, 413],
])('refuses %s', async (_, body, status) => {
  const { site, upstream, headers } = await createSite(() => RESPONSE)
  const response = await post(site, body, headers)
  expect(response.statusCode).toBe(status)
  expect(response.json()).toEqual({ errors: [{ message: expect.any(String) }] })
  expect(upstream.requests).toEqual([])
})

test('refuses a form of another site, which cannot send JSON', async () => {
  const { site, upstream, headers } = await createSite(() => RESPONSE)
  const response = await post(site, `query=${QUERY}`, {
    ...headers,
    'content-type': 'application/x-www-form-urlencoded',
  })
  expect(response.statusCode).toBe(415)
  expect(upstream.requests).toEqual([])
})

test.each([
  ['sends an HTML page', () => ({ status: 200, body: '<h1>Sorry</h1>' }), 'not JSON (200)'],
  ['sends a truncated response', () => ({ status: 200, body: '{"data":' }), 'not JSON (200)'],
  ['refuses the token', () => ({ status: 401, body: `{"message":"${PREVIEW_TOKEN}"}` }), 'token (401)'],
  ['does not respond', () => 'no response' as const, 'timeout'],
])('responds 502 and logs the reason when Contentful %s', async (_, respond, reason) => {
  const { site, headers } = await createSite(respond)
  const response = await post(site, { query: QUERY }, headers)
  expect(response.statusCode).toBe(502)
  expect(response.json()).toEqual({ errors: [{ message: 'The drafts cannot be read from Contentful.' }] })
  expect(site.log()).toEqual([
    expect.objectContaining({ level: 50, msg: 'drafts cannot be read', reason: expect.stringContaining(reason) }),
  ])
  expect(JSON.stringify([response.headers, response.body, site.log()])).not.toContain(PREVIEW_TOKEN)
})

test('responds 502 when Contentful cannot be reached', async () => {
  await using site = await createPreviewServer()
  const response = await post(site, { query: QUERY }, { ...SAME_ORIGIN, cookie: await site.cookie() })
  expect(response.statusCode).toBe(502)
  expect(site.log()).toHaveLength(1)
})

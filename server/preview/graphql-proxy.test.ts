import { expect, onTestFinished, test } from 'vitest'
import {
  createPreviewServer,
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
  const site = await createPreviewServer({ graphql: upstream.graphql, timeoutMs: 600 })
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

test('§10 Preview: sends a query to Contentful as a query for drafts, with the preview token', async () => {
  const { site, upstream, headers } = await createSite(() => RESPONSE)
  const body = { query: QUERY, variables: { id: 'home' }, operationName: 'Home', more: 1 }
  const response = await post(site, body, headers)
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

test('sends the status and errors of Contentful back', async () => {
  const tooComplex = { status: 400, body: '{"errors":[{"message":"Too complex"}]}' }
  const { site, headers } = await createSite(() => tooComplex)
  const response = await post(site, { query: QUERY }, headers)
  expect([response.statusCode, response.body]).toEqual([400, tooComplex.body])
})

test.each([
  ['of another site', { 'sec-fetch-site': 'cross-site', origin: 'http://site.example' }, 403],
  ['of another host of the domain', { 'sec-fetch-site': 'same-site' }, 403],
  ['that the address bar has opened', { 'sec-fetch-site': 'none' }, 403],
  ['of this site, without Sec-Fetch-Site', { origin: 'http://site.example' }, 200],
  ['of another host, without Sec-Fetch-Site', { origin: 'http://site.example.elsewhere.example' }, 403],
  ['of another port, without Sec-Fetch-Site', { origin: 'http://site.example:8080' }, 403],
  ['of another host, which the proxy names', { origin: 'http://a.example', 'x-forwarded-host': 'a.example' }, 403],
  ['that sends neither header', {}, 403],
])('compares the site of a page %s', async (_, source, status) => {
  await using upstream = await startGraphqlUpstream(() => RESPONSE)
  for (const siteUrl of ['', 'http://site.example']) {
    await using site = await createPreviewServer({ graphql: upstream.graphql, siteUrl })
    const headers = { cookie: await site.cookie(), host: 'site.example', ...source }
    expect((await post(site, { query: QUERY }, headers)).statusCode, siteUrl).toBe(status)
  }
  expect(upstream.requests).toHaveLength(status === 200 ? 2 : 0)
})

test('a page of the site is its own, also behind a proxy that changes Host', async () => {
  await using upstream = await startGraphqlUpstream(() => RESPONSE)
  await using site = await createPreviewServer({ graphql: upstream.graphql, siteUrl: 'https://site.example' })
  const cookie = await site.cookie()
  for (const [origin, status] of [
    ['https://site.example', 200],
    ['http://site.example', 403],
    ['https://a.example', 403],
  ] as const)
    expect((await post(site, { query: QUERY }, { cookie, origin, host: '10.0.0.2:3000' })).statusCode).toBe(status)
})

test.each([
  ['no JSON', 'query', 400],
  ['no query', { variables: {} }, 400],
  ['a query that is not for content', { query: 'mutation { a }' }, 400],
  ['a query over 8 KB', { query: `{ a(b: "${'x'.repeat(8_192)}") }` }, 413],
  ['a body over 16 KB', { query: QUERY, variables: { id: 'x'.repeat(16_384) } }, 413],
])('refuses %s', async (_, body, status) => {
  const { site, upstream, headers } = await createSite(() => RESPONSE)
  const response = await post(site, body, headers)
  expect(response.statusCode).toBe(status)
  expect(response.json()).toEqual({ errors: [{ message: expect.any(String) }] })
  expect(upstream.requests).toEqual([])
})

test.each([
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

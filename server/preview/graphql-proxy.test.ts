import { expect, onTestFinished, test } from 'vitest'
import {
  createPreviewServer,
  PREVIEW_TOKEN,
  type PreviewServer,
  startGraphqlUpstream,
} from '#tests/setup/server/preview-server.ts'

const QUERY = 'query Home($id: String!) { homePage(id: $id) { title } }'
const ANSWER = { status: 200, body: '{"data":{"homePage":{"title":"Draft"}}}' }
const OWN = { 'sec-fetch-site': 'same-origin' }

async function siteWith(...[react]: Parameters<typeof startGraphqlUpstream>) {
  const upstream = await startGraphqlUpstream(react)
  onTestFinished(() => upstream[Symbol.asyncDispose]())
  const site = await createPreviewServer({ graphql: upstream.graphql, timeoutMs: 200 })
  onTestFinished(() => site[Symbol.asyncDispose]())
  return { site, upstream, headers: { ...OWN, cookie: await site.cookie() } }
}

const post = ({ ask }: PreviewServer, payload: object | string, headers: Readonly<Record<string, string>>) =>
  ask({
    method: 'POST',
    url: '/preview/graphql',
    headers: { 'content-type': 'application/json', ...headers },
    payload,
  })

test('a question goes to Contentful as one for drafts, with the token that only the server knows', async () => {
  const { site, upstream, headers } = await siteWith(() => ANSWER)
  const answer = await post(site, { query: QUERY, variables: { id: 'home' }, operationName: 'Home', more: 1 }, headers)
  expect([answer.statusCode, answer.body]).toEqual([200, ANSWER.body])
  expect(answer.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store, private',
    vary: 'Cookie',
  })
  const [asked] = upstream.asked
  expect(asked?.headers.authorization).toBe(`Bearer ${PREVIEW_TOKEN}`)
  expect(asked?.headers).not.toHaveProperty('cookie')
  expect(asked?.body).toEqual({
    query: 'query Home($id:String!){homePage(id:$id preview:true){title __typename}}',
    variables: { id: 'home' },
    operationName: 'Home',
  })
})

test('what Contentful says of a question is handed on with its status', async () => {
  const tooMuch = { status: 400, body: '{"errors":[{"message":"Too complex"}]}' }
  const { site, headers } = await siteWith(() => tooMuch)
  const answer = await post(site, { query: QUERY }, headers)
  expect([answer.statusCode, answer.body]).toEqual([400, tooMuch.body])
})

test.each([
  ['no cookie', { cookie: '' }, 401],
  ['a cookie that somebody made', { cookie: '__Host-preview=9999999999999.AAAA' }, 401],
  ['a page of another site', { 'sec-fetch-site': 'cross-site' }, 403],
  ['a page of another host of the domain', { 'sec-fetch-site': 'same-site' }, 403],
  ['the address bar', { 'sec-fetch-site': 'none' }, 403],
])('with %s nothing is asked', async (_, part, status) => {
  const { site, upstream, headers } = await siteWith(() => ANSWER)
  const answer = await post(site, { query: QUERY }, { ...headers, ...part })
  expect(answer.statusCode).toBe(status)
  expect(answer.json()).toEqual({ errors: [{ message: expect.any(String) }] })
  expect(upstream.asked).toEqual([])
})

test.each([
  ['http://site.example', 200],
  ['http://elsewhere.example', 403],
  ['http://site.example.elsewhere.example', 403],
  ['http://site.example:8080', 403],
  ['null', 403],
  ['', 403],
])('where the browser does not say whose page asks, its origin counts: %j', async (origin, status) => {
  const { site, headers } = await siteWith(() => ANSWER)
  const { cookie } = headers
  const asking = { cookie, host: 'site.example', ...(origin && { origin }) }
  expect((await post(site, { query: QUERY }, asking)).statusCode).toBe(status)
})

test.each([
  ['no JSON', 'query', 400],
  ['no question', { variables: {} }, 400],
  ['a list', [QUERY], 400],
  ['an unreadable query', { query: '{ home {' }, 400],
  ['a mutation', { query: 'mutation { a }' }, 400],
  ['introspection', { query: '{ __schema { types { name } } }' }, 400],
  ['a query over 8 KB', { query: `{ a(b: "${'x'.repeat(8_192)}") }` }, 413],
  ['a body over 16 KB', { query: QUERY, variables: { id: 'x'.repeat(16_384) } }, 413],
])('%s is refused here', async (_, body, status) => {
  const { site, upstream, headers } = await siteWith(() => ANSWER)
  const answer = await post(site, body, headers)
  expect(answer.statusCode).toBe(status)
  expect(answer.json()).toEqual({ errors: [{ message: expect.any(String) }] })
  expect(upstream.asked).toEqual([])
})

test('a form of another site is refused: it cannot send JSON', async () => {
  const { site, upstream, headers } = await siteWith(() => ANSWER)
  const answer = await post(site, `query=${QUERY}`, { ...headers, 'content-type': 'application/x-www-form-urlencoded' })
  expect(answer.statusCode).toBe(415)
  expect(upstream.asked).toEqual([])
})

test.each([
  ['gives a page', () => ({ status: 200, body: '<h1>Sorry</h1>' }), 'no JSON (200)'],
  ['gives half an answer', () => ({ status: 200, body: '{"data":' }), 'no JSON (200)'],
  ['does not take the token', () => ({ status: 401, body: `{"message":"${PREVIEW_TOKEN}"}` }), 'token (401)'],
  ['says nothing', () => 'silence' as const, 'timeout'],
])('where Contentful %s the editor is told, and the log why', async (_, react, reason) => {
  const { site, headers } = await siteWith(react)
  const answer = await post(site, { query: QUERY }, headers)
  expect(answer.statusCode).toBe(502)
  expect(answer.json()).toEqual({ errors: [{ message: 'Contentful does not give the drafts.' }] })
  expect(site.log()).toEqual([
    expect.objectContaining({ level: 50, msg: 'drafts cannot be read', reason: expect.stringContaining(reason) }),
  ])
  expect(JSON.stringify([answer.headers, answer.body, site.log()])).not.toContain(PREVIEW_TOKEN)
})

test('where nobody is at Contentful’s address, too', async () => {
  await using site = await createPreviewServer()
  const answer = await post(site, { query: QUERY }, { ...OWN, cookie: await site.cookie() })
  expect(answer.statusCode).toBe(502)
  expect(site.log()).toHaveLength(1)
})

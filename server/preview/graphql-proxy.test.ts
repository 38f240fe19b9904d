import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  createPreviewServer,
  PREVIEW_TOKEN,
  type PreviewServer,
  startGraphqlUpstream,
} from '#tests/setup/server/preview-server.ts'
import { DRAFT_QUERIES_FILE } from './draft-pages.ts'

const REQUEST = { name: 'home', variables: {} }
const RESPONSE = { status: 200, body: '{"data":{"homePage":{"title":"Draft"}}}' }
const TOO_COMPLEX = { status: 400, body: '{"errors":[{"message":"Too complex"}]}' }
const SAME_ORIGIN = { 'sec-fetch-site': 'same-origin' }

async function createSite(respond: Parameters<typeof startGraphqlUpstream>[0], timeoutMs = 60_000) {
  const upstream = await startGraphqlUpstream(respond)
  onTestFinished(() => upstream[Symbol.asyncDispose]())
  const site = await createPreviewServer({ graphql: upstream.graphql, timeoutMs })
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

test.each([
  ['home', {}, 'query Home{home(preview:true){title}}', RESPONSE],
  ['gallery', { skip: 1_000 }, 'query Gallery($skip:Int=0){gallery(skip:$skip preview:true){title}}', TOO_COMPLEX],
])(
  '§10.10 sends the draft query of the name %s with %j to Contentful, with the preview token',
  async (name, variables, query, answer) => {
    const { site, upstream, headers } = await createSite(() => answer)
    const response = await post(site, { name, variables }, headers)
    expect([response.statusCode, response.body]).toEqual([answer.status, answer.body])
    expect(response.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store, private',
      vary: 'Cookie',
    })
    const [asked] = upstream.requests
    expect(asked?.headers.authorization).toBe(`Bearer ${PREVIEW_TOKEN}`)
    expect(asked?.headers).not.toHaveProperty('cookie')
    expect(asked?.body).toEqual({ query, variables })
  },
)

test('§12.46 responds 409 to a name that no query of the build has', async () => {
  const { site, upstream, headers } = await createSite(() => RESPONSE)
  for (const name of ['services', 'Home', '', '__proto__', 'constructor', '.draft-queries.json']) {
    const response = await post(site, { name, variables: {} }, headers)
    expect(response.statusCode, name).toBe(409)
    expect(response.json()).toEqual({ errors: [{ message: 'The site has been updated: reload the page.' }] })
    expect(response.headers['cache-control']).toBe('no-store, private')
  }
  expect(upstream.requests).toEqual([])
})

test('the queries are those of the build that is served: another one, one of an older version, a damaged one', async () => {
  const { site, upstream, headers } = await createSite(() => RESPONSE)
  const file = join(site.root, DRAFT_QUERIES_FILE)
  const ask = async (name: string) => (await post(site, { name, variables: {} }, headers)).statusCode
  await writeFile(file, JSON.stringify({ about: 'query About{about(preview:true){title}}' }))
  expect([await ask('home'), await ask('about')]).toEqual([409, 200])
  expect(upstream.requests[0]?.body).toMatchObject({ query: 'query About{about(preview:true){title}}' })
  await rm(file)
  expect(await ask('about')).toBe(409)
  expect(site.log()).toEqual([])
  await writeFile(file, '{"about"')
  const damaged = await post(site, { name: 'about', variables: {} }, headers)
  expect([damaged.statusCode, damaged.body]).toEqual([
    500,
    '{"errors":[{"message":"Something went wrong on the server."}]}',
  ])
  expect(site.log()).toEqual([expect.objectContaining({ level: 50, msg: 'request failed' })])
  expect(upstream.requests).toHaveLength(1)
})

test.each([
  [{ 'sec-fetch-site': 'cross-site', origin: 'http://site.example' }, 403],
  [{ 'sec-fetch-site': 'same-site' }, 403],
  [{ 'sec-fetch-site': 'none' }, 403],
  [{ origin: 'http://site.example' }, 200],
  [{ origin: 'http://site.example.elsewhere.example' }, 403],
  [{ origin: 'http://site.example:8080' }, 403],
  [{ origin: 'http://a.example', 'x-forwarded-host': 'a.example' }, 403],
  // A proxy can change Host.
  [{ origin: 'https://www.site.example', host: '10.0.0.2:3000' }, 200],
  [{ origin: 'http://www.site.example', host: '10.0.0.2:3000' }, 403],
  [{}, 403],
])('§12.46 §12.48 asks for pages of this site only: %o gets %i', async (source, status) => {
  using timeout = vi.spyOn(AbortSignal, 'timeout')
  await using upstream = await startGraphqlUpstream(() => RESPONSE)
  await using site = await createPreviewServer({ graphql: upstream.graphql, siteUrl: 'https://www.site.example' })
  const headers = { cookie: await site.cookie(), host: 'site.example', ...source }
  const { statusCode, body } = await post(site, REQUEST, headers)
  const refused = '{"errors":[{"message":"Only pages of this site may send queries."}]}'
  expect([statusCode, body]).toEqual([status, status === 200 ? RESPONSE.body : refused])
  expect(upstream.requests).toHaveLength(status === 200 ? 1 : 0)
  if (status === 200) expect(timeout).toHaveBeenLastCalledWith(8_000) // the page waits for 10 s
})

test.each<[string, object | string, number?]>([
  ['no JSON', 'home'],
  ['no variables', { name: 'home' }],
  ['the text of a query beside a name', { ...REQUEST, query: '{ home { title } }' }],
  ['a list of requests', [REQUEST, REQUEST]],
  ['an unknown variable', { name: 'gallery', variables: { skip: 1, limit: 1 } }],
  ['the variable __proto__', '{"name":"gallery","variables":{"__proto__":{"skip":1}}}'],
  ['a variable that is a text', { name: 'gallery', variables: { skip: '1' } }],
  ['a fraction', { name: 'gallery', variables: { skip: 0.5 } }],
  ['an integer of more than 32 bits', { name: 'gallery', variables: { skip: 2 ** 31 } }],
  ['variables that are a list', { name: 'home', variables: [] }],
  ['a body over 1 KB', { name: 'home', variables: { skip: 'x'.repeat(1_024) } }, 413],
])('§12.46 refuses %s', async (_, body, status = 400) => {
  const { site, upstream, headers } = await createSite(() => RESPONSE)
  const response = await post(site, body, headers)
  expect(response.statusCode).toBe(status)
  expect(response.json()).toEqual({ errors: [{ message: expect.any(String) }] })
  expect(upstream.requests).toEqual([])
})

test.each([
  ['sends a truncated response', () => ({ status: 200, body: '{"data":' }), 'not JSON (200)'],
  ['refuses the token', () => ({ status: 401, body: `{"message":"${PREVIEW_TOKEN}"}` }), 'token (401)'],
  ['redirects', () => ({ status: 302, body: '', location: '/elsewhere' }), 'redirect'],
  ['does not respond', () => 'no response' as const, 'timeout'],
])('§10.15 responds 502 and logs the reason when Contentful %s', async (_, respond, reason) => {
  const { site, headers } = await createSite(respond, reason === 'timeout' ? 600 : undefined)
  const response = await post(site, REQUEST, headers)
  expect(response.statusCode).toBe(502)
  expect(response.json()).toEqual({ errors: [{ message: 'The drafts cannot be read from Contentful.' }] })
  expect(site.log()).toEqual([
    expect.objectContaining({ level: 50, msg: 'drafts cannot be read', reason: expect.stringContaining(reason) }),
  ])
  expect(JSON.stringify([response.headers, response.body, site.log()])).not.toContain(PREVIEW_TOKEN)
})

import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { startHttpServer } from '#local-tests/start-http-server.ts'
import { getFreePort } from '#tests/setup/process/free-port.ts'
import { createLinkChecker } from './link-checker.ts'

/** Names of tests, with their addresses: those of each further lookup, the last ones then stay. */
const testNames = vi.hoisted(() => new Map<string, string[][]>())

vi.mock('node:dns/promises', async (importOriginal) => {
  const { lookup } = await importOriginal<typeof import('node:dns/promises')>()
  return {
    lookup: (name: string, options: { readonly all: true }) => {
      const [, code] = /^(.+)\.code$/.exec(name) ?? []
      if (code) return Promise.reject(Object.assign(new Error(name), { code: code.toUpperCase() }))
      const answers = testNames.get(name)
      if (!answers) return lookup(name, options)
      const addresses = (answers.length > 1 ? answers.shift() : answers[0]) ?? []
      return Promise.resolve(addresses.map((address) => ({ address, family: 4 })))
    },
  }
})

let site: string
const crowd: ServerResponse[] = []
const agents = new Set<string>()

const handleRequest: RequestListener = ({ url = '', method, headers }, response) => {
  const [, name, rest] = url.split(/[/?]/)
  if (name === 'silent') return
  if (name === 'redirect') return response.writeHead(302, { location: `/${rest}` }).end()
  if (name === 'away') return response.writeHead(302, { location: decodeURIComponent(rest ?? '') }).end()
  if (name === 'circle') return response.writeHead(302, { location: url }).end()
  if (name === 'no-head') return response.writeHead(method === 'HEAD' ? 404 : 200).end()
  if (name === 'crowd') {
    // Six concurrent requests wait for each other, so sequential requests would time out.
    crowd.push(response)
    agents.add(`${method} ${headers['user-agent']} ${headers.accept}`)
    if (crowd.length === 6) for (const each of crowd) each.end()
    return
  }
  response.writeHead(Number(name)).end()
}
let server: Awaited<ReturnType<typeof startHttpServer>>

beforeAll(async () => {
  server = await startHttpServer(handleRequest)
  site = server.url
})

afterAll(() => server[Symbol.asyncDispose]())

/** URL of a port on which no server listens. */
const createClosedUrl = async () => `http://127.0.0.1:${await getFreePort()}`

/** Longer than all responses of the test server except those that never end. */
const requestTimeoutMs = 10_000
/** Treats the address of the test server as a public one. */
const isAllowedAddress = (address: string) => address === '127.0.0.1'
const checkLinks = createLinkChecker({ requestTimeoutMs, totalTimeoutMs: 2 * requestTimeoutMs, isAllowedAddress })
const findProblem = async (path: string) => (await checkLinks([`${site}${path}`])).problems.get(`${site}${path}`)

test.each(['200', '403', '429', '499', '600', '999', 'redirect/200', 'no-head'])('/%s has no problem', async (path) => {
  expect(await checkLinks([`${site}/${path}`])).toEqual({ problems: new Map(), uncheckedCount: 0 })
})

test.each([
  ['/404', true, 'responds that the page does not exist (404)'],
  ['/410', true, 'responds that the page was removed (410)'],
  ['/redirect/404', true, 'responds that the page does not exist (404)'],
  ['/circle', true, 'redirects in a loop and never opens'],
  ['/500', false, 'has a technical error at the moment (500)'],
  ['/599', false, 'has a technical error at the moment (599)'],
])('%s has a problem, also at each of three sites', async (path, isDead, reason) => {
  const urls = ['a', 'b', 'c'].map((query) => `${site}${path}?${query}`)
  const { problems, uncheckedCount } = await checkLinks(urls)
  expect([...problems]).toMatchObject(urls.map((url) => [url, { isDead, reason }]))
  expect(uncheckedCount).toBe(0)
})

test('reports a closed port as unreachable', async () => {
  const closed = await createClosedUrl()
  const { problems } = await checkLinks([`${site}/200`, closed])
  expect([...problems]).toMatchObject([[closed, { isDead: true, reason: 'cannot be reached (ECONNREFUSED)' }]])
})

test.each([
  ['enotfound', true, 'is at a domain that does not exist', 3],
  ['eai_again', false, 'could not be found at the moment', 3],
  ['und_err_connect_timeout', false, 'did not respond in time', 3],
  ['etimedout', false, 'did not respond in time', 3],
  ['econnreset', true, 'cannot be reached (ECONNRESET)', 3],
  ['cert_has_expired', true, 'has an invalid security certificate, so that browsers warn of it', 0],
  ['err_ssl_wrong_version', true, 'has an invalid security certificate, so that browsers warn of it', 0],
  ['err_tls_altname', true, 'has an invalid security certificate, so that browsers warn of it', 0],
])('says of the failure %s whether it lasts, unless no site is reached', async (code, isDead, reason, unchecked) => {
  const urls = ['a', 'b', 'c'].map((path) => `https://${code}.code/${path}`)
  const { problems } = await checkLinks(urls.slice(1))
  expect([...problems]).toMatchObject(urls.slice(1).map((url) => [url, { isDead, reason }]))
  const all = await checkLinks(urls)
  expect([all.problems.size, all.uncheckedCount]).toEqual([3 - unchecked, unchecked])
})

test('reports a request timeout as a temporary problem', async () => {
  const limits = { requestTimeoutMs: 30, totalTimeoutMs: requestTimeoutMs, isAllowedAddress }
  const { problems, uncheckedCount } = await createLinkChecker(limits)([`${site}/silent`])
  expect([...problems.values()]).toMatchObject([{ isDead: false, reason: 'did not respond in time' }])
  expect(uncheckedCount).toBe(0)
})

test('counts URLs as unchecked after the total timeout', async () => {
  const checkLinksQuickly = createLinkChecker({ requestTimeoutMs, totalTimeoutMs: 30, isAllowedAddress })
  const addresses = Array.from({ length: 20 }, (_, number) => `${site}/silent/${number}`)
  expect(await checkLinksQuickly(addresses)).toEqual({ problems: new Map(), uncheckedCount: 20 })
})

test('sends six concurrent requests', async () => {
  const addresses = Array.from({ length: 6 }, (_, number) => `${site}/crowd/${number}`)
  expect(await checkLinks(addresses)).toEqual({ problems: new Map(), uncheckedCount: 0 })
  expect([...agents]).toEqual(['HEAD Mozilla/5.0 (compatible; link check) text/html,*/*'])
})

test('checks no URL if three sites are unreachable and no other is reachable', async () => {
  const closed = await createClosedUrl()
  const addresses = ['a', 'b', 'c'].map((path) => `${closed}/${path}`)
  expect(await checkLinks(addresses)).toEqual({ problems: new Map(), uncheckedCount: 3 })
})

const NOT_PUBLIC_PROBLEM = {
  isDead: false,
  reason: 'leads to an address that is not on the public internet, so the check did not open it',
}

/** Starts a server on all addresses of this machine that counts its connections. */
async function startPrivateServer() {
  let connections = 0
  const privateServer = createServer((_request, response) => response.end())
  privateServer.on('connection', () => {
    connections += 1
  })
  await new Promise<void>((resolve) => privateServer.listen(0, '::', resolve))
  onTestFinished(() => void privateServer.close())
  const address = privateServer.address()
  if (typeof address !== 'object' || !address) throw new Error('The server has no port')
  return { port: address.port, readConnections: () => connections }
}

test('§12.50 connects to no address that is not public, and does not tell whether a server answers there', async () => {
  const { port, readConnections } = await startPrivateServer()
  const closedPort = new URL(await createClosedUrl()).port
  const hosts = ['127.0.0.1', '0.0.0.0', '2130706433', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '[::]']
  const urls = hosts.flatMap((host) => [`http://${host}:${port}/`, `https://${host}:${port}/`])
  using limit = vi.spyOn(AbortSignal, 'timeout')
  const { problems } = await createLinkChecker()([...urls, `http://127.0.0.1:${closedPort}/`, 'https://10.255.255.1/'])
  expect(new Set(limit.mock.calls.flat())).toEqual(new Set([10_000, 4_000]))
  expect(problems.size).toBe(urls.length + 2)
  for (const problem of problems.values()) expect(problem).toMatchObject(NOT_PUBLIC_PROBLEM)
  expect(readConnections()).toBe(0)
})

test('§12.50 checks the address of each redirect', async () => {
  const { port, readConnections } = await startPrivateServer()
  const target = encodeURIComponent(`http://127.0.0.2:${port}/`)
  expect(await findProblem(`/away/${target}`)).toMatchObject(NOT_PUBLIC_PROBLEM)
  const twice = encodeURIComponent(`${site}/away/${target}`)
  expect(await findProblem(`/away/${twice}`)).toMatchObject(NOT_PUBLIC_PROBLEM)
  expect(readConnections()).toBe(0)
})

test('connects to the addresses that it has checked, and to no name that has another one too', async () => {
  const { port } = new URL(site)
  const open = await startPrivateServer()
  testNames.set('public.example', [['127.0.0.1']])
  testNames.set('private.example', [['127.0.0.2']])
  testNames.set('mixed.example', [['127.0.0.1', '127.0.0.2']])
  testNames.set('changing.example', [['127.0.0.1'], ['127.0.0.2']])
  expect(await checkLinks([`http://public.example:${port}/200`])).toEqual({ problems: new Map(), uncheckedCount: 0 })
  expect(await checkLinks([`http://changing.example:${port}/200`])).toEqual({ problems: new Map(), uncheckedCount: 0 })
  const urls = ['private', 'mixed', 'changing'].map((name) => `http://${name}.example:${open.port}/`)
  const { problems } = await checkLinks(urls)
  expect([...problems.keys()].sort()).toEqual(urls.toSorted())
  for (const problem of problems.values()) expect(problem).toMatchObject(NOT_PUBLIC_PROBLEM)
  expect(open.readConnections()).toBe(0)
})

test('reports addresses that are not public also when no other site is reachable', async () => {
  const { problems, uncheckedCount } = await checkLinks(['a', 'b', 'c'].map((path) => `http://127.0.0.2/${path}`))
  expect([problems.size, uncheckedCount]).toEqual([3, 0])
})

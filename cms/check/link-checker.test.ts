import { createServer, type RequestListener } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLinkChecker } from './link-checker.ts'

const asked: string[] = []
let site: string
let open = 0
let mostOpen = 0
const waiting: (() => void)[] = []

const answers: RequestListener = ({ url = '', method }, response) => {
  asked.push(`${method} ${url}`)
  const [, name, rest] = url.split('/')
  if (name === 'silent') return
  if (name === 'redirect') return response.writeHead(302, { location: `/${rest}` }).end()
  if (name === 'circle') return response.writeHead(302, { location: url }).end()
  if (name === 'no-head') return response.writeHead(method === 'HEAD' ? 404 : 200).end()
  if (name === 'crowd') {
    open += 1
    mostOpen = Math.max(mostOpen, open)
    // The first ones wait for each other: a probe that asked one after the other would never get on.
    waiting.push(() => {
      open -= 1
      response.end()
    })
    if (waiting.length >= 6 || Number(rest) >= 6) for (const go of waiting.splice(0)) go()
    return
  }
  response.writeHead(Number(name)).end()
}
const server = createServer(answers)

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The server has no port')
  site = `http://127.0.0.1:${address.port}`
})

afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

/** Where somebody listened, and nobody does. */
async function closedSite(): Promise<string> {
  const gone = createServer()
  await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve))
  const address = gone.address()
  if (typeof address !== 'object' || !address) throw new Error('The server has no port')
  await new Promise((resolve) => gone.close(resolve))
  return `http://127.0.0.1:${address.port}`
}

/** ms; nothing here takes so long but what never ends. */
const patience = 10_000
const probe = createLinkChecker({ patience, longest: 2 * patience })
const troubleOf = async (path: string) => (await probe([`${site}${path}`])).problems.get(`${site}${path}`)

test.each(['/200', '/204', '/401', '/403', '/405', '/429', '/451', '/redirect/200', '/no-head'])(
  '%s is alive',
  async (path) => {
    expect(await probe([`${site}${path}`])).toEqual({ troubles: new Map(), unasked: 0 })
  },
)

test.each([
  ['/404', true, '(404)'],
  ['/410', true, '(410)'],
  ['/redirect/404', true, '(404)'],
  ['/circle', true, 'without an end'],
  ['/503', false, '(503)'],
])('%s is not', async (path, isDead, reason) => {
  expect(await troubleOf(path)).toMatchObject({ isDead, reason: expect.stringContaining(reason) })
})

test('trouble is believed only when it is asked again with GET', async () => {
  asked.length = 0
  await probe([`${site}/404`, `${site}/200`])
  expect(asked.toSorted()).toEqual(['GET /404', 'HEAD /200', 'HEAD /404'])
})

test('a site where nobody listens cannot be reached', async () => {
  const closed = await closedSite()
  const { problems } = await probe([`${site}/200`, closed])
  expect([...problems]).toMatchObject([[closed, { isDead: true, reason: 'cannot be reached (ECONNREFUSED)' }]])
})

test('whoever does not answer in time is told of as slow, and holds nobody up', async () => {
  const quick = createLinkChecker({ patience: 30, longest: patience })
  const { problems, uncheckedCount } = await quick([`${site}/silent`])
  expect({ unasked: uncheckedCount, trouble: problems.get(`${site}/silent`) }).toMatchObject({
    unasked: 0,
    trouble: { isDead: false, reason: 'did not answer in time' },
  })
})

test('when the time for all is up, the rest counts as not asked', async () => {
  const hurried = createLinkChecker({ patience, longest: 30 })
  const addresses = Array.from({ length: 20 }, (_, number) => `${site}/silent/${number}`)
  expect(await hurried(addresses)).toEqual({ troubles: new Map(), unasked: 20 })
})

test('six are asked at a time, and no more', async () => {
  const addresses = Array.from({ length: 12 }, (_, number) => `${site}/crowd/${number}`)
  expect(await probe(addresses)).toEqual({ troubles: new Map(), unasked: 0 })
  expect(mostOpen).toBe(6)
})

test('a machine without a way out says nothing of the sites', async () => {
  const closed = await closedSite()
  const addresses = ['a', 'b', 'c'].map((path) => `${closed}/${path}`)
  expect(await probe(addresses)).toEqual({ troubles: new Map(), unasked: 3 })
})

import { LOCAL_TOKENS } from 'contentful-local/constants'
import { expect, test } from 'vitest'
import { getLocalConnection } from '#cms/sync/contentful/space-connections.ts'
import { UserError } from '#shared/user-error.ts'
import { createErrorResponse, HTML_PAGE, type ProxiedRequest, type ProxyFault, startFaultProxy } from './fault-proxy.ts'
import {
  createEmptySpace,
  createRateLimitedSpace,
  createSeededSpace,
  readSpaceState,
  seedTestSpace,
} from './seeded-space.ts'
import { smallSeed } from './small-seed.ts'

/** Injects a fault into the first request of each method and path that matches. */
function onFirstRequest(matches: (received: ProxiedRequest) => boolean, fault: ProxyFault) {
  const failed = new Set<string>()
  return (received: ProxiedRequest): ProxyFault => {
    const request = `${received.method} ${received.path}`
    if (!matches(received) || failed.has(request)) return undefined
    failed.add(request)
    return fault
  }
}

async function readStateWithoutFaults() {
  await using space = await createSeededSpace()
  return await readSpaceState(space.url)
}

const MAX_RUNS = 6

/** Repeats the seed command until it succeeds, as its messages ask for. Returns the number of runs. */
async function seedUntilDone(url: string): Promise<number> {
  for (let run = 1; run <= MAX_RUNS; run += 1) {
    const result = await seedTestSpace(url).catch((error: unknown) => {
      if (error instanceof UserError) return error
      throw error
    })
    if (!(result instanceof UserError) && result.failures.length === 0) return run
  }
  throw new Error(`The seed did not succeed in ${MAX_RUNS} runs`)
}

test.concurrent.each<[string, number, ProxyFault]>([
  ['a 503', 15, createErrorResponse(503, 'Unavailable')],
  ['a 502 after it took effect', 15, { ...createErrorResponse(502, 'Bad gateway'), isForwarded: true }],
  ['a cut connection', 15, 'cut before'],
  ['a cut connection after it took effect', 15, 'cut after'],
  ['a truncated response', 40, 'cut body'],
  ['an expired token', 40, createErrorResponse(401, 'Expired')],
])(
  '%s for every %ith request: the seed succeeds after retries, and the next run writes nothing',
  {
    timeout: 60_000,
  },
  async (_, every, fault) => {
    await using space = await createEmptySpace()
    await using proxy = await startFaultProxy(space.url, (_, before) =>
      (before + 1) % every === 0 ? fault : undefined,
    )
    await seedUntilDone(proxy.url)
    expect(proxy.requests.length).toBeGreaterThan(every)
    expect((await seedTestSpace(space.url)).writes).toBe(0)
    expect(await readSpaceState(space.url)).toEqual(await readStateWithoutFaults())
  },
)

test.concurrent.each<[string, ProxyFault, string]>([
  ['a page of the network', HTML_PAGE, 'returned an unexpected response'],
  ['an expired token', createErrorResponse(401, 'Expired'), '401'],
  ['a 503', createErrorResponse(503, 'Unavailable'), '503'],
  ['a cut connection', 'cut before', 'does not respond'],
])('%s for every request: ends with one line', { timeout: 60_000 }, async (_, fault, message) => {
  await using proxy = await startFaultProxy('http://127.0.0.1:9', () => fault)
  const error = await seedTestSpace(proxy.url).catch((error: unknown) => error)
  expect(error).toMatchObject({ name: 'UserError', lines: [expect.stringContaining(message)] })
})

test.concurrent('continues after a creation whose response was lost', async () => {
  await using space = await createRateLimitedSpace()
  await using proxy = await startFaultProxy(
    space.url,
    onFirstRequest(({ method, path }) => method === 'PUT' && /\/entries\/[^/]+$/.test(path), 'cut after'),
  )
  const { failures, counts } = await seedTestSpace(proxy.url)
  expect(failures).toEqual([])
  expect(counts).toMatchObject({ updated: 0, failed: 0 })
  expect(await readSpaceState(space.url)).toEqual(await readStateWithoutFaults())
})

test.concurrent('repeats an upload completely after a 429 response', async () => {
  await using space = await createEmptySpace()
  const isUpload = ({ path }: ProxiedRequest) => path.endsWith('/uploads')
  await using proxy = await startFaultProxy(
    space.url,
    onFirstRequest(isUpload, createErrorResponse(429, 'Rate limit exceeded')),
  )
  await seedTestSpace(proxy.url)
  expect(proxy.requests.filter(isUpload)).toHaveLength(smallSeed.assets.length + 1)
  expect(await readSpaceState(space.url)).toEqual(await readStateWithoutFaults())
})

test('a burst of 20 responses with 429 does not end a seeding', async () => {
  await using space = await createRateLimitedSpace()
  let remaining = 20
  await using proxy = await startFaultProxy(space.url, ({ method }) => {
    if (method === 'GET' || remaining === 0) return undefined
    remaining -= 1
    return createErrorResponse(429, 'Rate limit exceeded')
  })
  const { failures } = await seedTestSpace(proxy.url)
  expect({ failures, remaining }).toEqual({ failures: [], remaining: 0 })
  expect(await readSpaceState(space.url)).toEqual(await readStateWithoutFaults())
})

test('repeats an expired upload of an earlier run', async () => {
  await using space = await createRateLimitedSpace()
  const isProcessing = ({ path }: ProxiedRequest) => path.endsWith('/assets/posters-home/files/en-US/process')
  await using early = await startFaultProxy(space.url, (received) =>
    isProcessing(received) ? createErrorResponse(422, 'Gone') : undefined,
  )
  const { failures } = await seedTestSpace(early.url)
  expect(failures).toContainEqual({ key: 'asset posters-home', reason: 'Gone' })

  await using later = await startFaultProxy(space.url, onFirstRequest(isProcessing, createErrorResponse(422, 'Gone')))
  expect((await seedTestSpace(later.url)).failures).toEqual([])
  expect(await readSpaceState(space.url)).toEqual(await readStateWithoutFaults())
})

test('fails a rejected entry and the entries that link to it, and writes them in the next run', async () => {
  await using space = await createEmptySpace()
  await using proxy = await startFaultProxy(space.url, ({ path }) =>
    path.endsWith('/entries/hero-home') ? createErrorResponse(422, 'Too long') : undefined,
  )
  const { failures, skipped, counts } = await seedTestSpace(proxy.url)
  expect({ failures, skipped }).toEqual({
    failures: [{ key: 'entry hero-home', reason: 'Too long' }],
    skipped: ['entry home-page'],
  })
  expect(counts.failed).toBe(2)
  expect((await seedTestSpace(space.url)).writes).toBe(4)
})

test('reports a missing write permission in one line, not once per resource', async () => {
  await using space = await createRateLimitedSpace()
  await using proxy = await startFaultProxy(space.url, ({ method }) =>
    method === 'GET' ? undefined : createErrorResponse(403, 'Forbidden'),
  )
  await expect(seedTestSpace(proxy.url)).rejects.toMatchObject({
    name: 'UserError',
    lines: ['The local Contentful responded with 403 (Forbidden): stop it and start it again'],
  })
})

test('rejects a space with another default locale before the first write', async () => {
  await using space = await createRateLimitedSpace()
  const german = {
    items: [
      { code: 'de', default: true },
      { code: 'en-US', default: false },
    ],
    total: 2,
  }
  await using proxy = await startFaultProxy(space.url, ({ path }) =>
    path.includes('/locales') ? { status: 200, body: german } : undefined,
  )
  await expect(seedTestSpace(proxy.url)).rejects.toThrow('The default locale of the space is "de"')
  expect(await readSpaceState(space.url)).toEqual({})
})

test('reports an exceeded quota in one line', async () => {
  await using space = await createEmptySpace({ limits: { contentTypes: 2 } })
  await expect(seedTestSpace(space.url)).rejects.toThrow(
    /the space is full \(Forbidden; usageExceeded; .+\): delete what is not used/,
  )
})

test('reports a read-only token in one line, and writes nothing', async () => {
  await using space = await createRateLimitedSpace()
  const connection = { ...getLocalConnection(space.url, 'management'), token: LOCAL_TOKENS.readOnly }
  await expect(seedTestSpace(space.url, { connection })).rejects.toMatchObject({
    name: 'UserError',
    lines: [expect.stringContaining('403')],
  })
  expect(await readSpaceState(space.url)).toEqual({})
})

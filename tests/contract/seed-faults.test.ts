import { LOCAL_TOKENS } from 'contentful-local/constants'
import { setFaults } from 'contentful-local/testing'
import { expect, test } from 'vitest'
import { seedSpace } from '#cms/sync/apply/seed-space.ts'
import { getLocalManagementConnection } from '#cms/sync/contentful/space-connections.ts'
import { expectRequestRate, type ProxiedRequest, type ProxyFault, startFaultProxy } from './fault-proxy.ts'
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

const createErrorResponse = (status: number, message: string) => ({
  status,
  body: { sys: { type: 'Error', id: 'E' }, message },
})

async function readStateWithoutFaults() {
  await using space = await createSeededSpace()
  return await readSpaceState(space.url)
}

test.concurrent('continues after a creation whose response was lost', async () => {
  await using space = await createRateLimitedSpace()
  await using proxy = await startFaultProxy(
    space.url,
    onFirstRequest(({ method, path }) => method === 'PUT' && /\/entries\/[^/]+$/.test(path), 'cut after'),
  )
  const { failures, counts } = await seedTestSpace(proxy.url)
  expect(failures).toEqual([])
  expect(counts.entry.published).toBe(smallSeed.entries.length)
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

test('a burst of 40 responses with 429 does not end a seeding', async () => {
  await using space = await createRateLimitedSpace()
  let remaining = 40
  await using proxy = await startFaultProxy(space.url, ({ method }) => {
    if (method === 'GET' || remaining === 0) return undefined
    remaining -= 1
    return createErrorResponse(429, 'Rate limit exceeded')
  })
  const { failures } = await seedTestSpace(proxy.url)
  expect({ failures, remaining }).toEqual({ failures: [], remaining: 0 })
  expect(await readSpaceState(space.url)).toEqual(await readStateWithoutFaults())
})

test('the rate limit includes uploads and polling', async () => {
  await using space = await createRateLimitedSpace()
  await using proxy = await startFaultProxy(space.url)
  const { writes, reads } = await seedSpace({
    connection: getLocalManagementConnection(proxy.url),
    seed: { assets: smallSeed.assets, entries: [] },
    model: {},
    mediaFolder: 'public/media',
    requestsPerSecond: 4,
  })
  expect(proxy.requests).toHaveLength(writes + reads)
  expectRequestRate(proxy, 4)
})

test('repeats an expired upload of an earlier run', async () => {
  await using space = await createRateLimitedSpace()
  const isProcessing = ({ path }: ProxiedRequest) => path.endsWith('/assets/posters-home/files/en-US/process')
  await using early = await startFaultProxy(space.url, (received) =>
    isProcessing(received) ? createErrorResponse(422, 'Gone') : undefined,
  )
  const { failures } = await seedTestSpace(early.url)
  expect(failures).toContainEqual({ kind: 'asset', id: 'posters-home', reason: 'Gone' })

  await using later = await startFaultProxy(space.url, onFirstRequest(isProcessing, createErrorResponse(422, 'Gone')))
  expect((await seedTestSpace(later.url)).failures).toEqual([])
  expect(await readSpaceState(space.url)).toEqual(await readStateWithoutFaults())
})

test('fails a rejected entry and the entries that link to it, and writes them in the next run', async () => {
  await using space = await createEmptySpace()
  await using proxy = await startFaultProxy(space.url, ({ path }) =>
    path.endsWith('/entries/hero-home') ? createErrorResponse(422, 'Too long') : undefined,
  )
  const { failures, counts } = await seedTestSpace(proxy.url)
  expect(failures).toEqual([
    { kind: 'entry', id: 'hero-home', reason: 'Too long' },
    { kind: 'entry', id: 'home-page', reason: 'skipped: it depends on entry hero-home, which failed' },
  ])
  expect(counts.entry).toMatchObject({ published: smallSeed.entries.length - 2, failed: 2 })
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
  await using space = await createRateLimitedSpace()
  await setFaults(space.url, { limits: { contentTypes: 2 } })
  await expect(seedTestSpace(space.url)).rejects.toThrow(
    /the space is full \(Forbidden; usageExceeded; .+\): delete what is not used/,
  )
})

test('reports a read-only token in one line, and writes nothing', async () => {
  await using space = await createRateLimitedSpace()
  const connection = { ...getLocalManagementConnection(space.url), managementToken: LOCAL_TOKENS.readOnly }
  await expect(seedTestSpace(space.url, { connection })).rejects.toMatchObject({
    name: 'UserError',
    lines: [expect.stringContaining('403')],
  })
  expect(await readSpaceState(space.url)).toEqual({})
})

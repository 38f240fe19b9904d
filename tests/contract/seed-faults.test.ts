import { expect, test } from 'vitest'
import { startSpace } from '#local-tests/start-space.ts'
import { UserError } from '#shared/user-error.ts'
import { readSpaceState, seedTestSpace } from '#tests/setup/contentful/seed-test-space.ts'
import { smallSeed } from '#tests/setup/contentful/small-seed.ts'
import { startSiteSpace } from '#tests/setup/contentful/start-site-space.ts'
import {
  createErrorResponse,
  onRequests,
  type ProxiedRequest,
  type ProxyFault,
  startFaultProxy,
} from './fault-proxy.ts'

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
  await using space = await startSiteSpace('home')
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
  ['a 502 after it took effect', 15, { ...createErrorResponse(502, 'Bad gateway'), isForwarded: true }],
  ['a cut connection', 15, 'cut before'],
  ['a cut connection after it took effect', 15, 'cut after'],
  ['a truncated response', 40, 'cut body'],
])(
  '%s for every %ith request: the seed succeeds after retries, and the next run writes nothing',
  async (_, every, fault) => {
    await using space = await startSpace()
    await using proxy = await startFaultProxy(space.url, (_, before) =>
      (before + 1) % every === 0 ? fault : undefined,
    )
    await seedUntilDone(proxy.url)
    expect(proxy.requests.length).toBeGreaterThan(every)
    expect((await seedTestSpace(space.url)).writes).toBe(0)
    expect(await readSpaceState(space.url)).toEqual(await readStateWithoutFaults())
  },
)

test.concurrent('repeats an upload completely after a 429 response', async () => {
  await using space = await startSpace()
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
  await using space = await startSpace()
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
  await using space = await startSpace()
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

test('rejects a space with another default locale before the first write', async () => {
  await using space = await startSpace()
  const body = { items: [{ code: 'de', default: true }, { code: 'en-US' }], total: 2 }
  await using proxy = await startFaultProxy(space.url, onRequests(/\/locales/, { status: 200, body }))
  await expect(seedTestSpace(proxy.url)).rejects.toThrow('The default locale of the space is "de"')
  expect(await readSpaceState(space.url)).toEqual({})
})

test('reports an exceeded quota in one line', async () => {
  await using space = await startSpace({ limits: { contentTypes: 2 } })
  await expect(seedTestSpace(space.url)).rejects.toThrow(
    /the space is full \(Forbidden; usageExceeded; .+\): delete what is not used/,
  )
})

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

test('8 uploads that get a 429 do not end a seeding, and each is repeated completely', async () => {
  await using space = await startSpace()
  const isUpload = ({ path }: ProxiedRequest) => path.endsWith('/uploads')
  let remaining = 8
  await using proxy = await startFaultProxy(space.url, (received) =>
    isUpload(received) && remaining-- > 0 ? createErrorResponse(429, 'Rate limit exceeded') : undefined,
  )
  expect(await seedTestSpace(proxy.url)).toMatchObject({ failures: [] })
  expect(proxy.requests.filter(isUpload)).toHaveLength(smallSeed.assets.length + 8)
  expect(await readSpaceState(space.url)).toEqual(await readStateWithoutFaults())
})

test('repeats an expired upload of an earlier run', async () => {
  await using space = await startSpace()
  const isProcessing = ({ path }: ProxiedRequest) => path.endsWith('/assets/posters-home/files/en-US/process')
  const rejected = /^PUT .*(\/content_types\/fact|\/posters-home\/files\/en-US\/process)$/
  await using early = await startFaultProxy(space.url, onRequests(rejected, createErrorResponse(422, 'Gone')))
  const { failures, skipped } = await seedTestSpace(early.url)
  expect(failures).toEqual(['content type fact', 'asset posters-home'].map((key) => ({ key, reason: 'Gone' })))
  expect(skipped).toEqual(expect.arrayContaining(['editor interface fact', 'entry fact-miles', 'entry home-page']))

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

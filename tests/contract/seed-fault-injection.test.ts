import { type FaultSettings, getFaultReport, setFaults } from 'contentful-local/testing'
import { expect, test } from 'vitest'
import { UserError } from '#shared/user-error.ts'
import { createRateLimitedSpace, createSeededSpace, readSpaceState, seedTestSpace } from './seeded-space.ts'

/** All faults, frequent enough to trigger several times in a run. */
const faultSettings: readonly FaultSettings[] = [
  { latency: { milliseconds: 20 } },
  { rateLimit: { requests: 4, seconds: 1, every: 25 } },
  { limits: { managementRequestsPerSecond: 30 } },
  { serverErrors: { status: 503, when: 'before', every: 15 } },
  { serverErrors: { status: 502, when: 'after', every: 15 } },
  { cutConnections: { when: 'before', every: 15 } },
  { cutConnections: { when: 'after', every: 15 } },
  { cutBodies: { every: 15 } },
  { html: { every: 40 } },
  { expiredTokens: { every: 40 } },
  { graphqlErrors: { links: 'all' } },
]

const MAX_RUNS = 6

async function readStateWithoutFaults() {
  await using space = await createSeededSpace()
  return await readSpaceState(space.url)
}
const expectedState = readStateWithoutFaults()

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

test.concurrent.each(faultSettings)(
  '%j: the seed succeeds after retries, and the next run writes nothing',
  { timeout: 180_000 },
  async (faults) => {
    await using space = await createRateLimitedSpace()
    await setFaults(space.url, faults)
    await seedUntilDone(space.url)
    await setFaults(space.url, {})
    expect((await seedTestSpace(space.url)).writes).toBe(0)
    expect(await readSpaceState(space.url)).toEqual(await expectedState)
  },
)

test.concurrent.each([
  [{ html: {} }, 'its response is not JSON, but text/html'],
  [{ expiredTokens: {} }, '401'],
  [{ serverErrors: { status: 503 as const } }, '503'],
  [{ cutConnections: {} }, 'does not respond'],
])('%j for every request: ends with one line', { timeout: 180_000 }, async (faults, message) => {
  await using space = await createRateLimitedSpace()
  await setFaults(space.url, faults)
  const error = await seedTestSpace(space.url).catch((error: unknown) => error)
  expect(error).toMatchObject({ name: 'UserError', lines: [expect.stringContaining(message)] })
  expect((await getFaultReport(space.url)).triggered).not.toEqual({})
})

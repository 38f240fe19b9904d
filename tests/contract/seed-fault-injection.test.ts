import { expect, test } from 'vitest'
import { type FaultSettings, getFaultReport, setFaults } from '#cms/local/client.ts'
import { UserError } from '#shared/user-error.ts'
import { createEmptySpace, createSeededSpace, readSpaceState, seedTestSpace } from './seeded-space.ts'

/** Each switch, often enough that a run meets it several times. */
const troubles: readonly FaultSettings[] = [
  { latency: { milliseconds: 20, jitter: 20 } },
  { rateLimit: { requests: 4, seconds: 1, every: 25 } },
  { limits: { managementRequestsPerSecond: 30 } },
  { serverErrors: { status: 503, when: 'before', every: 15 } },
  { serverErrors: { status: 502, when: 'after', every: 15 } },
  { cutConnections: { when: 'before', every: 15 } },
  { cutConnections: { when: 'after', every: 15 } },
  { cutBodies: { every: 15 } },
  { html: { every: 40 } },
  { expiredTokens: { every: 40 } },
  { graphqlErrors: { links: 1 } },
]

const MOST_RUNS = 6

async function untroubled() {
  await using space = await createSeededSpace()
  return await readSpaceState(space.url)
}
const whole = untroubled()

/** Seeds as often as somebody would who reads "run this again". Answers with how often. */
async function seedUntilDone(url: string): Promise<number> {
  for (let run = 1; run <= MOST_RUNS; run += 1) {
    const result = await seedTestSpace(url).catch((error: unknown) => {
      if (error instanceof UserError) return error
      throw error
    })
    if (!(result instanceof UserError) && result.failures.length === 0) return run
  }
  throw new Error(`It has not come through in ${MOST_RUNS} runs`)
}

test.concurrent.each(troubles)(
  '%j: it comes through, and then nothing is left to write',
  { timeout: 180_000 },
  async (trouble) => {
    await using space = await createEmptySpace()
    await setFaults(space.url, trouble)
    await seedUntilDone(space.url)
    await setFaults(space.url, {})
    expect((await seedTestSpace(space.url)).writes).toBe(0)
    expect(await readSpaceState(space.url)).toEqual(await whole)
  },
)

test.concurrent.each([
  [{ html: {} }, 'it answers with what is no JSON, but text/html'],
  [{ expiredTokens: {} }, '401'],
  [{ serverErrors: { status: 503 as const } }, '503'],
  [{ cutConnections: {} }, 'does not answer'],
])('%j all the time: one line, and an end', { timeout: 180_000 }, async (trouble, said) => {
  await using space = await createEmptySpace()
  await setFaults(space.url, trouble)
  const refusal = await seedTestSpace(space.url).catch((error: unknown) => error)
  expect(refusal).toMatchObject({ name: 'UserError', lines: [expect.stringContaining(said)] })
  expect((await getFaultReport(space.url)).triggered).not.toEqual({})
})

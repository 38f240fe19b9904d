import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSeededRandom } from '#shared/seeded-random.ts'
import { startFaultProxy } from './fault-proxy.ts'
import { createEmptySpace, readSpaceState, seedTestSpace } from './seeded-space.ts'

const seedWithoutInterruption = async () => {
  await using space = await createEmptySpace()
  await using proxy = await startFaultProxy(space.url)
  await seedTestSpace(proxy.url)
  return { state: await readSpaceState(space.url), requests: proxy.requests.length }
}
const reference = seedWithoutInterruption()

/** Seeds in a separate process, and kills it at the given request: before it takes effect, or before its response. */
async function seedAndKill(url: string, requestIndex: number, when: 'cut before' | 'cut after') {
  const kill: { now?: () => void } = {}
  await using proxy = await startFaultProxy(url, (_, before) => {
    if (before < requestIndex) return undefined
    kill.now?.()
    return before === requestIndex ? when : 'cut before'
  })
  const child = spawn(process.execPath, [join(import.meta.dirname, 'seed-child.ts'), proxy.url], { stdio: 'ignore' })
  kill.now = () => child.kill('SIGKILL')
  const [, signal] = await once(child, 'exit')
  return signal
}

const SEED = '20261121'
const random = createSeededRandom(SEED)
const killPoints = Array.from(
  { length: 6 },
  () => [Math.floor(random() * 100), random() < 0.5 ? 'cut before' : 'cut after'] as const,
)

test.each(killPoints)(
  `after SIGKILL at %i % of the requests (%s; seed ${SEED}), the next run reaches the same state`,
  async (percent, when) => {
    const { state, requests } = await reference
    await using space = await createEmptySpace()
    // Not at the last request, which would complete the seed.
    const requestIndex = Math.floor(((requests - 1) * percent) / 100)
    expect(await seedAndKill(space.url, requestIndex, when)).toBe('SIGKILL')
    expect(await readSpaceState(space.url)).not.toEqual(state)

    expect((await seedTestSpace(space.url)).failures).toEqual([])
    expect(await readSpaceState(space.url)).toEqual(state)
    expect((await seedTestSpace(space.url)).writes).toBe(0)
  },
)

test('succeeds after three kills', async () => {
  const { state } = await reference
  await using space = await createEmptySpace()
  for (let run = 0; run < 3; run += 1) await seedAndKill(space.url, 22, run % 2 ? 'cut before' : 'cut after')
  expect((await seedTestSpace(space.url)).failures).toEqual([])
  expect(await readSpaceState(space.url)).toEqual(state)
})

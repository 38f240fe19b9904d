import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSeededRandom } from '#shared/seeded-random.ts'
import { startFaultProxy } from './fault-proxy.ts'
import { createEmptySpace, readSpaceState, seedTestSpace } from './seeded-space.ts'

const uninterrupted = async () => {
  await using space = await createEmptySpace()
  await using proxy = await startFaultProxy(space.url)
  await seedTestSpace(proxy.url)
  return { state: await readSpaceState(space.url), requests: proxy.requests.length }
}
const whole = uninterrupted()

/** Seeds in a process of its own, and kills it at its n-th request: before it takes effect, or before it is answered. */
async function seedAndKill(url: string, at: number, when: 'cut before' | 'cut after') {
  const kill: { now?: () => void } = {}
  await using proxy = await startFaultProxy(url, (_, before) => {
    if (before < at) return undefined
    kill.now?.()
    return before === at ? when : 'cut before'
  })
  const child = spawn(process.execPath, [join(import.meta.dirname, 'seed-child.ts'), proxy.url], { stdio: 'ignore' })
  kill.now = () => child.kill('SIGKILL')
  const [, signal] = await once(child, 'exit')
  return signal
}

const SEED = '20261121'
const draw = createSeededRandom(SEED)
const points = Array.from(
  { length: 20 },
  () => [Math.floor(draw() * 100), draw() < 0.5 ? 'cut before' : 'cut after'] as const,
)

test.each(points)(
  `killed after %i % of its requests (%s; seed ${SEED}), the next run ends in the same state`,
  async (part, when) => {
    const { state, requests } = await whole
    await using space = await createEmptySpace()
    // Before the last, which would leave nothing to do.
    const at = Math.floor(((requests - 1) * part) / 100)
    expect(await seedAndKill(space.url, at, when)).toBe('SIGKILL')
    expect(await readSpaceState(space.url)).not.toEqual(state)

    expect((await seedTestSpace(space.url)).failures).toEqual([])
    expect(await readSpaceState(space.url)).toEqual(state)
    expect((await seedTestSpace(space.url)).writes).toBe(0)
  },
)

test('killed again and again, it comes through', async () => {
  const { state } = await whole
  await using space = await createEmptySpace()
  for (let run = 0; run < 3; run += 1) await seedAndKill(space.url, 22, run % 2 ? 'cut before' : 'cut after')
  expect((await seedTestSpace(space.url)).failures).toEqual([])
  expect(await readSpaceState(space.url)).toEqual(state)
})

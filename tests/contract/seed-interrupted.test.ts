import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSeededRandom } from '#shared/seeded-random.ts'
import { startProxy } from './fault-proxy.ts'
import { emptySpace, seedSmall, stateOf } from './seeded-space.ts'

const uninterrupted = async () => {
  await using space = await emptySpace()
  await using proxy = await startProxy(space.url)
  await seedSmall(proxy.url)
  return { state: await stateOf(space.url), requests: proxy.passed.length }
}
const whole = uninterrupted()

/** Seeds in a process of its own, and kills it at its n-th request: before it takes effect, or before it is answered. */
async function seedAndKill(url: string, at: number, when: 'cut before' | 'cut after') {
  const kill: { now?: () => void } = {}
  await using proxy = await startProxy(url, (_, before) => {
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
    await using space = await emptySpace()
    // Before the last, which would leave nothing to do.
    const at = Math.floor(((requests - 1) * part) / 100)
    expect(await seedAndKill(space.url, at, when)).toBe('SIGKILL')
    expect(await stateOf(space.url)).not.toEqual(state)

    expect((await seedSmall(space.url)).failures).toEqual([])
    expect(await stateOf(space.url)).toEqual(state)
    expect((await seedSmall(space.url)).writes).toBe(0)
  },
)

test('killed again and again, it comes through', async () => {
  const { state } = await whole
  await using space = await emptySpace()
  for (let run = 0; run < 3; run += 1) await seedAndKill(space.url, 22, run % 2 ? 'cut before' : 'cut after')
  expect((await seedSmall(space.url)).failures).toEqual([])
  expect(await stateOf(space.url)).toEqual(state)
})

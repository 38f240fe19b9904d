import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { startSpace } from '#local-tests/start-space.ts'
import { readSpaceState, seedTestSpace } from '#tests/setup/contentful/seed-test-space.ts'
import { startSiteSpace } from '#tests/setup/contentful/start-site-space.ts'
import { startFaultProxy } from './fault-proxy.ts'

/** About half of the requests of a seeding. */
const KILLED_AT_REQUEST = 40

const CHILD_SCRIPT = `
  const { seedTestSpace } = await import('#tests/setup/contentful/seed-test-space.ts')
  await seedTestSpace(process.argv[1])`

test('§11.9 §11.15 the next run continues a seeding whose process was killed', async () => {
  await using complete = await startSiteSpace('home')
  const state = await readSpaceState(complete.url)

  await using space = await startSpace()
  const kill: { now?: () => void } = {}
  await using proxy = await startFaultProxy(space.url, (_, before) => {
    if (before < KILLED_AT_REQUEST) return undefined
    kill.now?.()
    return before === KILLED_AT_REQUEST ? 'cut after' : 'cut before'
  })
  const child = spawn(process.execPath, ['--input-type=module', '-e', CHILD_SCRIPT, proxy.url], { stdio: 'ignore' })
  kill.now = () => child.kill('SIGKILL')
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
  expect(await readSpaceState(space.url)).not.toEqual(state)

  expect((await seedTestSpace(space.url)).failures).toEqual([])
  expect(await readSpaceState(space.url)).toEqual(state)
  expect((await seedTestSpace(space.url)).writes).toBe(0)
})

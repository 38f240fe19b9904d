import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { createTestFolder } from '#local-tests/test-folder.ts'
import { median } from '#scripts/bench/median.ts'
import { createCommandEnv } from '#scripts/test/command-env.ts'
import { lockDatabase } from '#tests/setup/database/lock-database.ts'
import { createMessage, openSession, sendMessage } from '#tests/setup/messages.ts'
import { startProcess } from '#tests/setup/stack.ts'
import { getDatabaseFile, startProductionServer } from './production-server.ts'

/** ms; a request that waits for the lock on the event loop would add up to 5,000 to each. A busy machine is slow, too. */
const MAX_ADDED_MS = 1_000

test('§12.20 while another process locks the file, pages are served, messages wait for 5 s, and a deletion for the end', async () => {
  const folder = await createTestFolder()
  const server = await startProductionServer({ folder })
  onTestFinished(server.kill)
  const url = await server.url
  const session = await openSession(`${url}/api`)
  const message = createMessage()
  const send = (key: string) => sendMessage(`${url}/api`, session, { key, message })
  const visit = async () => {
    const startedAt = performance.now()
    for (const path of ['/health/live', '/']) expect((await fetch(url + path)).status).toBe(200)
    return (performance.now() - startedAt) / 2
  }
  const key = randomUUID()
  const deleted = await send(randomUUID())
  const usual: number[] = []
  while (usual.length < 20) usual.push(await visit())
  const { release } = await lockDatabase(getDatabaseFile(folder))
  onTestFinished(release)
  const env = createCommandEnv({ BACKEND_FOLDER: join(folder, 'data') })
  const deleting = startProcess([process.execPath, 'scripts/messages.ts', 'delete', deleted, '--yes'], { env })
  onTestFinished(deleting.kill)
  let isWaiting = true
  const lockedAt = performance.now()
  const refused = Promise.allSettled([send(key), send(randomUUID())]).finally(() => {
    isWaiting = false
  })
  const times: number[] = []
  while (isWaiting) times.push(await visit())
  for (const result of await refused) expect(result).toMatchObject({ reason: { status: 503 } })
  expect(performance.now() - lockedAt).toBeGreaterThanOrEqual(5_000)
  // A busy machine is slow without a lock too.
  expect(median(times)).toBeLessThan(MAX_ADDED_MS + 5 * median(usual))
  await expect
    .poll(deleting.readOutput)
    .toMatch(/^The database is locked by another process\. Waiting until it is free …\n/)
  const sending = send(key)
  await sleep(500)
  await release()
  expect(await sending).toBe(await send(key)) // the lock ended sooner
  expect(await deleting.ended).toBe(0)
})

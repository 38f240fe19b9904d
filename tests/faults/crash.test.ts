import { fork } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import type { Database } from '#server/database/tables.ts'
import { commandEnv } from '#tests/setup/command-env.ts'
import { describeOnEachDatabase } from '#tests/setup/databases.ts'
import { outboxRow, queueMail } from '#tests/setup/outbox.ts'

const OTHERS = 12
/** ms; as in crash-child.ts. */
const LEASE = 1_000

describeOnEachDatabase('A mail that kills the process', (open, target) => {
  const unsent = (db: Database) => db.selectFrom('outbox').select('message_id').where('state', '=', 'waiting').execute()

  test('does not keep the others from being sent, counts as attempts, and waits longer each time', async () => {
    const db = await open()
    const poison = await queueMail(db, { message: 'crash' })
    const others: string[] = []
    for (let count = 0; count < OTHERS; count++) others.push(await queueMail(db))
    const delivered: string[] = []
    let crashes = 0

    /** A worker, until it is killed or has nothing to do. */
    async function run(isDone: () => Promise<boolean>): Promise<void> {
      const env = commandEnv({ TARGET: JSON.stringify(target()) })
      const child = fork(new URL('crash-child.ts', import.meta.url), { env, execArgv: [] })
      child.on('message', (id) => delivered.push(String(id)))
      const exit = once(child, 'exit').then(([, signal]) => {
        if (signal === 'SIGKILL') crashes++
        return true
      })
      while (!(await Promise.race([exit, isDone()]))) await new Promise((later) => setTimeout(later, 50))
      if (child.connected) child.disconnect()
      await exit
    }

    while ((await unsent(db)).length > 1) await run(async () => (await unsent(db)).length === 1)
    expect([...new Set(delivered)].sort()).toEqual(others.sort())
    expect(crashes).toBeGreaterThan(0)
    while (crashes < 3) await run(async () => false)

    const row = await outboxRow(db, poison)
    expect(row).toMatchObject({ state: 'waiting', attempts: crashes })
    const claimedAt = (row.leased_until ?? 0) - LEASE
    expect(row.next_attempt_at - claimedAt).toBeGreaterThanOrEqual(30_000)
  })
})

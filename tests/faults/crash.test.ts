import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { getSqliteFile } from '#server/config.ts'
import { openDatabase } from '#server/database/open-database.ts'
import type { Database } from '#server/database/schema.ts'
import { describeOnEachDatabase } from '#tests/setup/database/describe-on-each-database.ts'
import { createCommandEnv } from '#tests/setup/process/command-env.ts'
import { insertQueuedEmail, readOutboxRow } from '#tests/setup/server/test-outbox.ts'

const OTHER_MAILS = 12
/** The lease in crash-child.ts. */
const LEASE_MS = 1_000

describeOnEachDatabase('a mail that crashes the process', (open, target) => {
  const listUnsent = (db: Database) =>
    db.selectFrom('outbox').select('message_id').where('state', '=', 'waiting').execute()

  test.each(['kill', 'throw'])(
    'does not block other mails, counts its attempts, and is delayed longer after each (%s)',
    async (crash) => {
      const db = await open()
      const crashingMailId = await insertQueuedEmail(db, { message: 'crash' })
      const otherIds: string[] = []
      for (let count = 0; count < OTHER_MAILS; count++) otherIds.push(await insertQueuedEmail(db))
      const delivered: string[] = []
      let runs = 0
      let crashes = 0

      /** Runs a worker until it crashes or `isDone` returns `true`. */
      async function runWorker(isDone: () => Promise<boolean>): Promise<void> {
        runs++
        const env = createCommandEnv({ TARGET: JSON.stringify(target()), CRASH: crash })
        const child = fork(new URL('crash-child.ts', import.meta.url), { env, execArgv: [] })
        child.on('message', (id) => delivered.push(String(id)))
        const exit = once(child, 'exit').then(([code, signal]) => {
          if (signal === 'SIGKILL' || code === 1) crashes++
          return true
        })
        while (!(await Promise.race([exit, isDone()]))) await new Promise((later) => setTimeout(later, 50))
        if (child.connected) child.disconnect()
        await exit
      }

      while ((await listUnsent(db)).length > 1) await runWorker(async () => (await listUnsent(db)).length === 1)
      expect([...new Set(delivered)].sort()).toEqual(otherIds.sort())
      expect(crashes).toBeGreaterThan(0)
      while (crashes < 3) await runWorker(async () => false)

      const row = await readOutboxRow(db, crashingMailId)
      expect(row.state).toBe('waiting')
      // A worker that is stopped while it sends this mail counts the attempt and does not crash.
      expect(row.attempts).toBeGreaterThanOrEqual(crashes)
      expect(row.attempts).toBeLessThanOrEqual(runs)
      const claimedAt = (row.leased_until ?? 0) - LEASE_MS
      expect(row.next_attempt_at - claimedAt).toBeGreaterThanOrEqual(30_000)
    },
  )
})

test('a production process that ends with an uncaught error counts the attempt of the current mail', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'crash-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const db = await openDatabase({ file: getSqliteFile(folder) })
  onTestFinished(() => db.destroy())
  const id = await insertQueuedEmail(db)
  const silentServer = createServer().listen(0, '127.0.0.1') // a mail server that never responds
  onTestFinished(() => void silentServer.close())
  await once(silentServer, 'listening')
  const address = silentServer.address()
  const source = 'process.on("SIGUSR2", () => { throw new Error("thrown by a timer") })'
  const child = fork('server/processes/role-process.ts', ['backend'], {
    env: createCommandEnv({
      NODE_ENV: 'development',
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(source)}`,
      BACKEND_PORT: '0',
      BACKEND_FOLDER: folder,
      SMTP_URL: `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
      MAIL_FROM: 'web@site.example',
      MAIL_TO: 'office@site.example',
      LOG_LEVEL: 'silent',
    }),
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(silentServer, 'connection')
  const exit = once(child, 'exit')
  child.kill('SIGUSR2')
  expect(await exit).toEqual([1, null])
  expect(await readOutboxRow(db, id)).toMatchObject({ state: 'waiting', attempts: 1, leased_by: expect.any(String) })
})

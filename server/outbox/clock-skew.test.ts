import { afterEach, expect, test, vi } from 'vitest'
import { databaseTime } from '#server/database/database-time.ts'
import type { Database } from '#server/database/schema.ts'
import { parseMessagesCommand } from '#server/messages/messages-command.ts'
import { describeOnEachDatabase } from '#tests/setup/database/describe-on-each-database.ts'
import { createLoggedInVisitor, createTestBackend } from '#tests/setup/server/test-backend.ts'
import { readOutboxRow } from '#tests/setup/server/test-outbox.ts'
import { claimDueEmails } from './outbox-queue.ts'
import { startOutboxWorker } from './outbox-worker.ts'

const HOUR = 3_600_000

/** Shifts the clock of this process. The clock of the database stays. */
const setClock = (offset: number) => {
  vi.useRealTimers()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + offset })
}
afterEach(() => {
  vi.useRealTimers()
})

async function sendMessage(db: Database): Promise<string> {
  const { app } = createTestBackend(db)
  const guest = await createLoggedInVisitor(app)
  return (await guest.send()).json().messageId
}

const claim = (db: Database, workerId: string) =>
  claimDueEmails(db, { workerId, limit: 5, leaseMs: 60_000, includeExpired: true })

describeOnEachDatabase('servers whose clocks differ', (open) => {
  test.each([-HOUR, HOUR, -1_000 * HOUR, 1_000 * HOUR])('by %i ms read the same database time', async (offset) => {
    const db = await open()
    const before = Date.now()
    setClock(offset)
    const time = await databaseTime(db)
    vi.useRealTimers()
    expect(time).toBeGreaterThanOrEqual(before)
    expect(time).toBeLessThanOrEqual(Date.now())
  })

  test('do not send an email twice', async () => {
    const [slow, fast] = [await open(), await open()]
    const id = await sendMessage(slow)
    expect((await claim(slow, 'slow')).map(({ messageId }) => messageId)).toEqual([id])
    setClock(HOUR)
    expect(await claim(fast, 'fast')).toEqual([])
  })

  test('send emails immediately that the other server queued or replayed', async () => {
    const [slow, fast] = [await open(), await open()]
    setClock(HOUR)
    const ids = [await sendMessage(fast), await sendMessage(fast)]
    await fast
      .updateTable('outbox')
      .set({ state: 'dead' })
      .where('message_id', '=', ids[1] ?? '')
      .execute()
    const replay = parseMessagesCommand(['replay', ids[1] ?? ''])
    if (typeof replay === 'string') throw new Error(replay)
    const context = { print: async () => {}, isTerminal: false, confirm: async () => {} }
    await replay(fast, { ...context, database: { file: '' }, emlFolder: '' })
    setClock(0)
    expect((await claim(slow, 'slow')).map(({ messageId }) => messageId).sort()).toEqual(ids.sort())
  })

  test.each([-100 * HOUR, 100 * HOUR])(
    'by %i ms retry a failed email within 30 s and do not give it up',
    async (offset) => {
      const db = await open()
      const id = await sendMessage(db)
      setClock(offset)
      const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() }
      const { stop } = startOutboxWorker({ db, log, deliver: () => Promise.reject(new Error('rejected')) })
      await expect.poll(() => log.warn.mock.calls.length).toBe(1)
      await stop()
      const { state, attempts, next_attempt_at } = await readOutboxRow(db, id)
      expect({ state, attempts }).toEqual({ state: 'waiting', attempts: 1 })
      const delay = next_attempt_at - (await databaseTime(db))
      expect(delay).toBeGreaterThan(0)
      expect(delay).toBeLessThanOrEqual(30_000)
    },
  )
})

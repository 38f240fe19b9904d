import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { startBackend } from '#server/backend.ts'
import { openDatabase } from '#server/database/open-database.ts'
import type { Database, Tables } from '#server/database/schema.ts'
import { startOutboxWorker } from '#server/outbox/outbox-worker.ts'
import { describeOnEachDatabase } from '#tests/setup/database/describe-on-each-database.ts'
import { createTestConfig } from '#tests/setup/server/test-backend.ts'
import { insertQueuedEmail } from '#tests/setup/server/test-outbox.ts'
import { type RetentionOptions, startRetentionCleanup } from './retention-cleanup.ts'
import { replayDeadEmails } from './stored-messages.ts'

const DAY = 24 * 60 * 60_000
const MONTH = { messagesMs: 30 * DAY, spamMs: 10 * DAY }

let emlFolder: string

beforeEach(async () => {
  emlFolder = join(await mkdtemp(join(tmpdir(), 'retention-')), 'outbox')
})
afterEach(() => rm(dirname(emlFolder), { recursive: true }))

const daysAgo = (days: number) => Date.now() - days * DAY

/** Stores a message that was received `days` ago. */
async function storeMessage(db: Database, days: number, outbox: Partial<Tables['outbox']> | 'spam' | 'too-many') {
  const isSpam = typeof outbox === 'string'
  const id = await insertQueuedEmail(db, { message: `Number ${days}`, outbox: isSpam ? {} : outbox })
  await db
    .updateTable('message')
    .set({ received_at: daysAgo(days) })
    .where('id', '=', id)
    .execute()
  if (!isSpam) return id
  await db.deleteFrom('outbox').where('message_id', '=', id).execute()
  const spam_reason = outbox === 'spam' ? 'too-fast' : outbox
  await db.updateTable('message').set({ folder: 'spam', spam_reason }).where('id', '=', id).execute()
  return id
}

const sentEmail = (days: number) => ({ state: 'sent', sent_at: daysAgo(days) }) as const
const deadEmail = (days: number) => ({ state: 'dead', attempts: 80, next_attempt_at: daysAgo(days) }) as const

describeOnEachDatabase('retention', (open, target) => {
  let db: Database
  beforeEach(async () => {
    db = await open()
  })

  function start(options: Partial<RetentionOptions> = {}) {
    const log = { info: vi.fn(), error: vi.fn() }
    const cleanup = startRetentionCleanup({ db, database: target(), emlFolder, retention: MONTH, log, ...options })
    onTestFinished(cleanup.stop)
    return { ...cleanup, log }
  }

  /** Runs one cleanup to its end. */
  async function runOnce(options: Partial<RetentionOptions> = {}) {
    const log = { info: vi.fn(), error: vi.fn() }
    const info = new Promise((resolve) => log.info.mockImplementation(resolve))
    const { stop } = start({ ...options, log })
    await info
    await stop()
    expect(log.error).not.toHaveBeenCalled()
    return log.info.mock.calls
  }

  const storedIds = async () => (await db.selectFrom('message').select('id').execute()).map(({ id }) => id).sort()

  test('deletes sent and dead messages and spam after their retention periods', async () => {
    const kept = [
      await storeMessage(db, 29, sentEmail(29)),
      await storeMessage(db, 29, deadEmail(26)),
      await storeMessage(db, 9, 'spam'),
    ]
    await storeMessage(db, 31, sentEmail(31))
    await storeMessage(db, 34, deadEmail(31))
    await storeMessage(db, 11, 'spam')
    expect(await runOnce()).toEqual([
      [{ messages: 2, spam: 1, emlFiles: 0 }, 'messages deleted after their retention period'],
    ])
    expect(await storedIds()).toEqual(kept.sort())
    expect(await db.selectFrom('outbox').select('message_id').execute()).toHaveLength(2)
  })

  test('keeps a message until its email is sent, and a dead one until the period after its last attempt has ended', async () => {
    const waiting = await storeMessage(db, 400, {})
    const dead = await storeMessage(db, 31, deadEmail(1))
    await storeMessage(db, 31, sentEmail(31))
    await runOnce()
    expect(await storedIds()).toEqual([waiting, dead].sort())

    await replayDeadEmails(db)
    const worker = startOutboxWorker({
      db,
      deliver: async () => {},
      log: { info: vi.fn(), warn: vi.fn(), error: vi.fn() },
    })
    onTestFinished(() => worker.stop())
    const unsent = () => db.selectFrom('outbox').select('state').where('state', '!=', 'sent').execute()
    await expect.poll(unsent).toEqual([])
    await runOnce()
    expect(await storedIds()).toEqual([])
  })

  test('deletes only spam without RETENTION_DAYS', async () => {
    const kept = await storeMessage(db, 4_000, sentEmail(4_000))
    await storeMessage(db, 31, 'spam')
    await writeEml('2011-01-01T12-00-00.000Z')
    expect(await runOnce({ retention: { messagesMs: undefined, spamMs: 30 * DAY } })).toEqual([
      [{ messages: 0, spam: 1, emlFiles: 0 }, expect.any(String)],
    ])
    expect(await storedIds()).toEqual([kept])
    expect(await readdir(emlFolder)).toHaveLength(1)
  })

  test('keeps messages that exceeded a limit as long as messages of the inbox', async () => {
    const kept = await storeMessage(db, 29, 'too-many')
    await storeMessage(db, 31, 'too-many')
    const old = await storeMessage(db, 4_000, 'too-many')
    await storeMessage(db, 11, 'spam')
    await runOnce({ retention: { messagesMs: undefined, spamMs: 10 * DAY } })
    expect(await storedIds()).toContain(old)
    expect(await storedIds()).toHaveLength(3)
    await storeMessage(db, 31, sentEmail(31))
    await runOnce()
    expect(await storedIds()).toEqual([kept])
  })

  test('deletes .eml files by the time in their names, incomplete files too', async () => {
    const old = new Date(daysAgo(31)).toISOString().replaceAll(':', '-')
    const recent = new Date(daysAgo(29)).toISOString().replaceAll(':', '-')
    await writeEml(old)
    await writeEml(old, '.0b6a7a0e-3c2e-4a53-9d2c-0123456789ab.part')
    await writeEml(recent)
    await writeFile(join(emlFolder, 'notes.txt'), 'kept')
    expect(await runOnce()).toEqual([[{ messages: 0, spam: 0, emlFiles: 1 }, expect.any(String)]])
    expect(await readdir(emlFolder)).toEqual([expect.stringContaining(recent), 'notes.txt'])
  })

  test('concurrent servers delete each message once, in batches', async () => {
    for (let n = 0; n < 50; n++) await storeMessage(db, 31, n % 2 ? 'spam' : sentEmail(31))
    await db
      .updateTable('message')
      .set({ received_at: daysAgo(31) })
      .execute()
    await db.transaction().execute(async (tx) => {
      for (let n = 0; n < 450; n++) {
        const keys = { id: `${n}`, idempotency_key: `${n}` }
        const words = { name: 'Ann', email: 'ann@site.example', message: 'Hello' }
        const spam = { folder: 'spam', spam_reason: 'honeypot', received_at: daysAgo(31) } as const
        await tx
          .insertInto('message')
          .values({ ...keys, ...words, ...spam })
          .execute()
      }
    })
    // With SQLite, two connections of one process block each other.
    const others = 'url' in target() ? [await open(), await open()] : [db, db]
    const nodes = [db, ...others].map((node) => start({ db: node }))
    await expect.poll(storedIds).toEqual([])
    for (const { stop } of nodes) await stop()
    const counts = nodes.flatMap(({ log }) => log.info.mock.calls.map(([deleted]) => deleted))
    const sum = (name: string) => counts.reduce((total, deleted) => total + deleted[name], 0)
    expect({ messages: sum('messages'), spam: sum('spam') }).toEqual({ messages: 25, spam: 475 })
    for (const { log } of nodes) expect(log.error).not.toHaveBeenCalled()
  })

  test('runs again after the interval, also after an error, until it is stopped', async () => {
    const { log, stop } = start({ intervalMs: 20 })
    await storeMessage(db, 11, 'spam')
    await expect.poll(storedIds).toEqual([])
    const destroyed = await open()
    await destroyed.destroy()
    const failing = start({ intervalMs: 20, db: destroyed })
    await expect.poll(() => failing.log.error.mock.calls.length).toBeGreaterThan(1)
    expect(failing.log.error.mock.calls[0]).toEqual([
      { reason: 'Error' },
      'messages cannot be deleted after their retention period, will be retried',
    ])
    await stop()
    const kept = await storeMessage(db, 11, 'spam')
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(await storedIds()).toEqual([kept])
    expect(log.error).not.toHaveBeenCalled()
  })
})

async function writeEml(time: string, suffix = '') {
  await mkdir(emlFolder, { recursive: true })
  await writeFile(join(emlFolder, `${time}-a1b2c3d4-0000-4000-8000-000000000000.eml${suffix}`), 'mail')
}

describe('on SQLite', () => {
  test('no file of the database contains the text of deleted messages', async () => {
    const folder = dirname(emlFolder)
    const file = join(folder, 'backend.sqlite')
    const db = await openDatabase({ file })
    for (let n = 0; n < 100; n++) await storeMessage(db, n, n % 2 ? sentEmail(n) : 'spam')
    const log = { info: vi.fn(), error: vi.fn() }
    const { stop } = startRetentionCleanup({ db, database: { file }, emlFolder, retention: MONTH, log })
    await expect.poll(() => log.info.mock.calls.length).toBe(1)
    await stop()
    const names = (await readdir(folder)).filter((name) => name.startsWith('backend.sqlite'))
    const text = (await Promise.all(names.map((name) => readFile(join(folder, name), 'latin1')))).join('')
    expect(text).toContain('Number 29')
    for (let n = 0; n < 100; n++) if (n > (n % 2 ? 30 : 10)) expect(text).not.toContain(`Number ${n}`)
    await db.destroy()
  })

  test('a backend deletes messages after RETENTION_DAYS when it starts', async () => {
    const folder = dirname(emlFolder)
    const db = await openDatabase({ file: join(folder, 'backend.sqlite') })
    const kept = await storeMessage(db, 1, sentEmail(1))
    await storeMessage(db, 3, sentEmail(3))
    await writeEml('2011-01-01T12-00-00.000Z')
    const env = { BACKEND_FOLDER: folder, BACKEND_PORT: '0', RETENTION_DAYS: '2' }
    const backend = await startBackend(createTestConfig(env))
    onTestFinished(() => backend.stop())
    const ids = () => db.selectFrom('message').select('id').execute()
    await expect.poll(ids).toEqual([{ id: kept }])
    await expect.poll(() => readdir(emlFolder)).toEqual([])
    await db.destroy()
  })
})

import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { parseEditorConfig } from '#server/config/editor-config.ts'
import type { Database, SpamReason, Tables } from '#server/database/schema.ts'
import { repeat } from '#server/process/repeat.ts'
import { startServer } from '#server/start-server.ts'
import { createTestConfig, createTestDatabase } from '#tests/setup/backend.ts'
import { insertMessage, insertQueuedEmail } from '#tests/setup/messages.ts'
import { type RetentionOptions, startRetentionCleanup } from './retention-cleanup.ts'

vi.mock('#server/process/repeat.ts', { spy: true })

const DAY = 24 * 60 * 60_000
const MONTH = { messagesMs: 30 * DAY, spamMs: 10 * DAY }

let emlFolder: string

const daysAgo = (days: number) => Date.now() - days * DAY

/** Stores a message that was received `days` ago, in the inbox or the spam folder. */
function storeMessage(db: Database, days: number, content: Partial<Tables['outbox']> | SpamReason) {
  const message = { message: `Number ${days}.`, received_at: daysAgo(days) }
  return typeof content === 'string'
    ? insertMessage(db, { ...message, folder: 'spam', spam_reason: content })
    : insertQueuedEmail(db, { ...message, outbox: content })
}

const SENT = { state: 'sent', sent_at: 1 } as const
const deadEmail = (days: number) => ({ state: 'dead', attempts: 80, next_attempt_at: daysAgo(days) }) as const

async function writeEml(days: number, suffix = '') {
  await mkdir(emlFolder, { recursive: true })
  const time = new Date(daysAgo(days)).toISOString().replaceAll(':', '-')
  await writeFile(join(emlFolder, `${time}-a1b2c3d4-0000-4000-8000-000000000000.eml${suffix}`), 'mail')
}

const storedIds = async (db: Database) =>
  (await db.selectFrom('message').select('id').execute()).map(({ id }) => id).sort()

function start(options: Pick<RetentionOptions, 'db' | 'database'> & Partial<RetentionOptions>) {
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() }
  const cleanup = startRetentionCleanup({ emlFolder, retention: MONTH, log, ...options })
  onTestFinished(cleanup.stop)
  return { ...cleanup, log }
}

async function openSqlite() {
  const { db, file } = await createTestDatabase()
  emlFolder = join(dirname(file), 'outbox')
  return { db, database: { file } }
}

/** Runs one cleanup to its end. Returns what it logged that it deleted. */
async function runOnce(options: Pick<RetentionOptions, 'db' | 'database'> & Partial<RetentionOptions>) {
  const { stop, log } = start(options)
  await expect.poll(() => log.info.mock.calls.length + log.error.mock.calls.length).toBe(1)
  await stop()
  const [[deleted, text] = []] = log.info.mock.calls
  expect(text).toBe('messages deleted after their retention period')
  return deleted
}

test('§12.31 deletes sent and dead messages, spam and .eml files after their retention periods', async () => {
  const { db, database } = await openSqlite()
  const kept = [
    await storeMessage(db, 400, {}), // its email is waiting
    await storeMessage(db, 31, deadEmail(29)), // can be replayed until a month after its last attempt
    await storeMessage(db, 29, SENT),
    await storeMessage(db, 29, 'too-many'), // may be genuine
    await storeMessage(db, 5, 'honeypot'),
  ]
  for (const days of [31, 33]) await storeMessage(db, days, SENT)
  await storeMessage(db, 34, deadEmail(31))
  await storeMessage(db, 11, 'too-fast')
  await storeMessage(db, 31, 'too-many')
  for (const suffix of ['', '.0b6a7a0e-3c2e-4a53-9d2c-0123456789ab.part']) await writeEml(31, suffix)
  await writeEml(29)
  await writeFile(join(emlFolder, 'notes.txt'), 'kept')
  expect(await runOnce({ db, database })).toEqual({ messages: 3, spam: 2, emlFiles: 2 })
  expect(await storedIds(db)).toEqual(kept.sort())
  expect(await readdir(emlFolder)).toHaveLength(2)
})

test('deletes only spam without RETENTION_DAYS', async () => {
  const { db, database } = await openSqlite()
  const kept = [await storeMessage(db, 4_000, SENT), await storeMessage(db, 4_000, 'too-many')]
  await storeMessage(db, 31, 'honeypot')
  kept.push(await storeMessage(db, 1, SENT))
  await writeEml(4_000)
  expect(await runOnce({ db, database, retention: { messagesMs: undefined, spamMs: 30 * DAY } })).toEqual({
    messages: 0,
    spam: 1,
    emlFiles: 0,
  })
  expect(await storedIds(db)).toEqual(kept.sort())
  expect(await readdir(emlFolder)).toHaveLength(1)
})

test('§12.32 a clock that is ahead at the start deletes nothing, also when messages arrive', async () => {
  const { db, database } = await openSqlite()
  for (const days of [0, 1]) await storeMessage(db, days, SENT)
  await writeEml(0)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 400 * DAY })
  onTestFinished(() => void vi.useRealTimers())
  const { log } = start({ db, database, intervalMs: 20 })
  await expect.poll(() => log.warn.mock.calls.length).toBeGreaterThan(0)
  expect(log.warn.mock.calls[0]).toEqual([
    { clock: expect.any(Date) },
    'no messages are deleted yet: the clock may be wrong',
  ])
  await storeMessage(db, 0, SENT)
  const before = log.warn.mock.calls.length
  await expect.poll(() => log.warn.mock.calls.length).toBeGreaterThan(before + 2)
  expect(await storedIds(db)).toHaveLength(3)
  expect(await readdir(emlFolder)).toHaveLength(1)
  vi.useRealTimers() // time synchronization
  const expired = await storeMessage(db, 31, SENT)
  await expect.poll(() => storedIds(db)).not.toContain(expired)
  expect(await storedIds(db)).toHaveLength(3)
})

test('§12.32 a clock that jumps ahead while the server runs deletes nothing until it agrees again', async () => {
  const { db, database } = await openSqlite()
  await writeEml(0)
  const expired = await storeMessage(db, 31, SENT)
  const { log } = start({ db, database, intervalMs: 20 })
  const kept = [await storeMessage(db, 0, SENT), await storeMessage(db, 0, 'honeypot')].sort()
  await expect.poll(() => storedIds(db)).not.toContain(expired)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 400 * DAY })
  onTestFinished(() => void vi.useRealTimers())
  await expect.poll(() => log.warn.mock.calls.length).toBeGreaterThan(2)
  expect(await storedIds(db)).toEqual(kept)
  expect(await readdir(emlFolder)).toHaveLength(1)
  vi.useRealTimers()
  const another = await storeMessage(db, 31, SENT)
  await expect.poll(() => storedIds(db)).not.toContain(another)
  expect(await storedIds(db)).toEqual(kept)
})

test('runs again after an error', async () => {
  const { db, database } = await openSqlite()
  await db.schema.alterTable('message').renameTo('gone').execute()
  const { log } = start({ db, database, intervalMs: 20 })
  await expect.poll(() => log.error.mock.calls.length).toBeGreaterThan(1)
  expect(log.error.mock.calls[0]).toEqual([
    { reason: 'SQL logic error' },
    'messages cannot be deleted after their retention period, will be retried',
  ])
})

test('no file of the SQLite database contains the text of deleted messages', async () => {
  const { db, database } = await openSqlite()
  for (let n = 0; n < 100; n++) await storeMessage(db, n, n % 2 ? SENT : 'honeypot')
  const { log, stop } = start({ db, database })
  await expect.poll(() => log.info.mock.calls.length).toBe(1)
  await stop()
  const names = (await readdir(dirname(emlFolder))).filter((name) => name.startsWith('backend.sqlite'))
  const files = await Promise.all(names.map((name) => readFile(join(dirname(emlFolder), name), 'latin1')))
  expect(files.join('')).toContain('Number 29.')
  for (let n = 0; n < 100; n++) if (n > (n % 2 ? 30 : 10)) expect(files.join('')).not.toContain(`Number ${n}.`)
})

test('a server deletes messages after RETENTION_DAYS when it starts', async () => {
  const { db } = await openSqlite()
  const kept = await storeMessage(db, 1, SENT)
  await storeMessage(db, 3, SENT)
  const env = { BACKEND_FOLDER: dirname(emlFolder), PORT: '0', RETENTION_DAYS: '2' }
  const server = await startServer({
    config: createTestConfig(env),
    editorConfig: parseEditorConfig({}),
    log: () => {},
  })
  onTestFinished(() => server.stop())
  await expect.poll(() => storedIds(db)).toEqual([kept])
  const intervals = vi.mocked(repeat).mock.calls.map(([, intervalMs]) => intervalMs)
  expect(intervals.slice(-3), 'expired rows, digest, messages').toEqual([60_000, 600_000, 3_600_000])
})

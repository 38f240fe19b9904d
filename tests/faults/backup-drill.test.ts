import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#server/database/open-database.ts'
import { createSeededRandom } from '#shared/seeded-random.ts'
import { createInstalledPostgresDatabase } from '#tests/setup/database/installed-postgres-database.ts'
import { startMailServer } from '#tests/setup/server/mail-server.ts'
import { type BackupTarget, runBackupCommand } from './backup-commands.ts'
import { startKillableBackend } from './killable-backend.ts'
import { startVisitors } from './simulated-visitors.ts'

let parent: string

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'drill-'))
})
afterEach(() => rm(parent, { recursive: true }))

/**
 * Backs up while visitors send messages, deletes all data, restores the backup, compares the messages, and starts a new
 * server that sends the waiting mails.
 */
async function runDrill(target: BackupTarget, deleteData: () => Promise<void>) {
  const mailServer = await startMailServer()
  onTestFinished(mailServer.stop)
  const server = { database: target.database, mailServer: mailServer.url }
  const visitors = startVisitors(createSeededRandom('drill'))
  onTestFinished(visitors.stop)
  const first = startKillableBackend({ ...server, name: 'first' })
  onTestFinished(first.kill)
  visitors.setBackendUrl(await first.url)
  await expect.poll(() => mailServer.emails.length).toBeGreaterThan(10)
  mailServer.setFault('temporary') // mails wait from now on
  await pause(500)

  const acknowledged = [...visitors.acknowledged]
  const backupFolder = join(parent, 'backups')
  const backup = await runBackupCommand('backup', ['--to', backupFolder], target)
  expect(backup).toMatchObject({ status: 0, stderr: '' })
  const messagesDuringBackup = visitors.acknowledged.length - acknowledged.length
  visitors.stop()
  await first.kill()
  await deleteData()

  const [name = ''] = await readdir(backupFolder)
  const restored = await runBackupCommand('restore', [join(backupFolder, name)], target)
  expect(restored).toMatchObject({ status: 0, stderr: '' })

  const db = await openDatabase(target.database)
  onTestFinished(() => db.destroy())
  const messages = await db.selectFrom('message').select(['id', 'idempotency_key as key', 'message']).execute()
  const expected = acknowledged.map(({ ids: [id], key, message }) => ({ id, key, message: message.message }))
  expect(messages).toEqual(expect.arrayContaining(expected))
  expect(new Set(messages.map(({ id }) => id)).size).toBe(messages.length)
  const outbox = await db.selectFrom('outbox').select(['message_id', 'state']).execute()
  expect(outbox.map(({ message_id }) => message_id).sort()).toEqual(messages.map(({ id }) => id).sort())
  const waiting = outbox.filter(({ state }) => state === 'waiting').map(({ message_id }) => message_id)
  expect(waiting.length).toBeGreaterThan(0)
  for (const stdout of [backup.stdout, restored.stdout])
    expect(stdout).toMatch(new RegExp(`^message +${messages.length.toLocaleString('en-US')} rows$`, 'm'))

  const mailedBefore = mailServer.emails.length
  mailServer.setFault(undefined)
  // Makes all mails due, in place of waiting 30 s for the next attempt.
  await db
    .updateTable('outbox')
    .set({ next_attempt_at: 1, leased_until: null })
    .where('state', '=', 'waiting')
    .execute()
  const second = startKillableBackend({ ...server, name: 'second' })
  onTestFinished(second.kill)
  await second.url
  const listUnsent = () => db.selectFrom('outbox').select('message_id').where('state', '!=', 'sent').execute()
  await expect.poll(listUnsent, { timeout: 60_000 }).toEqual([])
  const mailed = mailServer.emails.slice(mailedBefore).map(({ messageId }) => messageId)
  expect(mailed.sort()).toEqual(waiting.map((id) => `<${id}@blackland.example>`).sort())
  await second.kill()
  return {
    acknowledged: acknowledged.length,
    messagesDuringBackup,
    restored: messages.length,
    waiting: waiting.length,
  }
}

describe('a backup that is restored after all data was lost', () => {
  test('has each message that was acknowledged before it once, on SQLite', async () => {
    const folder = join(parent, 'backend')
    const target = { database: { file: join(folder, 'backend.sqlite') }, dataFolder: folder }
    const counts = await runDrill(target, () => rm(folder, { recursive: true }))
    expect(counts.messagesDuringBackup).toBeGreaterThan(0)
  })

  test('has each message that was acknowledged before it once, on PostgreSQL', async (context) => {
    const { url, programs } = await createInstalledPostgresDatabase(context)
    const target = { database: { url }, dataFolder: join(parent, 'backend'), programs }
    const counts = await runDrill(target, () => replaceDatabase(url))
    expect(counts.messagesDuringBackup).toBeGreaterThan(0)
  })
})

/** Drops the database, and creates an empty one with the same name. */
async function replaceDatabase(url: string): Promise<void> {
  const { pathname } = new URL(url)
  const client = new Client({ connectionString: Object.assign(new URL(url), { pathname: '/postgres' }).href })
  await client.connect()
  await client.query(`drop database ${pathname.slice(1)} with (force)`)
  await client.query(`create database ${pathname.slice(1)}`)
  await client.end()
}

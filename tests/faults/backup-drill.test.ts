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

/** Writes, backs up while it writes on, loses everything, restores, counts, and lets a new server send what waited. */
async function drill(target: BackupTarget, loseEverything: () => Promise<void>) {
  const mailServer = await startMailServer()
  onTestFinished(mailServer.stop)
  const server = { database: target.database, mailServer: mailServer.url }
  const visitors = startVisitors(createSeededRandom('drill'))
  onTestFinished(visitors.leave)
  const first = startKillableBackend({ ...server, name: 'first' })
  onTestFinished(first.kill)
  visitors.moveTo(await first.url)
  await expect.poll(() => mailServer.emails.length).toBeGreaterThan(10)
  mailServer.setFault('temporary') // from here on mails wait
  await pause(500)

  const acknowledged = [...visitors.acknowledged]
  const to = join(parent, 'backups')
  const made = await runBackupCommand('backup', ['--to', to], target)
  expect(made).toMatchObject({ status: 0, stderr: '' })
  const written = visitors.acknowledged.length - acknowledged.length
  visitors.leave()
  await first.kill()
  await loseEverything()

  const [name = ''] = await readdir(to)
  const restored = await runBackupCommand('restore', [join(to, name)], target)
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
  for (const stdout of [made.stdout, restored.stdout])
    expect(stdout).toMatch(new RegExp(`^message +${messages.length.toLocaleString('en-US')} rows$`, 'm'))

  const mailedBefore = mailServer.emails.length
  mailServer.setFault(undefined)
  // Half a minute until the next attempt has passed.
  await db
    .updateTable('outbox')
    .set({ next_attempt_at: 1, leased_until: null })
    .where('state', '=', 'waiting')
    .execute()
  const second = startKillableBackend({ ...server, name: 'second' })
  onTestFinished(second.kill)
  await second.url
  const unsent = () => db.selectFrom('outbox').select('message_id').where('state', '!=', 'sent').execute()
  await expect.poll(unsent, { timeout: 60_000 }).toEqual([])
  const mailed = mailServer.emails.slice(mailedBefore).map(({ messageId }) => messageId)
  expect(mailed.sort()).toEqual(waiting.map((id) => `<${id}@blackland.example>`).sort())
  await second.kill()
  return { acknowledged: acknowledged.length, written, restored: messages.length, waiting: waiting.length }
}

describe('a backup that is restored after everything was lost', () => {
  test('has every message that was acknowledged before, once, on SQLite', async () => {
    const folder = join(parent, 'backend')
    const target = { database: { file: join(folder, 'backend.sqlite') }, dataFolder: folder }
    const counts = await drill(target, () => rm(folder, { recursive: true }))
    expect(counts.written).toBeGreaterThan(0)
  })

  test('has every message that was acknowledged before, once, on PostgreSQL', async (context) => {
    const { url, programs } = await createInstalledPostgresDatabase(context)
    const target = { database: { url }, dataFolder: join(parent, 'backend'), programs }
    const counts = await drill(target, () => replaceDatabase(url))
    expect(counts.written).toBeGreaterThan(0)
  })
})

/** Drops the database, and makes an empty one of its name. */
async function replaceDatabase(url: string): Promise<void> {
  const { pathname } = new URL(url)
  const client = new Client({ connectionString: Object.assign(new URL(url), { pathname: '/postgres' }).href })
  await client.connect()
  await client.query(`drop database ${pathname.slice(1)} with (force)`)
  await client.query(`create database ${pathname.slice(1)}`)
  await client.end()
}

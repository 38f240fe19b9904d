import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { BackendConfig } from '#server/config.ts'
import { openDatabase } from '#server/database/open-database.ts'
import type { Database } from '#server/database/schema.ts'
import { createEmlFolderDelivery } from '#server/outbox/eml-folder.ts'
import { type OutboxWorkerOptions, startOutboxWorker } from '#server/outbox/outbox-worker.ts'
import { describeOnEachDatabase } from '#tests/setup/database/describe-on-each-database.ts'
import { createPostgresDatabase } from '#tests/setup/database/postgres-database.ts'
import { insertQueuedEmail, readOutboxRow } from '#tests/setup/server/test-outbox.ts'
import { parseMessagesCommand } from './messages-command.ts'

const SENT = { state: 'sent', sent_at: Date.now() } as const
const DEAD = { state: 'dead', attempts: 80 } as const
const NOON = Date.UTC(2025, 10, 21, 12)
const AT_NOON = { queued_at: NOON, next_attempt_at: NOON }

let emlFolder: string

beforeEach(async () => {
  emlFolder = join(await mkdtemp(join(tmpdir(), 'delete-')), 'outbox')
})
afterEach(() => rm(dirname(emlFolder), { recursive: true }))

/** Runs `delete`, and returns its output and questions. */
async function runDelete(
  db: Database,
  database: BackendConfig['database'],
  args: readonly string[],
  confirm: (question: string) => Promise<void> = async () => {},
) {
  const command = parseMessagesCommand(['delete', ...args])
  if (typeof command === 'string') return command
  let printed = ''
  const print = async (text: string) => {
    printed += text
  }
  await command(db, {
    print,
    isTerminal: true,
    confirm: async (question) => {
      printed += `${question}\n`
      await confirm(question)
    },
    database,
    emlFolder,
  })
  return printed
}

const senderEmails = async (db: Database) =>
  (await db.selectFrom('message').select('email').execute()).map(({ email }) => email).sort()

const outboxIds = async (db: Database) =>
  (await db.selectFrom('outbox').select('message_id').execute()).map(({ message_id }) => message_id)

async function writeEml(messageId: string, suffix = '') {
  await mkdir(emlFolder, { recursive: true })
  await writeFile(join(emlFolder, `2025-11-21T12-00-00.000Z-${messageId}.eml${suffix}`), 'mail')
}

/** Uses the same connection as the command: with SQLite, two connections of one process block each other. */
function startTestWorker(
  db: Database,
  deliver: OutboxWorkerOptions['deliver'],
  options: Partial<OutboxWorkerOptions> = {},
) {
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() }
  const worker = startOutboxWorker({ db, deliver, log, pollIntervalMs: 20, ...options })
  onTestFinished(() => worker.stop())
  return { log }
}

describeOnEachDatabase('npm run messages -- delete', (open, target) => {
  let db: Database
  beforeEach(async () => {
    db = await open()
  })
  const remove = (args: readonly string[], confirm?: () => Promise<void>) => runDelete(db, target(), args, confirm)

  test('deletes all messages of a person, and no others', async () => {
    const ids = [
      await insertQueuedEmail(db, { email: 'ann@site.example', outbox: SENT }),
      await insertQueuedEmail(db, { email: 'Ann@Site.Example', outbox: DEAD }),
      await insertQueuedEmail(db, { email: 'ANN@SITE.EXAMPLE', outbox: AT_NOON }),
    ]
    const others = ['joann@site.example', 'ann@site.example.org', 'ann@site-example.org']
    const kept = []
    for (const email of others) kept.push(await insertQueuedEmail(db, { email }))
    for (const id of [...ids, ...kept]) await writeEml(id)
    await writeEml(ids[0] ?? '', '.0b6a7a0e-3c2e-4a53-9d2c-0123456789ab.part')
    const today = new Date().toISOString().slice(0, 10)

    const printed = await remove(['aNN@site.example'])
    expect(printed).toContain(`3 messages, received ${today} (UTC)\n1 email not sent to the office yet`)
    expect(printed).toContain('Delete them permanently?\n')
    expect(printed).toContain('Deleted: 3 messages, 3 emails of the outbox, 3 .eml files.\n')
    expect(printed).toContain('emails in the office’s mailbox (1 email sent)')
    expect(await senderEmails(db)).toEqual(others.sort())
    expect((await outboxIds(db)).sort()).toEqual(kept.sort())
    expect((await readdir(emlFolder)).map((name) => name.slice(25, -4)).sort()).toEqual(kept.sort())
  })

  test('deletes one message by the beginning of its id, also in the spam folder', async () => {
    const id = await insertQueuedEmail(db)
    await insertQueuedEmail(db)
    await db.deleteFrom('outbox').where('message_id', '=', id).execute()
    await db.updateTable('message').set({ folder: 'spam', spam_reason: 'honeypot' }).where('id', '=', id).execute()
    const printed = await remove([id.slice(0, 13).toUpperCase()])
    expect(printed).toContain('Delete it permanently?\n')
    expect(printed).toContain('Deleted: 1 message, 0 emails of the outbox, 0 .eml files.\n')
    expect(await senderEmails(db)).toHaveLength(1)
  })

  test('--too-many deletes the messages that exceeded a limit, and no other spam', async () => {
    await expect(remove(['--too-many'])).rejects.toThrow('No message in the spam folder exceeded a limit')
    for (const spam_reason of ['too-many', 'too-many', 'honeypot', null] as const) {
      const id = await insertQueuedEmail(db, { email: `${spam_reason}@site.example` })
      if (spam_reason === null) continue
      await db.deleteFrom('outbox').where('message_id', '=', id).execute()
      await db.updateTable('message').set({ folder: 'spam', spam_reason }).where('id', '=', id).execute()
    }
    const printed = await remove(['--too-many'])
    expect(printed).toContain('Delete them permanently?\n')
    expect(printed).toContain('Deleted: 2 messages, 0 emails of the outbox, 0 .eml files.\n')
    expect(await senderEmails(db)).toEqual(['honeypot@site.example', 'null@site.example'])
  })

  test('deletes more messages than a statement has parameters', async () => {
    const rows = Array.from({ length: 1_201 }, (_, n) => ({
      id: `${n}`,
      idempotency_key: `${n}`,
      name: 'Ann',
      email: 'ann@site.example',
      message: 'Hello',
      folder: 'inbox' as const,
      received_at: NOON + n * 86_400_000,
    }))
    for (let start = 0; start < rows.length; start += 400)
      await db
        .insertInto('message')
        .values(rows.slice(start, start + 400))
        .execute()
    const printed = await remove(['ann@site.example', '--yes'])
    expect(printed).not.toContain('permanently?')
    expect(printed).toContain('… and 1181 other messages\n1201 messages, received 2025-11-21 to 2029-03-05 (UTC)\n')
    expect(printed).toContain('Deleted: 1201 messages')
    expect(await senderEmails(db)).toEqual([])
  })

  test('deletes nothing without confirmation', async () => {
    await insertQueuedEmail(db)
    const no = () => Promise.reject(new Error('Nothing was changed.'))
    await expect(remove(['ada@engine.example'], no)).rejects.toThrow('Nothing was changed.')
    expect(await outboxIds(db)).toHaveLength(1)
  })

  test.each([
    '%@%',
    'a%@engine.example',
    '_da@engine.example',
    'ada@engine.exampl_',
    "ada@engine.example' or '1'='1",
    '"@engine.example; delete from message; --',
    'ada@engine.example\u0000',
    'ada@engıne.example',
    '@',
  ])('the address %j is neither a pattern nor SQL', async (email) => {
    await insertQueuedEmail(db)
    await expect(remove([email, '--yes'])).rejects.toThrow('No message from ')
    expect(await outboxIds(db)).toHaveLength(1)
  })

  test('escapes control characters of an unknown address', async () => {
    await expect(remove(['\u001b[2J@site.example'])).rejects.toThrow('No message from \\x1b[2J@site.example')
  })

  test('waits for a worker that is sending one of the emails', async () => {
    const id = await insertQueuedEmail(db)
    const other = await insertQueuedEmail(db, {
      email: 'bo@site.example',
      outbox: { next_attempt_at: Date.now() + 1_500 },
    })
    const started = Promise.withResolvers<void>()
    const isReleased = Promise.withResolvers<void>()
    const toFolder = createEmlFolderDelivery(emlFolder, { from: 'website@site.example', to: 'office@site.example' })
    const { log } = startTestWorker(db, async (email, signal) => {
      started.resolve()
      await isReleased.promise
      await toFolder.deliver(email, signal)
    })
    await started.promise
    const removing = remove(['ada@engine.example'], async () => {
      setTimeout(isReleased.resolve, 1_000)
    })
    const printed = await removing
    expect(printed).toContain('The server is sending one of the emails.')
    expect(printed).toContain('Deleted: 1 message, 1 email of the outbox, 1 .eml file.\n')
    await expect.poll(async () => (await readOutboxRow(db, other)).state).toBe('sent')
    expect(await outboxIds(db)).toEqual([other])
    expect(await readdir(emlFolder)).toEqual([expect.stringContaining(other)])
    expect(log.info.mock.calls).toEqual([
      [{ messageId: id }, 'email sent'],
      [{ messageId: other }, 'email sent'],
    ])
    expect(log.error).not.toHaveBeenCalled()
  })

  test.each(['sends', 'fails to send'])(
    'a worker that %s an email after its lease expired neither restores it nor stops',
    async (outcome) => {
      await insertQueuedEmail(db)
      const isReleased = Promise.withResolvers<void>()
      const started = Promise.withResolvers<void>()
      const { log } = startTestWorker(
        db,
        async ({ email }) => {
          if (email !== 'ada@engine.example') return
          started.resolve()
          await isReleased.promise
          if (outcome !== 'sends') throw new Error('rejected')
        },
        { leaseMs: 1 },
      )
      await started.promise
      await expect.poll(() => remove(['ada@engine.example', '--yes']).catch(String)).toContain('Deleted: 1 message')
      isReleased.resolve()
      if (outcome === 'sends') await expect.poll(() => log.warn.mock.calls.length).toBeGreaterThan(0)
      const next = await insertQueuedEmail(db, { email: 'bo@site.example' })
      await expect.poll(async () => (await readOutboxRow(db, next)).state).toBe('sent')
      expect(await outboxIds(db)).toEqual([next])
      expect(log.error).not.toHaveBeenCalled()
    },
  )

  test('a worker does not claim an email that is about to be deleted', async () => {
    const id = await insertQueuedEmail(db)
    const busy = await insertQueuedEmail(db, {
      outbox: { leased_by: 'other worker', leased_until: Date.now() + 1_000 },
    })
    const removing = remove(['ada@engine.example', '--yes'])
    await expect.poll(async () => (await readOutboxRow(db, id)).leased_by).not.toBeNull()
    const delivered: string[] = []
    startTestWorker(db, async ({ messageId }) => void delivered.push(messageId))
    expect(await removing).toContain('Deleted: 2 messages')
    expect(delivered.filter((messageId) => messageId !== busy)).toEqual([])
    expect(await outboxIds(db)).toEqual([])
  })

  test('deletes a message whose email is replayed meanwhile', async () => {
    const id = await insertQueuedEmail(db, { outbox: DEAD })
    const running = remove([id, '--yes'])
    await db.updateTable('outbox').set({ state: 'waiting', leased_by: null }).where('message_id', '=', id).execute()
    expect(await running).toContain('Deleted: 1 message')
    expect(await outboxIds(db)).toEqual([])
    expect(await senderEmails(db)).toEqual([])
  })
})

describe('on SQLite', () => {
  test('no file of the database contains the text afterwards', async () => {
    const folder = dirname(emlFolder)
    const file = join(folder, 'backend.sqlite')
    const server = await openDatabase({ file })
    const command = await openDatabase({ file })
    onTestFinished(() => Promise.all([server.destroy(), command.destroy()]).then(() => {}))
    // Rows of many sizes that move between pages, without `secure_delete`, which would overwrite deleted rows.
    await sql`pragma secure_delete = off`.execute(server)
    const ids: string[] = []
    for (let n = 0; n < 120; n++) {
      const words = `Secret words of number ${n}. `.repeat(1 + ((n * 37) % 60))
      const email = n % 3 === 0 ? 'ann@erased.example' : 'bo@kept.example'
      ids.push(await insertQueuedEmail(server, { name: `Ann ${n}`, email, message: words, outbox: SENT }))
      const id = ids[(n * 7) % ids.length] ?? ''
      await server
        .updateTable('message')
        .set({ name: `Ann Moved ${n}` })
        .where('id', '=', id)
        .execute()
    }
    const filesWith = (text: string) =>
      readdirSync(folder).filter(
        (name) => name.startsWith('backend.sqlite') && readFileSync(join(folder, name)).includes(text),
      )
    const printed = await runDelete(command, { file }, ['ann@erased.example', '--yes'])
    expect(printed).toContain('Deleted: 40 messages')
    expect(printed).toContain(`${file} was rewritten and no longer contains their text.\n`)
    expect(filesWith('ann@erased.example')).toEqual([])
    for (let n = 0; n < 120; n += 3) expect(filesWith(`Secret words of number ${n}.`)).toEqual([])
    expect(filesWith('bo@kept.example')).toEqual(['backend.sqlite'])
    expect(await senderEmails(server)).toHaveLength(80)
  })

  test('reports which data remain when the file cannot be rewritten', async () => {
    const file = join(dirname(emlFolder), 'backend.sqlite')
    const db = await openDatabase({ file })
    onTestFinished(() => db.destroy())
    await insertQueuedEmail(db, { outbox: SENT })
    const reader = await openDatabase({ file })
    onTestFinished(() => reader.destroy())
    await sql`begin`.execute(reader)
    await reader.selectFrom('message').select('id').execute()
    await expect(runDelete(db, { file }, ['ada@engine.example', '--yes'])).rejects.toThrow(
      `The messages are deleted, but ${file} could not be rewritten (the write-ahead log is in use) and may still contain`,
    )
    expect(await senderEmails(db)).toEqual([])
  })
})

test('matches I and i on PostgreSQL with a Turkish locale', async () => {
  const url = new URL(await createPostgresDatabase())
  const administrator = await openDatabase({ url: url.href })
  await sql`create database turkish template template0 locale_provider icu icu_locale 'tr-TR'`.execute(administrator)
  await administrator.destroy()
  url.pathname = '/turkish'
  const db = await openDatabase({ url: url.href })
  onTestFinished(() => db.destroy())
  await insertQueuedEmail(db, { email: 'INFO@SITE.EXAMPLE', outbox: SENT })
  expect(await runDelete(db, { url: url.href }, ['info@site.example', '--yes'])).toContain('Deleted: 1 message')
})

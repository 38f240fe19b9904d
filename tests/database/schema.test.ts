import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { expect, test } from 'vitest'
import { streamMessagesCsv } from '#scripts/messages/messages-csv.ts'
import type { ServerConfig } from '#server/config/server-config.ts'
import { createMigrations } from '#server/database/migrations.ts'
import { createPostgresDialect, openDatabase } from '#server/database/open-database.ts'
import type { Database, Tables } from '#server/database/schema.ts'
import { createSqliteDialect } from '#server/database/sqlite/sqlite-dialect.ts'
import { createPostgresDatabase } from '#tests/setup/database/postgres-database.ts'
import { createMessage, createMessageRow, insertQueuedEmail } from '#tests/setup/messages.ts'
import { describeOnEachDatabase } from './on-each-database.ts'

describeOnEachDatabase('a database', (open, target) => {
  test('several processes can open it at the same time, and their transactions lose no update', async () => {
    const processes = Array.from({ length: 3 }, () => runCounting(target(), 50))
    expect(await Promise.all(processes)).toEqual(Array(3).fill({ code: 0, stderr: '' }))
    const db = await open()
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
    expect(rows).toEqual(Object.keys(createMigrations('binary')).map((name) => ({ name })))
    expect(await db.selectFrom('rate').select('count').execute()).toEqual([{ count: 150 }])
  })

  test('returns times and counts as numbers', async () => {
    const db = await open()
    const row = { key: 'a', count: 2 ** 40, resets_at: 1_763_000_000_123 }
    await db.insertInto('rate').values(row).execute()
    expect(await db.selectFrom('rate').selectAll().execute()).toEqual([row])
    const { rows } = await sql`select count(*) as found from rate`.execute(db)
    expect(rows).toEqual([{ found: 1 }])
  })
})

const TEXT = { ...createMessage({ message: 'x\n😀'.repeat(1_500) }), received_at: 1_763_000_000_000 }

const MESSAGES = [
  { ...TEXT, id: 'a', idempotency_key: 'key a', folder: 'inbox', spam_reason: null },
  { ...TEXT, id: 'b', idempotency_key: 'key b', folder: 'spam', spam_reason: 'honeypot' },
] as const

/** Creates a database with the tables of the first server version. Returns all its rows. */
async function createFirstVersion(target: ServerConfig['database']) {
  const isPostgres = 'url' in target
  const db = new Kysely<Tables>({
    dialect: isPostgres ? createPostgresDialect(target.url) : createSqliteDialect(target.file),
  })
  const getMigrations = async () => createMigrations(isPostgres ? '"C"' : 'binary')
  const { error } = await new Migrator({ db, provider: { getMigrations } }).migrateTo('001-contact')
  if (error) throw error
  await db.insertInto('message').values(MESSAGES).execute()
  const times = { queued_at: 6, next_attempt_at: 7 }
  const email = { message_id: 'a', state: 'dead', attempts: 3, ...times, last_error: 'ESOCKET' } as const
  await db.insertInto('outbox').values(email).execute()
  const rows = await readAllRows(db)
  await db.destroy()
  return rows
}

const readAllRows = async (db: Kysely<Tables>) => ({
  message: await db.selectFrom('message').selectAll().orderBy('id').execute(),
  outbox: await db.selectFrom('outbox').selectAll().orderBy('message_id').execute(),
})

describeOnEachDatabase('a database of the first version', (_, target) => {
  // The PostgreSQL database of the suite has been migrated already.
  const emptyTarget = async () => ('url' in target() ? { url: await createPostgresDatabase() } : target())

  test('keeps all rows, and accepts the spam reason too-many', async () => {
    const own = await emptyTarget()
    const rows = await createFirstVersion(own)
    expect(rows.message).toEqual(MESSAGES)
    const db = await openDatabase(own)
    expect(await readAllRows(db)).toMatchObject(rows) // the columns of later versions are new
    await db.updateTable('message').set({ spam_reason: 'too-many' }).where('folder', '=', 'spam').execute()
    await expect(sql`update message set spam_reason = 'rude'`.execute(db)).rejects.toThrow(/constraint/i)
    await expect(sql`delete from message`.execute(db)).rejects.toThrow(/constraint/i)
    await insertQueuedEmail(db)
    if (!('url' in own)) {
      expect((await sql`pragma integrity_check`.execute(db)).rows).toEqual([{ integrity_check: 'ok' }])
      expect((await sql`pragma foreign_key_check`.execute(db)).rows).toEqual([])
    }
    await db.destroy()

    const again = await openDatabase(own)
    expect(await again.selectFrom('message').select('id').execute()).toHaveLength(MESSAGES.length + 1)
    await again.destroy()
  })

  test('of a newer version is opened and works, unless a migration is missing or unknown before the last one', async () => {
    const own = await emptyTarget()
    const newer = await openDatabase(own)
    const timestamp = new Date(Date.now() + 1_000).toISOString()
    await sql`insert into kysely_migration (name, timestamp) values ('999-newer', ${timestamp})`.execute(newer)
    await newer.destroy()
    const again = await openDatabase(own)
    await insertQueuedEmail(again)
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(again)
    expect(rows.map(({ name }) => name)).toEqual([...Object.keys(createMigrations('binary')), '999-newer'])
    await sql`delete from kysely_migration where name = '002-message-limits'`.execute(again)
    await again.destroy()
    await expect(openDatabase(own)).rejects.toThrow(
      'cannot be opened: another version of the server has changed it (999-newer): use that version, restore a backup',
    )
  })
})

describeOnEachDatabase('the CSV export', (open) => {
  test('exports each message once, across pages and equal times', async () => {
    const db = await open()
    const rows = Array.from({ length: 1_203 }, (_, n) => createMessageRow({ received_at: n < 600 ? 7 : 7 + n }))
    await db.insertInto('message').values(rows).execute()
    const lines = (await text(streamMessagesCsv(db))).trimEnd().split('\r\n').slice(1)
    const sorted = rows.toSorted((a, b) => a.received_at - b.received_at || (a.id < b.id ? -1 : 1))
    expect(lines.map((line) => line.split('"')[1])).toEqual(sorted.map((row) => row.id))
  })
})

test.each([
  [{ url: 'postgres://user:secret@127.0.0.1:1/site' }, '127.0.0.1:1/site cannot be opened: connect ECONNREFUSED'],
  [{ url: 'postgres://user:secret@nowhere..invalid/site' }, 'nowhere..invalid/site cannot be opened: getaddrinfo'],
  [{ file: '/' }, 'The database / cannot be opened: unable to open'],
])('a database that cannot be opened is reported in one line: %o', async (target, message) => {
  const error = await openDatabase(target).catch(String)
  expect(error).toContain(message)
  expect(error).not.toMatch(/secret|\n/)
})

test('PostgreSQL: rejects a transaction whose connection the server closes, and opens another connection for the next one', async () => {
  const url = await createPostgresDatabase()
  const db = await openDatabase({ url })
  const administrator = await openDatabase({ url })
  const pidOf = async (transaction: Database) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction)
    return rows[0]?.pid
  }

  const betweenQueries = db.transaction().execute(async (transaction) => {
    await sql`select pg_terminate_backend(${await pidOf(transaction)})`.execute(administrator)
    await expect.poll(() => pidOf(transaction).catch(() => 'gone')).toBe('gone')
    await transaction.selectFrom('rate').selectAll().execute()
  })
  await expect(betweenQueries).rejects.toThrow(/connection|ECONNRESET/i)

  expect(await db.transaction().execute((tx) => tx.selectFrom('rate').selectAll().execute())).toEqual([])
  await db.destroy()
  await administrator.destroy()
})

/** Runs a process that opens the database, and adds one to a count in each of its transactions. */
async function runCounting(target: object, times: number) {
  const script = `
    const { openDatabase } = await import('#server/database/open-database.ts')
    const db = await openDatabase(${JSON.stringify(target)})
    const row = { key: 'a', count: 0, resets_at: 0 }
    await db.insertInto('rate').values(row).onConflict((conflict) => conflict.doNothing()).execute()
    for (let time = 0; time < ${times}; time++) await db.transaction().execute(async (transaction) => {
      const { count } = await transaction.selectFrom('rate').select('count').forUpdate().executeTakeFirstOrThrow()
      await transaction.updateTable('rate').set({ count: count + 1 }).execute()
    })
    await db.destroy()`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  return { code, stderr }
}

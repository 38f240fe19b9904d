import { Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { expect, test } from 'vitest'
import type { BackendConfig } from '#server/config.ts'
import { describeOnEachDatabase } from '#tests/setup/database/describe-on-each-database.ts'
import { createPostgresDatabase } from '#tests/setup/database/postgres-database.ts'
import { insertQueuedEmail } from '#tests/setup/server/test-outbox.ts'
import { copySqliteToPostgres } from './copy-to-postgres.ts'
import { createMigrations } from './migrations.ts'
import { openDatabase } from './open-database.ts'
import { createPostgresDialect } from './postgres-dialect.ts'
import type { Tables } from './schema.ts'
import { createSqliteDialect } from './sqlite/sqlite-dialect.ts'

const MESSAGES = 40

const message = (n: number) =>
  ({
    id: `m${String(n).padStart(2, '0')}`,
    idempotency_key: `key ${n}`,
    name: 'Ada 😀',
    email: 'ada@engine.example',
    message: `No. ${n}\n${'x'.repeat(5_000)}`,
    folder: n % 3 === 0 ? 'spam' : 'inbox',
    spam_reason: n % 3 === 0 ? (n % 2 === 0 ? 'honeypot' : 'too-fast') : null,
    received_at: 1_763_000_000_000 + n,
  }) as const

/** Creates a database with the tables of the first server version. Returns all its rows. */
async function createFirstVersion(target: BackendConfig['database']) {
  const isPostgres = 'url' in target
  const db = new Kysely<Tables>({
    dialect: isPostgres ? createPostgresDialect(target.url) : createSqliteDialect(target.file),
  })
  const getMigrations = async () => createMigrations(isPostgres ? '"C"' : 'binary')
  const { error } = await new Migrator({ db, provider: { getMigrations } }).migrateTo('001-contact')
  if (error) throw error
  await db.insertInto('session').values({ id: 's', secret_hash: 'h', created_at: 1, expires_at: 2 }).execute()
  await db.insertInto('used_captcha').values({ token_hash: 't', expires_at: 3 }).execute()
  await db.insertInto('rate').values({ key: 'logins of address 127.0.0.1', count: 4, resets_at: 5 }).execute()
  for (let n = 0; n < MESSAGES; n++) {
    await db.insertInto('message').values(message(n)).execute()
    if (message(n).folder === 'spam') continue
    const mail = { message_id: message(n).id, state: 'dead', attempts: n, queued_at: 6, next_attempt_at: 7 } as const
    await db
      .insertInto('outbox')
      .values({ ...mail, last_error: 'ESOCKET' })
      .execute()
  }
  await expect(db.updateTable('message').set({ spam_reason: 'too-many' }).execute()).rejects.toThrow(/constraint/i)
  const rows = await readAllRows(db)
  await db.destroy()
  return rows
}

const readAllRows = async (db: Kysely<Tables>) => ({
  session: await db.selectFrom('session').selectAll().execute(),
  captcha: await db.selectFrom('used_captcha').selectAll().execute(),
  rate: await db.selectFrom('rate').selectAll().execute(),
  message: await db.selectFrom('message').selectAll().orderBy('id').execute(),
  outbox: await db.selectFrom('outbox').selectAll().orderBy('message_id').execute(),
})

describeOnEachDatabase('a database of the first version', (_, target) => {
  // The PostgreSQL database of the suite has been migrated already.
  const emptyTarget = async () => ('url' in target() ? { url: await createPostgresDatabase() } : target())

  test('keeps all rows, and accepts the spam reason too-many', async () => {
    const own = await emptyTarget()
    const rows = await createFirstVersion(own)
    expect(rows.message).toHaveLength(MESSAGES)
    const db = await openDatabase(own)
    expect(await readAllRows(db)).toEqual(rows)
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
    expect(await again.selectFrom('message').select('id').execute()).toHaveLength(MESSAGES + 1)
    await again.destroy()
  })

  test('can be copied to PostgreSQL', async () => {
    const own = await emptyTarget()
    if ('url' in own) return // only SQLite can be copied
    const rows = await createFirstVersion(own)
    const to = { url: await createPostgresDatabase() }
    await copySqliteToPostgres(own, to)
    const db = await openDatabase(to)
    expect(await readAllRows(db)).toEqual(rows)
    await db.destroy()
  })
})

import { Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { expect, test } from 'vitest'
import type { ServerConfig } from '#server/config.ts'
import { describeOnEachDatabase } from '#tests/setup/database/describe-on-each-database.ts'
import { createPostgresDatabase } from '#tests/setup/database/postgres-database.ts'
import { insertQueuedEmail } from '#tests/setup/server/test-outbox.ts'
import { createMigrations } from './migrations.ts'
import { openDatabase } from './open-database.ts'
import { createPostgresDialect } from './postgres-dialect.ts'
import type { Tables } from './schema.ts'
import { createSqliteDialect } from './sqlite/sqlite-dialect.ts'

const TEXT = {
  name: 'Ada 😀',
  email: 'ada@engine.example',
  message: 'x\n'.repeat(2_500),
  received_at: 1_763_000_000_000,
}

const MESSAGES = [
  { ...TEXT, id: 'a', idempotency_key: 'key a', folder: 'inbox', spam_reason: null },
  { ...TEXT, id: 'b', idempotency_key: 'key b', folder: 'spam', spam_reason: 'honeypot' },
  { ...TEXT, id: 'c', idempotency_key: 'key c', folder: 'spam', spam_reason: 'too-fast' },
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
  await db.insertInto('session').values({ id: 's', secret_hash: 'h', created_at: 1, expires_at: 2 }).execute()
  await db.insertInto('used_captcha').values({ token_hash: 't', expires_at: 3 }).execute()
  await db.insertInto('rate').values({ key: 'logins of address 127.0.0.1', count: 4, resets_at: 5 }).execute()
  await db.insertInto('message').values(MESSAGES).execute()
  const mail = { message_id: 'a', state: 'dead', attempts: 3, queued_at: 6, next_attempt_at: 7 } as const
  await db
    .insertInto('outbox')
    .values({ ...mail, last_error: 'ESOCKET' })
    .execute()
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

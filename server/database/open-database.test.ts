import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { describeOnEachDatabase } from '#tests/setup/database/describe-on-each-database.ts'
import { insertMessage } from '#tests/setup/server/test-messages.ts'
import { insertQueuedEmail } from '#tests/setup/server/test-outbox.ts'
import { createMigrations } from './migrations.ts'
import { openDatabase } from './open-database.ts'

const TABLES = [
  'message',
  'outbox',
  'publish_announcement',
  'publish_time',
  'rate',
  'session',
  'used_captcha',
  'webhook_call',
]

describeOnEachDatabase('a database', (open, target) => {
  test('creates its tables and keeps their rows', async () => {
    await insertMessage(await open(), { id: 'a' })
    const again = await open()
    const tables = await again.introspection.getTables()
    expect(tables.map(({ name }) => name).sort()).toEqual(TABLES)
    expect(await again.selectFrom('message').select('id').execute()).toEqual([{ id: 'a' }])
  })

  test('several processes can open it at the same time, and their transactions lose no update', async () => {
    const children = Array.from({ length: 3 }, () => startCounting(target(), 50))
    expect(await Promise.all(children.map(outcome))).toEqual(children.map(() => ({ code: 0, stderr: '' })))
    const db = await open()
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
    expect(rows).toEqual(Object.keys(createMigrations('binary')).map((name) => ({ name })))
    expect(await db.selectFrom('rate').select('count').execute()).toEqual([{ count: 150 }])
  }, 60_000)

  test('returns times and counts as numbers', async () => {
    const db = await open()
    const row = { key: 'a', count: 2 ** 40, resets_at: 1_763_000_000_123 }
    await db.insertInto('rate').values(row).execute()
    expect(await db.selectFrom('rate').selectAll().execute()).toEqual([row])
    const { rows } = await sql`select count(*) as found from rate`.execute(db)
    expect(rows).toEqual([{ found: 1 }])
  })

  test('an update returns the number of changed rows, or the rows', async () => {
    const db = await open()
    for (const id of ['a', 'b']) await insertMessage(db, { id })
    const spam = db.updateTable('message').set({ folder: 'spam', spam_reason: 'honeypot' })
    expect((await spam.executeTakeFirst()).numUpdatedRows).toBe(2n)
    expect(await spam.where('id', '=', 'b').returning('folder').execute()).toEqual([{ folder: 'spam' }])
  })

  test.each([
    ['an unknown folder', `update message set folder = 'trash'`],
    ['an unknown spam reason', `update message set spam_reason = 'rude'`],
    ['an unknown state', `update outbox set state = 'lost'`],
    ['an outbox row without a message', `update outbox set message_id = 'b'`],
    ['deleting a message that has an outbox row', 'delete from message'],
  ])('rejects %s', async (_, change) => {
    const db = await open()
    await insertQueuedEmail(db)
    await expect(sql.raw(change).execute(db)).rejects.toThrow(/constraint/i)
  })

  test('rejects a second message with the same key', async () => {
    const db = await open()
    await insertMessage(db, { idempotency_key: 'key' })
    await expect(insertMessage(db, { idempotency_key: 'key' })).rejects.toThrow(/constraint/i)
  })

  test('a failed transaction changes nothing', async () => {
    const db = await open()
    const failing = db.transaction().execute(async (transaction) => {
      await insertMessage(transaction)
      throw new Error('no power')
    })
    await expect(failing).rejects.toThrow('no power')
    expect(await db.selectFrom('message').selectAll().execute()).toEqual([])
  })

  test('sorts keys by bytes', async () => {
    const db = await open()
    const keys = ['a', 'B', 'é', '-b', 'Z', '_', '1', '😀', '\uffff']
    await db
      .insertInto('rate')
      .values(keys.map((key) => ({ key, count: 1, resets_at: 1 })))
      .execute()
    const rows = await db.selectFrom('rate').select('key').orderBy('key').execute()
    const sortedByBytes = keys.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
    expect(rows.map(({ key }) => key)).toEqual(sortedByBytes)
  })
})

describe('a database that cannot be opened is reported in one line', () => {
  test.each([
    ['no server', 'postgres://user:secret@127.0.0.1:1/site', '127.0.0.1:1/site cannot be opened: connect ECONNREFUSED'],
    ['no host', 'postgres://user:secret@nowhere.invalid/site', 'nowhere.invalid/site cannot be opened: getaddrinfo'],
  ])('%s', async (_, url, message) => {
    const error = await openDatabase({ url }).catch(String)
    expect(error).toContain(message)
    expect(error).not.toMatch(/secret|\n/)
  })

  test('a folder instead of a file', async () => {
    await expect(openDatabase({ file: '/' })).rejects.toThrow('The database / cannot be opened: unable to open')
  })
})

/** Starts a process that opens the database, and adds one to a count in each of its transactions. */
function startCounting(target: object, times: number): ChildProcess {
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
  return spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: ['ignore', 'ignore', 'pipe'] })
}

async function outcome(process: ChildProcess) {
  const stderr = process.stderr ? text(process.stderr) : ''
  const [code]: unknown[] = await once(process, 'exit')
  return { code, stderr: await stderr }
}

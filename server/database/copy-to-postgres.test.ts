import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createPostgresDatabase } from '#tests/setup/database/postgres-database.ts'
import { copySqliteToPostgres } from './copy-to-postgres.ts'
import { openDatabase } from './open-database.ts'
import type { Database } from './schema.ts'

let folder: string
let from: { file: string }
let to: { url: string }
const opened: Database[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'copy-'))
  from = { file: join(folder, 'backend.sqlite') }
  to = { url: await createPostgresDatabase() }
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map((db) => db.destroy()))
  await rm(folder, { recursive: true })
})

async function open(target: typeof from | typeof to): Promise<Database> {
  const db = await openDatabase(target)
  opened.push(db)
  return db
}

const TEXTS = [
  'plain',
  '  spaces around  ',
  'two\nlines\r\nand\ta tab',
  `'single' "double" \`back\` \\ backslash, $1 ? :name; drop table message; --`,
  'مرحبا بالعالم',
  '\u202eשלום\u202c',
  '👩‍👩‍👧‍👦 🏴‍☠️ e\u0301 é ﬁ 𝔘',
  '\ufeffwith a mark',
  '\u007f\u0085\u2028\u2029\ufffd\uffff',
  '漢字'.repeat(2_500),
]

/** Creates and closes a database with rows in every table, `messages` of them messages. */
async function fill(messages: number): Promise<void> {
  const db = await openDatabase(from)
  await db
    .insertInto('session')
    .values({ id: 's', secret_hash: 'h', created_at: 1, expires_at: 2 ** 52 })
    .execute()
  await db.insertInto('used_captcha').values({ token_hash: 't', expires_at: 0 }).execute()
  await db
    .insertInto('rate')
    .values([row('b'), row('É 😀'), row('Z'), row('')])
    .execute()
  await db.insertInto('webhook_call').values({ name_hash: 'n', expires_at: 0 }).execute()
  await db.insertInto('publish_announcement').values({ id: 1, touched: '{}', announced_at: 2 }).execute()
  await db.transaction().execute(async (transaction) => {
    for (let n = 0; n < messages; n++) {
      const text = TEXTS[n % TEXTS.length] ?? ''
      const id = `${(n * 7) % messages}`
      const folder = n % 3 === 0 ? (SPAM[(n / 3) % 3] ?? INBOX) : INBOX
      await transaction
        .insertInto('message')
        .values({ id, idempotency_key: `k${n}`, name: text, email: text, message: text, received_at: n, ...folder })
        .execute()
      if (folder === INBOX) await transaction.insertInto('outbox').values(mail(id, text)).execute()
    }
  })
  await db.destroy()
}

const row = (key: string) => ({ key, count: 3, resets_at: 4 })

const SPAM = (['honeypot', 'too-fast', 'too-many'] as const).map(
  (spam_reason) => ({ folder: 'spam', spam_reason }) as const,
)

const INBOX = { folder: 'inbox', spam_reason: null } as const

const mail = (id: string, text: string) =>
  ({
    message_id: id,
    state: 'dead',
    attempts: 9,
    queued_at: 1,
    next_attempt_at: 2,
    leased_until: 3,
    leased_by: text,
    sent_at: 5,
    last_error: text,
  }) as const

const messages = (db: Database) => db.selectFrom('message').selectAll().orderBy('id').execute()

test('copies all rows unchanged', async () => {
  await fill(1_301)
  const copied = await copySqliteToPostgres(from, to)

  expect(copied.map(({ name, rows }) => `${name} ${rows}`)).toEqual([
    'session 1',
    'used_captcha 1',
    'rate 4',
    'message 1301',
    'outbox 867',
    'webhook_call 1',
    'publish_announcement 1',
  ])
  const [source, target] = [await open(from), await open(to)]
  expect(await messages(target)).toEqual(await messages(source))
  for (const table of ['session', 'used_captcha', 'rate', 'outbox', 'webhook_call', 'publish_announcement'] as const)
    expect(new Set(await target.selectFrom(table).selectAll().execute())).toEqual(
      new Set(await source.selectFrom(table).selectAll().execute()),
    )
  const rates = `["",3,4]\n["Z",3,4]\n["b",3,4]\n["É 😀",3,4]\n`
  expect(copied[2]?.digest).toBe(createHash('sha256').update(rates).digest('hex'))
})

/** Fails for a new column or table that `fill` does not cover. */
test('the test data has a value in every column', async () => {
  await fill(4)
  const source = await open(from)
  for (const { name, columns } of await source.introspection.getTables()) {
    for (const column of columns) {
      const { rows } = await sql`
        select ${sql.lit(`${name}.${column.name}`)} as name from ${sql.table(name)}
        where ${sql.ref(column.name)} is not null limit 1`.execute(source)
      expect(rows).toEqual([{ name: `${name}.${column.name}` }])
    }
  }
})

test('copies an empty database', async () => {
  await (await open(from)).destroy()
  expect((await copySqliteToPostgres(from, to)).every(({ rows }) => rows === 0)).toBe(true)
})

test('rejects a target with rows, names the table, and leaves it unchanged', async () => {
  await fill(10)
  const target = await open(to)
  await target.insertInto('rate').values(row('mine')).execute()
  await expect(copySqliteToPostgres(from, to)).rejects.toThrow(/test_\d+ has rows in "rate": copy into an empty one$/)
  expect(await target.selectFrom('rate').selectAll().execute()).toEqual([row('mine')])
  expect(await messages(target)).toEqual([])
})

test('rejects copying twice', async () => {
  await fill(10)
  await copySqliteToPostgres(from, to)
  await expect(copySqliteToPostgres(from, to)).rejects.toThrow('has rows in "session"')
})

test('rolls back if a copied row differs', async () => {
  await fill(10)
  const target = await open(to)
  await sql`create function shout() returns trigger language plpgsql
    as 'begin new.name := upper(new.name); return new; end'`.execute(target)
  await sql`create trigger shouting before insert on message for each row execute function shout()`.execute(target)
  await expect(copySqliteToPostgres(from, to)).rejects.toThrow('"message" was not copied correctly: 10 rows (')
  expect(await target.selectFrom('session').selectAll().execute()).toEqual([])
  expect(await messages(target)).toEqual([])
})

test('rejects a source that a server has open', async () => {
  await fill(1)
  const server = await open(from)
  await server.selectFrom('message').selectAll().execute()
  await expect(copySqliteToPostgres(from, to)).rejects.toThrow('is in use: stop the server, then copy')
  await server.destroy()
  await copySqliteToPostgres(from, to)
})

test('rejects a missing file and does not create it', async () => {
  await expect(copySqliteToPostgres(from, to)).rejects.toThrow(`The database ${from.file} does not exist`)
})

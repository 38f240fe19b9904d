import { spawnSync } from 'node:child_process'
import { dirname } from 'node:path'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { createCommandEnv } from '#scripts/test/command-env.ts'
import { copySqliteToPostgres } from '#server/database/copy-to-postgres.ts'
import { acquireSqliteLock } from '#server/database/sqlite/sqlite-lock.ts'
import { createTestDatabase } from '#tests/setup/backend.ts'
import { createPostgresDatabase } from '#tests/setup/database/postgres-database.ts'
import { createMessageRow, insertQueuedEmail } from '#tests/setup/messages.ts'
import { openTestDatabase } from './on-each-database.ts'

let source: Awaited<ReturnType<typeof createTestDatabase>>
let url: string

beforeEach(async () => {
  source = await createTestDatabase()
  url = await createPostgresDatabase()
})

const openTarget = () => openTestDatabase({ url })

const TEXTS = [
  '  spaces around  ',
  'two\nlines\r\nand\ta tab',
  `'single' "double" \`back\` \\ backslash, $1 ? :name; drop table message; --`,
  'مرحبا بالعالم \u202eשלום\u202c',
  '👩‍👩‍👧‍👦 🏴‍☠️ e\u0301 é ﬁ 𝔘',
  '\ufeffwith a mark \u007f\u0085\u2028\u2029\ufffd\uffff',
  '漢字'.repeat(2_500),
]

test('§12.7 copies all rows of all tables unchanged', async () => {
  const { db, file } = source
  const session = { id: 's', secret_hash: 'h', created_at: 1, expires_at: 2 ** 52 }
  await db.insertInto('session').values(session).execute()
  const rows = Array.from({ length: 600 }, () => createMessageRow())
  await db.insertInto('message').values(rows).execute()
  for (const text of TEXTS)
    await insertQueuedEmail(db, { name: text, message: text, outbox: { leased_by: 'worker', leased_until: 2 ** 42 } })
  const copied = await copySqliteToPostgres({ file }, { url })
  expect(copied.get('message')).toBe(600 + TEXTS.length)
  const target = await openTarget()
  for (const { name } of await db.introspection.getTables()) {
    const rowsOf = sql`select * from ${sql.table(name)}`
    const [from, to] = [await rowsOf.execute(db), await rowsOf.execute(target)]
    expect(new Set(to.rows)).toEqual(new Set(from.rows))
    expect(copied.get(name)).toBe(to.rows.length)
  }
})

test('§12.7 rejects a target with rows, and leaves it unchanged', async () => {
  await insertQueuedEmail(source.db)
  await copySqliteToPostgres(source, { url })
  await insertQueuedEmail(source.db)
  await expect(copySqliteToPostgres(source, { url })).rejects.toThrow(
    /test_\d+ has rows in "message": copy into an empty/,
  )
  expect(await (await openTarget()).selectFrom('message').select('id').execute()).toHaveLength(1)
})

test('rejects a source whose server is running, and one that does not exist', async () => {
  const server = acquireSqliteLock(source.file)
  await expect(copySqliteToPostgres(source, { url })).rejects.toThrow(`The database ${source.file} is in use`)
  server[Symbol.dispose]()
  await copySqliteToPostgres(source, { url })
  await expect(copySqliteToPostgres({ file: '/no/such.sqlite' }, { url })).rejects.toThrow(
    '/no/such.sqlite does not exist',
  )
})

test('the command prints a line for each table, and needs DATABASE_URL', async () => {
  await insertQueuedEmail(source.db)
  const run = (env: Readonly<Record<string, string>>) => {
    const variables = createCommandEnv({ BACKEND_FOLDER: dirname(source.file), ...env })
    const options = { env: variables, encoding: 'utf8' } as const
    const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/copy-database.ts'], options)
    return { status, stdout, stderr }
  }
  const copied = run({ DATABASE_URL: url })
  expect(copied).toMatchObject({ status: 0, stderr: '' })
  expect(copied.stdout).toMatch(/^message: 1 rows copied\n(.*\n)*outbox: 1 rows copied\n$/m)
  expect(run({})).toMatchObject({ status: 1, stderr: expect.stringContaining('DATABASE_URL is not set') })
})

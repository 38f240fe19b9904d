import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { sql } from 'kysely'
import { UserError } from '#shared/user-error.ts'
import { formatDatabaseName, openDatabase } from './open-database.ts'
import type { Database, Tables } from './schema.ts'
import { isSqliteBusy } from './sqlite/sqlite-error.ts'

/** A table that was copied and compared. */
export interface CopiedTable {
  readonly name: string
  readonly rows: number
  /** SHA-256 of all rows, hex: the same in both databases. */
  readonly digest: string
}

/** All tables with their columns, primary key first. Referenced tables come before those that refer to them. */
const COLUMNS = {
  session: ['id', 'secret_hash', 'created_at', 'expires_at'],
  used_captcha: ['token_hash', 'expires_at'],
  rate: ['key', 'count', 'resets_at'],
  message: ['id', 'idempotency_key', 'name', 'email', 'message', 'folder', 'spam_reason', 'received_at'],
  outbox: [
    'message_id',
    'state',
    'attempts',
    'queued_at',
    'next_attempt_at',
    'leased_until',
    'leased_by',
    'sent_at',
    'last_error',
  ],
  webhook_call: ['name_hash', 'expires_at'],
  publish_announcement: ['id', 'touched', 'announced_at'],
} satisfies { [Table in keyof Tables]: readonly [keyof Tables[Table], ...(keyof Tables[Table])[]] }

/** Rows that are held in memory. Each may contain a message of 5,000 characters. */
const PAGE_SIZE = 500

/**
 * Copies all rows from SQLite to an empty PostgreSQL database in one transaction, and compares both before the commit.
 * No other process may have the file open, because a message that is stored meanwhile would not be copied. Throws
 * `UserError` and leaves the target unchanged if the copy fails.
 */
export async function copySqliteToPostgres(
  from: { readonly file: string },
  to: { readonly url: string },
): Promise<readonly CopiedTable[]> {
  const source = await openSource(from)
  try {
    const target = await openDatabase(to)
    try {
      return await source
        .transaction()
        .setAccessMode('read only')
        .execute((sourceTransaction) =>
          target
            .transaction()
            .execute((targetTransaction) => copyTables(sourceTransaction, targetTransaction, formatDatabaseName(to))),
        )
    } finally {
      await target.destroy()
    }
  } finally {
    await source.destroy()
  }
}

async function openSource(from: { readonly file: string }): Promise<Database> {
  if (!existsSync(from.file)) throw new UserError(`The database ${from.file} does not exist`)
  try {
    return await openDatabase(from, { isExclusive: true })
  } catch (error) {
    if (!(error instanceof UserError && isSqliteBusy(error.cause))) throw error
    throw new UserError(`The database ${from.file} is in use: stop the server, then copy`, { cause: error })
  }
}

async function copyTables(source: Database, target: Database, targetName: string): Promise<readonly CopiedTable[]> {
  await sql`lock table ${sql.join(tables.map(({ name }) => sql.table(name)))} in exclusive mode`.execute(target)
  for (const table of tables) {
    if ((await readTable(target, table)).rows > 0)
      throw new UserError(`The database ${targetName} has rows in "${table.name}": copy into an empty one`)
  }
  const copied: CopiedTable[] = []
  for (const table of tables) copied.push(await copyTable(source, target, table))
  return copied
}

interface Table {
  readonly name: string
  readonly key: string
  readonly columns: readonly string[]
}

const tables: readonly Table[] = Object.entries(COLUMNS).map(([name, columns]) => ({ name, key: columns[0], columns }))

/** Names of all tables of the server. Referenced tables come before those that refer to them. */
export const tableNames: readonly string[] = tables.map(({ name }) => name)

async function copyTable(source: Database, target: Database, table: Table): Promise<CopiedTable> {
  const read = await readTable(source, table, (rows) => insertRows(target, table, rows))
  const written = await readTable(target, table)
  if (read.rows !== written.rows || read.digest !== written.digest)
    throw new UserError(
      `"${table.name}" was not copied correctly: ${read.rows} rows (${read.digest}) became ${written.rows} (${written.digest})`,
    )
  return read
}

type Row = Readonly<Record<string, string | number | null>>

/** Reads a table page by page in the order of its keys, and computes the digest of all rows. */
async function readTable(db: Database, table: Table, onPage?: (rows: readonly Row[]) => Promise<void>) {
  const hash = createHash('sha256')
  let count = 0
  for await (const rows of readPages(db, table)) {
    for (const row of rows) hash.update(`${JSON.stringify(table.columns.map((column) => row[column]))}\n`)
    count += rows.length
    await onPage?.(rows)
  }
  return { name: table.name, rows: count, digest: hash.digest('hex') }
}

async function* readPages(db: Database, { name, key, columns }: Table): AsyncGenerator<readonly Row[]> {
  let after = sql``
  for (;;) {
    const { rows } = await sql<Row>`
      select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(name)} ${after}
      order by ${sql.ref(key)} limit ${sql.lit(PAGE_SIZE)}`.execute(db)
    if (rows.length > 0) yield rows
    if (rows.length < PAGE_SIZE) return
    after = sql`where ${sql.ref(key)} > ${rows.at(-1)?.[key]}`
  }
}

async function insertRows(db: Database, { name, columns }: Table, rows: readonly Row[]): Promise<void> {
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`)
  await sql`
    insert into ${sql.table(name)} (${sql.join(columns.map((column) => sql.ref(column)))})
    values ${sql.join(values)}`.execute(db)
}

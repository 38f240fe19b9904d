import { existsSync } from 'node:fs'
import { sql } from 'kysely'
import { UserError } from '#shared/user-error.ts'
import { formatDatabaseName, openDatabase } from './open-database.ts'
import type { Database } from './schema.ts'
import { acquireSqliteLock } from './sqlite/sqlite-lock.ts'

/** Rows that are held in memory. Each may contain a message of 5,000 characters. */
const PAGE_SIZE = 500

/**
 * Copies all rows from SQLite to an empty PostgreSQL database in one transaction. No server may be running, because a
 * message that is stored meanwhile would not be copied. Returns the number of copied rows by table name. Throws
 * `UserError` and leaves the target unchanged if the copy fails.
 */
export async function copySqliteToPostgres(
  { file }: { readonly file: string },
  { url }: { readonly url: string },
): Promise<ReadonlyMap<string, number>> {
  if (!existsSync(file)) throw new UserError(`The database ${file} does not exist`)
  using _lock = acquireSqliteLock(file)
  await using source = await openDatabase({ file })
  await using target = await openDatabase({ url })
  return await target.transaction().execute((tx) => copyTables(source, tx, formatDatabaseName({ url })))
}

async function copyTables(source: Database, target: Database, targetName: string) {
  const copied = new Map<string, number>()
  for (const { name, columns } of await listTables(source)) {
    if ((await countRows(target, name)) > 0)
      throw new UserError(`The database ${targetName} has rows in "${name}": copy into an empty one`)
    const rows = await countRows(source, name)
    for (let start = 0; start < rows; start += PAGE_SIZE) {
      const page = await sql<Row>`
        select ${columns} from ${sql.table(name)} order by rowid limit ${PAGE_SIZE} offset ${start}`.execute(source)
      const values = page.rows.map((row) => sql`(${sql.join(Object.values(row))})`)
      await sql`insert into ${sql.table(name)} (${columns}) values ${sql.join(values)}`.execute(target)
    }
    if ((await countRows(target, name)) !== rows) throw new UserError(`"${name}" was not copied completely`)
    copied.set(name, rows)
  }
  return copied
}

type Row = Readonly<Record<string, string | number | null>>

/** All tables without those of migrations. A mail refers to its message, so the outbox is last. */
async function listTables(db: Database) {
  const tables = await db.introspection.getTables()
  return tables
    .map(({ name, columns }) => ({ name, columns: sql.join(columns.map((column) => sql.ref(column.name))) }))
    .toSorted((a, b) => Number(a.name === 'outbox') - Number(b.name === 'outbox'))
}

async function countRows(db: Database, table: string): Promise<number> {
  const { rows } = await sql<{ rows: number }>`select count(*) as rows from ${sql.table(table)}`.execute(db)
  return rows[0]?.rows ?? 0
}

import { Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { BackendConfig } from '#server/config.ts'
import { OperatorError, reasonOf } from '#server/operator-error.ts'
import { type Bytewise, migrations } from './migrations.ts'
import { postgresDialect } from './postgres.ts'
import { type SqliteOptions, sqliteDialect } from './sqlite.ts'
import type { Database, Tables } from './tables.ts'

/**
 * Opens the database and brings its tables up to date, under a lock: any number of processes may do so at once.
 * Throws `OperatorError` where it cannot be reached, or is of a newer version; `destroy()` closes it.
 */
export async function openDatabase(target: BackendConfig['database'], options?: SqliteOptions): Promise<Database> {
  const db = new Kysely<Tables>({
    dialect: 'url' in target ? postgresDialect(target.url) : sqliteDialect(target.file, options),
  })
  try {
    await migrate(db, 'url' in target ? '"C"' : 'binary')
    // SQLite leaves deleted rows readable in the file otherwise.
    if ('file' in target) await sql`pragma secure_delete = on`.execute(db)
    return db
  } catch (error) {
    await db.destroy()
    throw new OperatorError(`The database ${nameOf(target)} cannot be opened: ${reasonOf(error)}`, { cause: error })
  }
}

async function migrate(db: Database, bytewise: Bytewise): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations(bytewise) } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

/** For people: an address without its password. */
export function nameOf(target: BackendConfig['database']): string {
  if ('file' in target) return target.file
  const { host, pathname } = new URL(target.url)
  return `${host}${pathname}`
}

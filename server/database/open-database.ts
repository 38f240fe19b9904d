import { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Pool } from 'pg'
import type { BackendConfig } from '#server/config.ts'
import { measurePool, measureQuery } from '#server/monitoring/measure.ts'
import type { Metrics } from '#server/monitoring/metrics.ts'
import { getErrorMessage, UserError } from '#shared/user-error.ts'
import { type BinaryCollation, createMigrations } from './migrations.ts'
import { createPostgresDialect } from './postgres-dialect.ts'
import type { Database, Tables } from './schema.ts'
import { createSqliteDialect, type SqliteOptions } from './sqlite/sqlite-dialect.ts'

export interface DatabaseOptions extends SqliteOptions {
  /** Measures statements and the pool's use. */
  readonly metrics?: Metrics | undefined
}

/**
 * Opens the database and brings its tables up to date, under a lock: any number of processes may do so at once.
 * Throws `UserError` where it cannot be reached, or is of a newer version; `destroy()` closes it.
 */
export async function openDatabase(
  target: BackendConfig['database'],
  { metrics, ...options }: DatabaseOptions = {},
): Promise<Database> {
  const onPool = metrics && ((pool: Pool) => measurePool(metrics, pool))
  const db = new Kysely<Tables>({
    dialect: 'url' in target ? createPostgresDialect(target.url, onPool) : createSqliteDialect(target.file, options),
    ...(metrics && { log: (event) => measureQuery(metrics, event) }),
  })
  try {
    await migrate(db, 'url' in target ? '"C"' : 'binary')
    return db
  } catch (error) {
    await db.destroy()
    throw new UserError(`The database ${formatDatabaseName(target)} cannot be opened: ${getErrorMessage(error)}`, {
      cause: error,
    })
  }
}

async function migrate(db: Database, bytewise: BinaryCollation): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => createMigrations(bytewise) } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

/** For people: an address without its password. */
export function formatDatabaseName(target: BackendConfig['database']): string {
  if ('file' in target) return target.file
  const { host, pathname } = new URL(target.url)
  return `${host}${pathname}`
}

import { Kysely, type LogEvent } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Pool } from 'pg'
import type { BackendConfig } from '#server/config.ts'
import type { Metrics } from '#server/monitoring/metrics.ts'
import { getErrorMessage, UserError } from '#shared/user-error.ts'
import { type BinaryCollation, createMigrations } from './migrations.ts'
import { createPostgresDialect } from './postgres-dialect.ts'
import type { Database, Tables } from './schema.ts'
import { createSqliteDialect, type SqliteOptions } from './sqlite/sqlite-dialect.ts'

export interface DatabaseOptions extends SqliteOptions {
  /** Records the duration of statements and the use of the connection pool. */
  readonly metrics?: Metrics | undefined
}

/**
 * Opens the database and runs its migrations under a lock, so that several processes can open it at the same time.
 * `destroy()` closes it. Throws `UserError` if it cannot be reached, or if a newer version of the server has migrated
 * it.
 */
export async function openDatabase(
  target: BackendConfig['database'],
  { metrics, ...options }: DatabaseOptions = {},
): Promise<Database> {
  const onPool = metrics && ((pool: Pool) => observeConnectionPool(metrics, pool))
  const db = new Kysely<Tables>({
    dialect: 'url' in target ? createPostgresDialect(target.url, onPool) : createSqliteDialect(target.file, options),
    ...(metrics && { log: (event) => observeQuery(metrics, event) }),
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

/** Records the duration of a database statement; for Kysely's `log`. Parameters are not used: they hold visitors' data. */
function observeQuery({ databaseQueries }: Metrics, { query, queryDurationMillis, level }: LogEvent): void {
  const statement = STATEMENT_NAMES[query.query.kind] ?? getTransactionStatement(query.sql) ?? 'other'
  databaseQueries.observe({ statement, result: level === 'error' ? 'failed' : 'ok' }, queryDurationMillis / 1000)
}

const STATEMENT_NAMES: Readonly<Record<string, string>> = {
  SelectQueryNode: 'select',
  InsertQueryNode: 'insert',
  UpdateQueryNode: 'update',
  DeleteQueryNode: 'delete',
}

const getTransactionStatement = (sql: string): string | undefined =>
  /^(begin|commit|rollback)\b/i.exec(sql)?.[1]?.toLowerCase()

/** Reports the connections of a PostgreSQL pool at each scrape. */
function observeConnectionPool({ databaseConnections, addCollector }: Metrics, pool: Pool): void {
  addCollector(async () => {
    databaseConnections.set({ state: 'used' }, pool.totalCount - pool.idleCount)
    databaseConnections.set({ state: 'idle' }, pool.idleCount)
    databaseConnections.set({ state: 'waiting' }, pool.waitingCount)
  })
}

async function migrate(db: Database, collation: BinaryCollation): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => createMigrations(collation) } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

/** Formats the database for messages: the file, or host and name without user and password. */
export function formatDatabaseName(target: BackendConfig['database']): string {
  if ('file' in target) return target.file
  const { host, pathname } = new URL(target.url)
  return `${host}${pathname}`
}

import { Kysely, PostgresDialect, sql } from 'kysely'
import { DEFAULT_MIGRATION_TABLE, Migrator } from 'kysely/migration'
import { Pool, types } from 'pg'
import type { ServerConfig } from '#server/config/server-config.ts'
import { getErrorMessage, UserError } from '#shared/user-error.ts'
import { createMigrations } from './migrations.ts'
import type { Database, Tables } from './schema.ts'
import { createSqliteDialect } from './sqlite/sqlite-dialect.ts'

/** Creates the connection to the database, which the first query opens. `destroy()` closes it. */
export function createDatabase(target: ServerConfig['database']): Database {
  return new Kysely<Tables>({
    dialect: 'url' in target ? createPostgresDialect(target.url) : createSqliteDialect(target.file),
  })
}

/** Type id of bigint in PostgreSQL. */
const INT8 = 20

/** Reads bigints as numbers, because they store times and counts. */
export function createPostgresDialect(url: string): PostgresDialect {
  const pool = new Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5_000,
    // Detect a server that disappeared without closing its connections, and limit the time of a query.
    keepAlive: true,
    query_timeout: 60_000,
    types: { getTypeParser: (type, format) => (type === INT8 ? Number : types.getTypeParser(type, format)) },
  })
  // An idle connection that breaks: the pool removes it and opens another one when needed.
  pool.on('error', () => {})
  // A connection that breaks in a transaction: its queries are rejected. Without a listener the event would end the
  // process.
  pool.on('connect', (client) => client.on('error', () => {}))
  return new PostgresDialect({ pool })
}

/**
 * Opens the database and runs its migrations under a lock, so that several processes can do so at the same time.
 * Migrations only add to the schema, so a database that a newer version of the server has migrated works with this one:
 * its later migrations are accepted. Those of another branch of the code, which come in between, are not. Throws
 * `UserError`.
 */
export async function migrateDatabase(db: Database, target: ServerConfig['database']): Promise<void> {
  try {
    const own = createMigrations('url' in target ? '"C"' : 'binary')
    const names = Object.keys(own).sort()
    const last = names.at(-1) ?? ''
    const executed = await readExecutedMigrations(db)
    const unknown = executed.filter((name) => !names.includes(name))
    const isMissing = (name: string) => !executed.includes(name) && executed.some((other) => other > name)
    if (unknown.some((name) => name < last) || names.some(isMissing)) throw createOtherVersionError(unknown)
    const migrations = { ...own, ...Object.fromEntries(unknown.map((name) => [name, { up: async () => {} }])) }
    const { error } = await new Migrator({ db, provider: { getMigrations: async () => migrations } }).migrateToLatest()
    if (error) throw error
  } catch (error) {
    throw new UserError(`The database ${formatDatabaseName(target)} cannot be opened: ${getErrorMessage(error)}`, {
      cause: error,
    })
  }
}

const createOtherVersionError = (unknown: readonly string[]) =>
  new Error(
    `another version of the server has changed it (${unknown.join(', ')}): use that version, restore a backup from before, or in development delete .backend`,
  )

/** Names of the migrations that any version has run. */
async function readExecutedMigrations(db: Database): Promise<readonly string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE)) return []
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)}`.execute(db)
  return rows.map(({ name }) => name)
}

/** Creates the connection and runs the migrations. Throws `UserError` if the database cannot be opened. */
export async function openDatabase(target: ServerConfig['database']): Promise<Database> {
  const db = createDatabase(target)
  try {
    await migrateDatabase(db, target)
    return db
  } catch (error) {
    await db.destroy()
    throw error
  }
}

/** Formats the database for messages: the file, or host and name without user and password. */
export function formatDatabaseName(target: ServerConfig['database']): string {
  if ('file' in target) return target.file
  const { host, pathname } = new URL(target.url)
  return `${host}${pathname}`
}

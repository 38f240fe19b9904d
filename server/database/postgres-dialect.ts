import { type Dialect, type Driver, PostgresDialect, type PostgresDialectConfig, PostgresDriver } from 'kysely'
import { Pool, types } from 'pg'

/** Type id of bigint. */
const INT8 = 20

/**
 * Creates the Kysely dialect for PostgreSQL. Reads bigints as numbers, because they store times and counts. `onPool`
 * receives the connection pool, for metrics.
 */
export function createPostgresDialect(url: string, onPool?: (pool: Pool) => void): Dialect {
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
  onPool?.(pool)
  return new OriginalErrorDialect({ pool })
}

class OriginalErrorDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig

  constructor(config: PostgresDialectConfig) {
    super(config)
    this.#config = config
  }

  override createDriver(): Driver {
    return new OriginalErrorDriver(this.#config)
  }
}

/**
 * A rollback fails only if the connection is lost. PostgreSQL then rolls back itself, and `PostgresDriver` discards the
 * connection. Without this class Kysely would throw the error of the rollback instead of the original error.
 */
class OriginalErrorDriver extends PostgresDriver {
  override async rollbackTransaction(connection: Parameters<PostgresDriver['rollbackTransaction']>[0]): Promise<void> {
    await super.rollbackTransaction(connection).catch(() => {})
  }
}

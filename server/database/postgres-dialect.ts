import { type Dialect, type Driver, PostgresDialect, type PostgresDialectConfig, PostgresDriver } from 'kysely'
import { Pool, types } from 'pg'

const INT8 = 20

/**
 * PostgreSQL at this address. Its bigints are read as numbers: what is stored in them are times and counts. `onPool`
 * receives the pool of connections, to measure it.
 */
export function createPostgresDialect(url: string, onPool?: (pool: Pool) => void): Dialect {
  const pool = new Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5_000,
    // A server that has gone without a word is noticed, and no question waits for its answer for ever.
    keepAlive: true,
    query_timeout: 60_000,
    types: { getTypeParser: (type, format) => (type === INT8 ? Number : types.getTypeParser(type, format)) },
  })
  // A connection that breaks while nobody uses it: the pool lets it go and makes another one when it is needed.
  pool.on('error', () => {})
  // While a transaction uses it, its queries are rejected; without a listener the event would end the process as well.
  pool.on('connect', (client) => client.on('error', () => {}))
  onPool?.(pool)
  return new FirstErrorDialect({ pool })
}

class FirstErrorDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig

  constructor(config: PostgresDialectConfig) {
    super(config)
    this.#config = config
  }

  override createDriver(): Driver {
    return new FirstErrorDriver(this.#config)
  }
}

/**
 * A rollback fails only when the connection is lost: PostgreSQL then rolls back by itself, and `PostgresDriver` discards
 * the connection. Kysely would throw the error of the rollback in place of the one that was its cause.
 */
class FirstErrorDriver extends PostgresDriver {
  override async rollbackTransaction(connection: Parameters<PostgresDriver['rollbackTransaction']>[0]): Promise<void> {
    await super.rollbackTransaction(connection).catch(() => {})
  }
}

import { type Dialect, PostgresDialect } from 'kysely'
import { Pool, types } from 'pg'

const INT8 = 20

/** PostgreSQL at this address. Its bigints are read as numbers: what is stored in them are times and counts. */
export function postgresDialect(url: string): Dialect {
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
  return new PostgresDialect({ pool })
}

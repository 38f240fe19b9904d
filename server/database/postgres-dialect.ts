import { PostgresDialect } from 'kysely'
import { Pool, types } from 'pg'

/** Type id of bigint. */
const INT8 = 20

/** Creates the Kysely dialect for PostgreSQL. Reads bigints as numbers, because they store times and counts. */
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

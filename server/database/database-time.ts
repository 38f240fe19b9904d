import { PostgresAdapter, sql } from 'kysely'
import type { Database } from './schema.ts'

/**
 * Reads the database's clock, in ms since 1970. Servers on one database agree on it even if their own clocks differ.
 */
export async function databaseTime(db: Database): Promise<number> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const clock = isPostgres
    ? sql<number>`floor(extract(epoch from clock_timestamp()) * 1000)::bigint`
    : sql<number>`cast(round(unixepoch('subsec') * 1000) as integer)`
  const { time } = await db.selectNoFrom(clock.as('time')).executeTakeFirstOrThrow()
  return time
}

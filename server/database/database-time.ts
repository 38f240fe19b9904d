import { PostgresAdapter, sql } from 'kysely'
import type { Database } from './schema.ts'

/**
 * Reads the database's clock, in ms since 1970. Servers on one PostgreSQL agree on it even if their own clocks differ;
 * SQLite has the clock of this machine.
 */
export async function databaseTime(db: Database): Promise<number> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return Date.now()
  const clock = sql<number>`floor(extract(epoch from clock_timestamp()) * 1000)::bigint`
  const { time } = await db.selectNoFrom(clock.as('time')).executeTakeFirstOrThrow()
  return time
}

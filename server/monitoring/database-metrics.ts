import type { LogEvent } from 'kysely'
import type { Pool } from 'pg'
import type { Metrics } from './metrics.ts'

/** Records the duration of a database statement; for Kysely's `log`. Parameters are not used: they hold visitors' data. */
export function observeQuery({ databaseQueries }: Metrics, { query, queryDurationMillis, level }: LogEvent): void {
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
export function observeConnectionPool({ databaseConnections, addCollector }: Metrics, pool: Pool): void {
  addCollector(async () => {
    databaseConnections.set({ state: 'used' }, pool.totalCount - pool.idleCount)
    databaseConnections.set({ state: 'idle' }, pool.idleCount)
    databaseConnections.set({ state: 'waiting' }, pool.waitingCount)
  })
}

import type { LogEvent } from 'kysely'
import type { Pool } from 'pg'
import type { Rebuild } from '#server/publishing/publishing-options.ts'
import type { Metrics } from './metrics.ts'

/** Measures a database statement, for Kysely's `log`. The statement's parameters, a visitor's words, are not used. */
export function observeQuery({ databaseQueries }: Metrics, { query, queryDurationMillis, level }: LogEvent): void {
  const statement = STATEMENTS[query.query.kind] ?? transactionStatement(query.sql) ?? 'other'
  databaseQueries.observe({ statement, result: level === 'error' ? 'failed' : 'ok' }, queryDurationMillis / 1000)
}

const STATEMENTS: Readonly<Record<string, string>> = {
  SelectQueryNode: 'select',
  InsertQueryNode: 'insert',
  UpdateQueryNode: 'update',
  DeleteQueryNode: 'delete',
}

const transactionStatement = (sql: string): string | undefined =>
  /^(begin|commit|rollback)\b/i.exec(sql)?.[1]?.toLowerCase()

/** Adds the use of a PostgreSQL pool to the metrics. */
export function observeConnectionPool({ databaseConnections, addCollector }: Metrics, pool: Pool): void {
  addCollector(async () => {
    databaseConnections.set({ state: 'used' }, pool.totalCount - pool.idleCount)
    databaseConnections.set({ state: 'idle' }, pool.idleCount)
    databaseConnections.set({ state: 'waiting' }, pool.waitingCount)
  })
}

/** The same rebuild, measured. One that the end of the server interrupts does not count. */
export const observeRebuild =
  ({ renderDuration, lastRenderTime }: Metrics, rebuild: Rebuild): Rebuild =>
  async (touched, signal) => {
    const startedAt = performance.now()
    let result = 'failed'
    try {
      const failures = await rebuild(touched, signal)
      if (failures.length === 0) result = 'ok'
      return failures
    } finally {
      if (!signal.aborted) renderDuration.observe({ result }, (performance.now() - startedAt) / 1000)
      if (result === 'ok') lastRenderTime.setToCurrentTime({ result })
    }
  }

/** Passes on the first `max` different values and `fallback` in place of further ones: the label's values stay bounded. */
export function createLabelLimiter(max: number, fallback = 'other'): (value: string) => string {
  const known = new Set<string>()
  return (value) => {
    if (known.has(value)) return value
    if (known.size >= max) return fallback
    known.add(value)
    return value
  }
}

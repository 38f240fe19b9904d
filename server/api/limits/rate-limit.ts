import { randomInt } from 'node:crypto'
import { HttpError } from '#server/api/http/http-error.ts'
import type { RateLimitVariable } from '#server/config.ts'
import type { Database, Tables } from '#server/database/schema.ts'

/** A fixed-window rate limit. */
export interface RateLimit {
  /** The variable that sets it. The limit of preview logins is fixed. */
  readonly name: RateLimitVariable | 'preview logins'
  /** What is counted, and for whom: the key of the row. */
  readonly key: string
  /** Allowed requests per window. */
  readonly max: number
  readonly windowMs: number
  /**
   * Whether the requests of all visitors count. Such a limit is counted in several rows, because transactions would wait
   * for a single row.
   */
  readonly isShared?: boolean
}

/** The limit that a request exceeded, and the time to wait. */
export interface ExceededLimit {
  readonly name: RateLimit['name']
  /** Seconds until the window ends. */
  readonly retryAfter: number
}

/** Number of rows of a shared limit. */
const SHARD_COUNT = 16

/**
 * Counts a request for each limit and returns `undefined`, or returns the first limit that it exceeds. Wider limits come
 * after narrower ones. A request that exceeds a limit is not counted: it adds no rows, and an address beyond its limit
 * does not use up the limits that it shares with others. A window starts with its first request.
 *
 * Servers on one database share the counts. When another transaction counts at the same time, a request may exceed a limit
 * only after it was counted; the caller can roll it back. The rows are locked until the transaction ends, in the
 * order of `limits`; request-limits.ts defines the same order for all transactions, which avoids deadlocks. A shared limit
 * does not see requests of transactions that have not committed yet, and may allow that many more.
 */
export async function countRequest(db: Database, limits: readonly RateLimit[]): Promise<ExceededLimit | undefined> {
  const reached = await findReachedLimit(db, limits)
  if (reached) return reached
  const now = Date.now()
  const counted = await incrementCounts(db, limits, now)
  for (const limit of limits) {
    const rows = counted.filter(({ key }) => key === limit.key)
    if (rows.some(({ count }) => count > limit.max)) return toExceededLimit(limit, rows, now)
  }
}

/** Returns the first limit that the next request would exceed. Counts nothing. */
export async function findReachedLimit(db: Database, limits: readonly RateLimit[]): Promise<ExceededLimit | undefined> {
  const now = Date.now()
  const counted = await db
    .selectFrom('rate')
    .selectAll()
    .where('key', 'in', limits.flatMap(getKeys))
    .where('resets_at', '>', now)
    .execute()
  for (const limit of limits) {
    const keys = getKeys(limit)
    const rows = counted.filter(({ key }) => keys.includes(key))
    if (rows.reduce((sum, { count }) => sum + count, 0) >= limit.max) return toExceededLimit(limit, rows, now)
  }
}

/** The keys of the rows that count for a limit. */
const getKeys = ({ key, isShared }: RateLimit): readonly string[] =>
  isShared ? Array.from({ length: SHARD_COUNT }, (_, shard) => `${key} ${shard}`) : [key]

function toExceededLimit({ name }: RateLimit, rows: readonly Tables['rate'][], now: number): ExceededLimit {
  const end = Math.min(...rows.map(({ resets_at }) => resets_at))
  return { name, retryAfter: Math.max(1, Math.ceil((end - now) / 1000)) }
}

/** Adds one to a row of each limit, or starts a new window. Returns the rows. */
function incrementCounts(db: Database, limits: readonly RateLimit[], now: number): Promise<Tables['rate'][]> {
  const shard = randomInt(SHARD_COUNT)
  const rows = limits.map((limit) => ({
    key: limit.isShared ? `${limit.key} ${shard}` : limit.key,
    count: 1,
    resets_at: now + limit.windowMs,
  }))
  return db
    .insertInto('rate')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet(({ eb, ref }) => {
        const hasEnded = eb('rate.resets_at', '<=', now)
        return {
          count: eb
            .case()
            .when(hasEnded)
            .then(1)
            .else(eb('rate.count', '+', 1))
            .end(),
          resets_at: eb.case().when(hasEnded).then(ref('excluded.resets_at')).else(ref('rate.resets_at')).end(),
        }
      }),
    )
    .returningAll()
    .execute()
}

/** Creates the error 429, with the time to wait in its message and in `retry-after`. */
export const createRateLimitError = ({ name, retryAfter }: ExceededLimit): HttpError =>
  new HttpError('rate_limited', {
    message: `That was too often. Please wait ${formatDuration(retryAfter)} and try again.`,
    retryAfter,
    reason: name,
  })

/** Rounds up: seconds up to two minutes, minutes up to two hours, then hours. */
function formatDuration(seconds: number): string {
  if (seconds === 1) return 'a second'
  if (seconds <= 120) return `${seconds} seconds`
  const minutes = Math.ceil(seconds / 60)
  return minutes <= 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`
}

import { randomInt } from 'node:crypto'
import { HttpError } from '#server/api/http/http-error.ts'
import type { RateLimitVariable } from '#server/config.ts'
import type { Database, Tables } from '#server/database/schema.ts'

export interface RateLimit {
  /** The variable that sets it; preview logins have a fixed limit. */
  readonly name: RateLimitVariable | 'preview logins'
  /** What is counted, of whom. */
  readonly key: string
  /** The most within a window. */
  readonly max: number
  /** ms */
  readonly windowMs: number
  /** Every request counts in it, so it is counted in several rows: one would be a queue for all transactions. */
  readonly isShared?: boolean
}

export interface ExceededLimit {
  readonly name: RateLimit['name']
  /** s until the window ends. */
  readonly retryAfter: number
}

/** Rows of a shared limit. */
const SHARDS = 16

/**
 * Counts one request in each of these limits and returns the first one that it exceeds. A window begins with its first
 * request. One statement counts, so any number of servers on one database count together. It locks its rows until the
 * transaction ends, in the order of `limits`: request-limits.ts keeps one order for all transactions.
 *
 * A shared limit counts what it lets through. It cannot see requests whose transactions have not committed yet, and may
 * let through as many more.
 */
export async function countRequest(db: Database, limits: readonly RateLimit[]): Promise<ExceededLimit | undefined> {
  const now = Date.now()
  const shards = await readShards(db, limits.filter(isShared), now)
  for (const limit of limits.filter(isShared)) {
    const rows = shards.filter(({ key }) => shardsOf(limit).includes(key))
    if (rows.reduce((sum, { count }) => sum + count, 0) >= limit.max) return exceeded(limit, rows, now)
  }
  const counted = await increment(db, limits, now)
  for (const limit of limits) {
    const rows = counted.filter(({ key }) => key === limit.key)
    if (rows.some(({ count }) => count > limit.max)) return exceeded(limit, rows, now)
  }
}

const isShared = (limit: RateLimit): boolean => limit.isShared === true

const shardsOf = ({ key }: RateLimit): string[] => Array.from({ length: SHARDS }, (_, shard) => `${key} ${shard}`)

function exceeded({ name }: RateLimit, rows: readonly Tables['rate'][], now: number): ExceededLimit {
  const end = Math.min(...rows.map(({ resets_at }) => resets_at))
  return { name, retryAfter: Math.max(1, Math.ceil((end - now) / 1000)) }
}

async function readShards(db: Database, limits: readonly RateLimit[], now: number): Promise<Tables['rate'][]> {
  if (limits.length === 0) return []
  return db
    .selectFrom('rate')
    .selectAll()
    .where('key', 'in', limits.flatMap(shardsOf))
    .where('resets_at', '>', now)
    .execute()
}

/** Adds one to a row of each limit. Returns the rows. */
function increment(db: Database, limits: readonly RateLimit[], now: number): Promise<Tables['rate'][]> {
  const shard = randomInt(SHARDS)
  const rows = limits.map((limit) => ({
    key: isShared(limit) ? `${limit.key} ${shard}` : limit.key,
    count: 1,
    resets_at: now + limit.windowMs,
  }))
  return db
    .insertInto('rate')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet(({ eb, ref }) => {
        const isOver = eb('rate.resets_at', '<=', now)
        return {
          count: eb
            .case()
            .when(isOver)
            .then(1)
            .else(eb('rate.count', '+', 1))
            .end(),
          resets_at: eb.case().when(isOver).then(ref('excluded.resets_at')).else(ref('rate.resets_at')).end(),
        }
      }),
    )
    .returningAll()
    .execute()
}

/**
 * Counts one request in each of these steps, until it exceeds a limit. What one address sends beyond its own limit is not
 * counted by the limits for all: it cannot use them up.
 */
export async function countRequestInSteps(
  db: Database,
  steps: readonly (readonly RateLimit[])[],
): Promise<ExceededLimit | undefined> {
  for (const limits of steps) {
    const exceeded = await countRequest(db, limits)
    if (exceeded) return exceeded
  }
}

/** 429, with the time to wait in its message and in Retry-After. */
export const createRateLimitError = ({ name, retryAfter }: ExceededLimit): HttpError =>
  new HttpError('rate_limited', {
    message: `That was too often. Please wait ${duration(retryAfter)} and try again.`,
    retryAfter,
    reason: name,
  })

/** For people, rounded up: up to two minutes in seconds, up to two hours in minutes. */
function duration(seconds: number): string {
  if (seconds === 1) return 'a second'
  if (seconds <= 120) return `${seconds} seconds`
  const minutes = Math.ceil(seconds / 60)
  return minutes <= 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`
}

/** Whether the limit is reached, so that the next one would be too many. Counts nothing. */
export async function isRateLimitReached(db: Database, { key, max }: RateLimit): Promise<boolean> {
  const window = await db
    .selectFrom('rate')
    .select('count')
    .where('key', '=', key)
    .where('resets_at', '>', Date.now())
    .executeTakeFirst()
  return window !== undefined && window.count >= max
}

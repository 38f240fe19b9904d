import { sql } from 'kysely'
import type { CountedEvent, RateLimitRule } from '#server/config/rate-limits.ts'
import { HttpError } from '#server/contact/http/http-error.ts'
import type { Database, Tables } from '#server/database/schema.ts'
import {
  getClientAddress,
  getClientNetwork,
  getClientProvider,
  type RequestSource,
} from '#server/http/network-address.ts'

/** A rate limit of one session, address, network or provider, or of all visitors. */
export interface RateLimit extends Pick<RateLimitRule, 'name' | 'max' | 'windowMs'> {
  /** The key of the row that counts. */
  readonly key: string
}

/** The limit that a request exceeded, and the time to wait. */
export interface ExceededLimit {
  readonly name: string
  /** Seconds until another request is allowed. */
  readonly retryAfter: number
}

/** The rate limits of events, for the client and the session of a request. */
export function createRateLimits(
  rules: readonly RateLimitRule[],
  events: readonly CountedEvent[],
  source: RequestSource,
  sessionId = '',
): readonly RateLimit[] {
  const subjects = {
    session: ` ${sessionId}`,
    address: ` ${getClientAddress(source)}`,
    network: ` ${getClientNetwork(source)}`,
    provider: ` ${getClientProvider(source)}`,
    'all visitors': '',
  }
  return rules
    .filter(({ counts }) => events.includes(counts))
    .map(({ name, per, max, windowMs }) => ({ name, key: `${name}${subjects[per]}`, max, windowMs }))
}

/** The part of the messages of all visitors that only first messages of networks use. */
const RESERVE = 0.5

/**
 * Two lists of limits of a message that is mailed: those of any message, which spare the reserve, and those of a message
 * from the reserve, which is the first of its network. They count in the same rows.
 */
export function createMailLimits(rules: readonly RateLimitRule[], source: RequestSource) {
  const sparing = rules.map((rule) => (rule.per === 'all visitors' ? { ...rule, max: rule.max * (1 - RESERVE) } : rule))
  const first = rules.map((rule) => (rule.per === 'network' ? { ...rule, max: Math.min(rule.max, 1) } : rule))
  return [
    createRateLimits(sparing, ['mailed message'], source),
    createRateLimits(first, ['mailed message', 'first message'], source),
  ]
}

/**
 * Counts a request for each limit in one statement. Returns the first limit that the request exceeds; the caller then
 * rolls its transaction back, so that a request beyond a limit is counted nowhere and adds no rows.
 *
 * The rows are locked until the transaction ends, in the order of `limits`. All transactions use the order of
 * `RATE_LIMITS` and count in their last statement, so that they cannot deadlock, and wait for a row that all visitors
 * share for no longer than a commit takes.
 */
export async function countRequest(db: Database, limits: readonly RateLimit[]): Promise<ExceededLimit | undefined> {
  const now = Date.now()
  const rows = await db
    .insertInto('rate')
    .values(limits.map(({ key, windowMs }) => ({ key, count: 1, resets_at: now + windowMs })))
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql`case when rate.resets_at <= ${now} then 1 else rate.count + 1 end`,
        resets_at: sql`case when rate.resets_at <= ${now} then excluded.resets_at else rate.resets_at end`,
      }),
    )
    .returningAll()
    .execute()
  return findExceeded(limits, rows, now)
}

/** A bucket that would be full later than this after its time to refill was written while the clock was ahead. */
const MAX_AHEAD_MS = 60_000

/**
 * Takes one of `max` requests from each bucket, like `countRequest` in one statement. The row's end is the time at which
 * the bucket is full again: each request moves it by the time that one refills.
 */
export async function takeFromBuckets(db: Database, buckets: readonly RateLimit[]): Promise<ExceededLimit | undefined> {
  const now = Date.now()
  const latest = now + MAX_AHEAD_MS + Math.max(...buckets.map(({ windowMs }) => windowMs))
  const rows = await db
    .insertInto('rate')
    .values(buckets.map(({ key, windowMs, max }) => ({ key, count: 1, resets_at: now + Math.ceil(windowMs / max) })))
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        resets_at: sql`case when rate.resets_at <= ${now} or rate.resets_at > ${latest}
          then excluded.resets_at else rate.resets_at + excluded.resets_at - ${now} end`,
      }),
    )
    .returningAll()
    .execute()
  for (const { name, key, windowMs } of buckets) {
    const waitMs = Math.max(...rows.filter((row) => row.key === key).map(({ resets_at }) => resets_at - now - windowMs))
    if (waitMs > 0) return { name, retryAfter: Math.ceil(waitMs / 1000) }
  }
}

/** Returns the first limit that the next request would exceed. Counts nothing. */
export async function findReachedLimit(db: Database, limits: readonly RateLimit[]): Promise<ExceededLimit | undefined> {
  const now = Date.now()
  const keys = limits.map(({ key }) => key)
  const rows = await db.selectFrom('rate').selectAll().where('key', 'in', keys).where('resets_at', '>', now).execute()
  const next = rows.map((row) => ({ ...row, count: row.count + 1 }))
  return findExceeded(limits, next, now)
}

function findExceeded(
  limits: readonly RateLimit[],
  rows: readonly Tables['rate'][],
  now: number,
): ExceededLimit | undefined {
  for (const { name, key, max } of limits) {
    const row = rows.find((each) => each.key === key)
    if (row && row.count > max) return { name, retryAfter: Math.max(1, Math.ceil((row.resets_at - now) / 1000)) }
  }
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

import type { CountedEvent, RateLimitRule } from '#server/config.ts'
import { HttpError } from '#server/contact/http/http-error.ts'
import type { Database, Tables } from '#server/database/schema.ts'
import { getClientAddress, getClientNetwork, type RequestSource } from '#server/http/network-address.ts'

/** A rate limit of one session, address or network, or of all visitors. */
export interface RateLimit {
  readonly name: string
  /** The key of the row that counts. */
  readonly key: string
  /** Allowed requests per window. */
  readonly max: number
  readonly windowMs: number
}

/** The limit that a request exceeded, and the time to wait. */
export interface ExceededLimit {
  readonly name: string
  /** Seconds until the window ends. */
  readonly retryAfter: number
}

/** The rate limits of an event, for the client and the session of a request. */
export function createRateLimits(
  rules: readonly RateLimitRule[],
  event: CountedEvent,
  source: RequestSource,
  sessionId = '',
): readonly RateLimit[] {
  const subjects = {
    session: ` ${sessionId}`,
    address: ` ${getClientAddress(source)}`,
    network: ` ${getClientNetwork(source)}`,
    'all visitors': '',
  }
  return rules
    .filter(({ counts }) => counts === event)
    .map(({ name, per, max, windowMs }) => ({ name, key: `${name}${subjects[per]}`, max, windowMs }))
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
  return findExceeded(limits, rows, now)
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

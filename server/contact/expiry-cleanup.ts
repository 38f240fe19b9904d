import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#server/database/schema.ts'
import { describeErrorCause } from '#server/logging/serialize-error.ts'
import { repeat } from '#server/process/repeat.ts'

/** Rows per statement, so that locks are held for a short time only. */
const BATCH_SIZE = 1_000

const DEFAULT_INTERVAL_MS = 60_000

const DAY_MS = 24 * 60 * 60_000

/** Deletes expired sessions, captcha tokens that no provider accepts any more, and rate limit windows that have ended. */
export async function deleteExpiredRows(db: Database): Promise<void> {
  const now = Date.now()
  const sessions = db.selectFrom('session').select('id').where('expires_at', '<=', now)
  const tokens = db.selectFrom('used_captcha').select('token_hash').where('expires_at', '<=', now)
  const rates = db
    .selectFrom('rate')
    .select('key')
    // A window that ends later was started while the server's clock was wrong.
    .where(({ eb, or }) => or([eb('resets_at', '<=', now), eb('resets_at', '>', now + DAY_MS)]))
  // Skips rows that a request has locked: waiting for several locks could cause a deadlock.
  await deleteInBatches(db.deleteFrom('session').where('id', 'in', sessions.limit(BATCH_SIZE).forUpdate().skipLocked()))
  await deleteInBatches(
    db.deleteFrom('used_captcha').where('token_hash', 'in', tokens.limit(BATCH_SIZE).forUpdate().skipLocked()),
  )
  await deleteInBatches(db.deleteFrom('rate').where('key', 'in', rates.limit(BATCH_SIZE).forUpdate().skipLocked()))
}

interface Deletion {
  executeTakeFirst(): Promise<{ readonly numDeletedRows: bigint } | undefined>
}

async function deleteInBatches(deletion: Deletion): Promise<void> {
  let deleted = BATCH_SIZE
  while (deleted === BATCH_SIZE) deleted = Number((await deletion.executeTakeFirst())?.numDeletedRows ?? 0)
}

interface ExpiryCleanupOptions {
  readonly db: Database
  readonly log: Pick<FastifyBaseLogger, 'warn'>
  /** Time from the end of one cleanup to the next; a minute by default. */
  readonly intervalMs?: number
}

/** Runs `deleteExpiredRows` now and every minute. Several servers may do so at the same time. */
export const startExpiryCleanup = ({ db, log, intervalMs = DEFAULT_INTERVAL_MS }: ExpiryCleanupOptions) =>
  repeat(
    () => deleteExpiredRows(db),
    intervalMs,
    (error) => log.warn({ reason: describeErrorCause(error) }, 'expired rows cannot be deleted, will be retried'),
  )

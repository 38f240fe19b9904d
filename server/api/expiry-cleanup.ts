import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#server/database/schema.ts'
import { formatErrorCodes } from '#server/logging/serialize-error.ts'

/** Rows per statement, so that locks are held for a short time only. */
const BATCH_SIZE = 1_000

const DEFAULT_INTERVAL_MS = 60_000

/**
 * Deletes expired sessions, captcha tokens that no provider accepts any more, and rate limit windows that have ended.
 */
export async function deleteExpiredRows(db: Database): Promise<void> {
  const now = Date.now()
  const sessions = db.selectFrom('session').select('id').where('expires_at', '<=', now)
  const tokens = db.selectFrom('used_captcha').select('token_hash').where('expires_at', '<=', now)
  const rates = db.selectFrom('rate').select('key').where('resets_at', '<=', now)
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
  while (deleted >= BATCH_SIZE) deleted = Number((await deletion.executeTakeFirst())?.numDeletedRows ?? 0)
}

/** The running cleanup of expired rows. */
export interface ExpiryCleanup {
  /** Stops the cleanup. Resolves when a running one has ended. */
  readonly stop: () => Promise<void>
}

export interface ExpiryCleanupOptions {
  readonly db: Database
  readonly log: Pick<FastifyBaseLogger, 'warn'>
  /** Time from the end of one cleanup to the next; a minute by default. */
  readonly intervalMs?: number
}

/**
 * Runs `deleteExpiredRows` every minute. Several servers may do so at the same time. Does not keep the process alive.
 */
export function startExpiryCleanup({ db, log, intervalMs = DEFAULT_INTERVAL_MS }: ExpiryCleanupOptions): ExpiryCleanup {
  let running: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout
  let isStopped = false

  function schedule() {
    timer = setTimeout(() => {
      running = deleteExpiredRows(db)
        .catch((error: unknown) =>
          log.warn({ reason: formatErrorCodes(error) }, 'expired rows cannot be deleted, will be retried'),
        )
        .finally(() => {
          if (!isStopped) schedule()
        })
    }, intervalMs).unref()
  }

  schedule()
  return {
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}

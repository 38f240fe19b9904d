import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#server/database/schema.ts'
import { formatErrorCodes } from '#server/logging/error-codes.ts'

/** Rows of one statement: no lock is held for long. */
const BATCH = 1_000

/** ms */
const INTERVAL = 60_000

/** Deletes what has ended: sessions, captcha tokens that no provider accepts any more, closed windows of the limits. */
export async function deleteExpiredRows(db: Database): Promise<void> {
  const now = Date.now()
  const sessions = db.selectFrom('session').select('id').where('expires_at', '<=', now)
  const tokens = db.selectFrom('used_captcha').select('token_hash').where('expires_at', '<=', now)
  const rates = db.selectFrom('rate').select('key').where('resets_at', '<=', now)
  // Rows that a request has locked are skipped: a statement that waited for several of them could block it.
  await inBatches(db.deleteFrom('session').where('id', 'in', sessions.limit(BATCH).forUpdate().skipLocked()))
  await inBatches(db.deleteFrom('used_captcha').where('token_hash', 'in', tokens.limit(BATCH).forUpdate().skipLocked()))
  await inBatches(db.deleteFrom('rate').where('key', 'in', rates.limit(BATCH).forUpdate().skipLocked()))
}

interface Deletion {
  executeTakeFirst(): Promise<{ readonly numDeletedRows: bigint } | undefined>
}

async function inBatches(deletion: Deletion): Promise<void> {
  let deleted = BATCH
  while (deleted >= BATCH) deleted = Number((await deletion.executeTakeFirst())?.numDeletedRows ?? 0)
}

export interface ExpiryCleanup {
  /** Waits for a sweep that runs. */
  readonly stop: () => Promise<void>
}

export interface ExpiryCleanupOptions {
  readonly db: Database
  readonly log: Pick<FastifyBaseLogger, 'warn'>
  /** ms from the end of a sweep to the next one. */
  readonly intervalMs?: number
}

/** Sweeps every minute, also on several servers at once. It does not keep the process alive. */
export function startExpiryCleanup({ db, log, intervalMs = INTERVAL }: ExpiryCleanupOptions): ExpiryCleanup {
  let running: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout
  let isStopped = false

  function schedule() {
    timer = setTimeout(() => {
      running = deleteExpiredRows(db)
        .catch((error: unknown) => log.warn({ reason: formatErrorCodes(error) }, 'sweeping failed; it is tried again'))
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

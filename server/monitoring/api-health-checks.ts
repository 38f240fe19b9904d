import { randomUUID } from 'node:crypto'
import { databaseTime } from '#server/database/database-time.ts'
import type { Database } from '#server/database/schema.ts'
import { cacheResult } from './cache-result.ts'
import { createDiskHealthCheck } from './disk-health-check.ts'
import type { HealthCheck, HealthChecks } from './health-report.ts'
import type { Metrics } from './metrics.ts'
import type { Monitoring } from './monitoring.ts'

interface ApiChecksOptions {
  readonly db: Database
  /** The folder of SQLite and `.eml` files. */
  readonly folder: string
  readonly monitoring: Monitoring
}

/** Health checks of the API. It requires a writable database; delayed emails and low disk space are warnings. */
export const createApiHealthChecks = ({ db, folder, monitoring }: ApiChecksOptions): HealthChecks => ({
  required: { database: createDatabaseCheck(db) },
  advisory: {
    outbox: createOutboxCheck(db, monitoring.metrics),
    disk: createDiskHealthCheck({ ...monitoring, folder, name: 'data' }),
  },
})

/** Long enough for a busy database, and shorter than the 10 s timeout of a Prometheus scrape. */
const CACHE_OPTIONS = { maxAgeMs: 5_000, timeoutMs: 4_000 }

/** Characters of the test message: the maximum of the contact form (server/api/contract.ts). */
const TEST_MESSAGE_LENGTH = 5_000

/**
 * Stores a message of maximum length and deletes it in the same transaction, so that it is never visible. A shorter
 * message could be stored when the disk has no space for a real one. Requests share one write every 5 seconds.
 */
function createDatabaseCheck(db: Database): HealthCheck {
  return cacheResult(async () => {
    const id = randomUUID()
    const startedAt = performance.now()
    await db.transaction().execute(async (transaction) => {
      await transaction
        .insertInto('message')
        .values({
          id,
          idempotency_key: id,
          name: 'health check',
          email: 'health@check.invalid',
          message: '.'.repeat(TEST_MESSAGE_LENGTH),
          folder: 'spam',
          spam_reason: null,
          received_at: Date.now(),
        })
        .execute()
      await transaction.deleteFrom('message').where('id', '=', id).execute()
    })
    return { status: 'ok', writeMs: Math.round(performance.now() - startedAt) }
  }, CACHE_OPTIONS)
}

/** Seconds; longer than most outages of a mail server. */
const MAX_WAIT_S = 30 * 60

/**
 * Counts the emails of the outbox. Degraded while an email waits for longer than half an hour, or when the outbox cannot
 * be read. Never failed: messages are stored even while the mail server is down.
 */
function createOutboxCheck(
  db: Database,
  metrics: Pick<Metrics, 'outboxEmails' | 'outboxOldestAge'> | undefined,
): HealthCheck {
  const read = cacheResult(() => readOutbox(db), CACHE_OPTIONS)
  return async () => {
    try {
      const { waiting, dead, oldestWaitingSeconds } = await read()
      metrics?.outboxEmails.set({ state: 'waiting' }, waiting)
      metrics?.outboxEmails.set({ state: 'dead' }, dead)
      metrics?.outboxOldestAge.set({ state: 'waiting' }, oldestWaitingSeconds ?? 0)
      const isLate = oldestWaitingSeconds !== null && oldestWaitingSeconds > MAX_WAIT_S
      return {
        status: isLate ? 'degraded' : 'ok',
        ...(isLate && { reason: 'a mail waits for more than 30 minutes' }),
        waiting,
        dead,
        oldestWaitingSeconds,
      }
    } catch (error) {
      metrics?.outboxEmails.reset() // the last values are outdated
      metrics?.outboxOldestAge.reset()
      throw error
    }
  }
}

async function readOutbox(db: Database) {
  const now = await databaseTime(db)
  const rows = await db
    .selectFrom('outbox')
    .select(({ fn }) => ['state', fn.countAll<number>().as('mails'), fn.min('queued_at').as('oldest')])
    .where('state', 'in', ['waiting', 'dead'])
    .groupBy('state')
    .execute()
  const waiting = rows.find(({ state }) => state === 'waiting')
  const dead = rows.find(({ state }) => state === 'dead')
  return {
    waiting: waiting?.mails ?? 0,
    dead: dead?.mails ?? 0,
    oldestWaitingSeconds: waiting ? Math.max(0, Math.floor((now - waiting.oldest) / 1000)) : null,
  }
}

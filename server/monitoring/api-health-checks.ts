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
  /** Where SQLite and `.eml` files are kept. */
  readonly folder: string
  readonly monitoring: Monitoring
}

/** What the API needs: a database that takes writes. Late mails and a disk that is nearly full are warnings. */
export const createApiHealthChecks = ({ db, folder, monitoring }: ApiChecksOptions): HealthChecks => ({
  required: { database: databaseCheck(db) },
  advisory: {
    outbox: outboxCheck(db, monitoring.metrics),
    disk: createDiskHealthCheck({ ...monitoring, folder, name: 'data' }),
  },
})

/** A busy database is not taken for one that does not work, and Prometheus, which waits 10 s, gets its scrape. */
const TIMES = { maxAgeMs: 5_000, timeoutMs: 4_000 }

/** Characters of the message that is written: the most that the contact form accepts (contract.ts). */
const PROBE_LENGTH = 5_000

/**
 * Stores a message as a visitor's would be, and deletes it in the same transaction: nobody ever sees it. A smaller write
 * could still find room in a database that has none for a message. Requests share one write every 5 seconds.
 */
function databaseCheck(db: Database): HealthCheck {
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
          message: '.'.repeat(PROBE_LENGTH),
          folder: 'spam',
          spam_reason: null,
          received_at: Date.now(),
        })
        .execute()
      await transaction.deleteFrom('message').where('id', '=', id).execute()
    })
    return { status: 'ok', writeMs: Math.round(performance.now() - startedAt) }
  }, TIMES)
}

/** s; a mail server is usually back by then. */
const MAX_WAIT = 30 * 60

/**
 * Counts what waits in the outbox. Degraded while a mail waits for longer than half an hour, or when the outbox cannot be
 * read: messages are stored all the same, so a mail server that is down takes no server out of service.
 */
function outboxCheck(db: Database, metrics: Pick<Metrics, 'outboxMails' | 'outboxOldest'> | undefined): HealthCheck {
  const read = cacheResult(() => readOutbox(db), TIMES)
  return async () => {
    try {
      const { waiting, dead, oldestWaitingSeconds } = await read()
      metrics?.outboxEmails.set({ state: 'waiting' }, waiting)
      metrics?.outboxEmails.set({ state: 'dead' }, dead)
      metrics?.outboxOldestAge.set({ state: 'waiting' }, oldestWaitingSeconds ?? 0)
      const isLate = oldestWaitingSeconds !== null && oldestWaitingSeconds > MAX_WAIT
      return {
        status: isLate ? 'degraded' : 'ok',
        ...(isLate && { reason: 'a mail waits for more than 30 minutes' }),
        waiting,
        dead,
        oldestWaitingSeconds,
      }
    } catch (error) {
      metrics?.outboxEmails.reset() // no old numbers
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

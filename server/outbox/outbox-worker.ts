import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { databaseTime } from '#server/database/database-time.ts'
import type { Database } from '#server/database/schema.ts'
import { formatErrorCodes } from '#server/logging/error-codes.ts'
import type { EmailDelivery } from './email-delivery.ts'
import {
  claimDueEmails,
  type EmailClaim,
  giveUpExpiredEmails,
  recordDeliveryFailure,
  recordEmailSent,
  requeueEmail,
} from './outbox-queue.ts'
import { computeNextAttempt } from './retry-schedule.ts'

/** What came of an attempt: `failed` is retried, `dead` is not. */
export type DeliveryResult = 'sent' | 'failed' | 'dead'

export interface OutboxWorkerOptions {
  readonly db: Database
  readonly deliver: EmailDelivery['deliver']
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
  /** ms that a mail is one worker's; longer than an attempt may take. */
  readonly leaseMs?: number
  /** ms between looks into the database, when nothing wakes the worker. */
  readonly pollIntervalMs?: number
  /** ms that mails on their way get when the worker is stopped. */
  readonly graceMs?: number
  /** Called after each attempt, to measure it. */
  readonly onAttempt?: (result: DeliveryResult) => void
}

export interface OutboxWorker {
  /** Something was put into the outbox. */
  readonly wake: () => void
  /** Takes no more mails, and resolves when none is on its way. */
  readonly stop: (options?: WorkerStopOptions) => Promise<void>
}

export interface WorkerStopOptions {
  /**
   * The process ends because of an uncaught error. A mail that does not arrive in time may be the cause: it keeps its claim,
   * and the attempt counts, as if the process had been killed.
   */
  readonly isCrash?: boolean
}

/** At once. A mail server that hangs keeps one place, not the others. */
const PLACES = 5
/** ms before a result is written again that the database did not take. */
const WRITE_AGAIN = 1_000

const GIVEN_UP = 'mail given up after 72 hours: npm run messages -- replay'

/**
 * Sends what is due in the outbox until it is stopped. Every mail is sent at least once: it counts as sent when that is
 * written, so a worker that is killed in between leaves a copy, with the same Message-ID. A refusal for good (5xx) is tried
 * again like any other: mailboxes get repaired, and the message is the visitor's only copy.
 */
export function startOutboxWorker(options: OutboxWorkerOptions): OutboxWorker {
  const { db, deliver, log, leaseMs = 120_000, pollIntervalMs = 5_000, graceMs = 8_000, onAttempt = () => {} } = options
  const id = randomUUID()
  const onTheirWay = new Set<Promise<void>>()
  const graceOver = new AbortController()
  let isStopping = false
  let isCrash = false
  let bell = Promise.withResolvers<void>()
  const ring = () => bell.resolve()

  async function run() {
    while (!isStopping) {
      bell = Promise.withResolvers() // who rings while the database is asked is heard afterwards
      await takeDue()
      const timer = setTimeout(ring, pollIntervalMs)
      await bell.promise
      clearTimeout(timer)
    }
  }

  async function takeDue() {
    const limit = PLACES - onTheirWay.size
    if (limit === 0) return
    try {
      const isIdle = onTheirWay.size === 0
      const claims = await claimDueEmails(db, { workerId: id, limit, leaseMs, includeExpired: isIdle })
      for (const claim of claims) {
        if (isStopping) await requeueEmail(db, claim)
        else start(claim)
      }
      if (isIdle && claims.length === 0)
        for (const mail of await giveUpExpiredEmails(db)) log.error({ ...mail, reason: 'lease expired' }, GIVEN_UP)
    } catch (problem) {
      log.error({ reason: formatErrorCodes(problem) }, 'the outbox cannot be read; it is tried again')
    }
  }

  function start(claim: EmailClaim) {
    const sending = send(claim).finally(() => {
      onTheirWay.delete(sending)
      ring()
    })
    onTheirWay.add(sending)
  }

  async function send(claim: EmailClaim) {
    try {
      await deliver(claim, graceOver.signal)
      await written(claim, () => sent(claim))
    } catch (problem) {
      if (!graceOver.signal.aborted) await written(claim, () => failed(claim, formatErrorCodes(problem)))
      else if (!isCrash) await written(claim, () => requeueEmail(db, claim))
    }
  }

  async function sent(claim: EmailClaim) {
    const isRecorded = await recordEmailSent(db, claim)
    onAttempt('sent')
    if (isRecorded) log.info({ messageId: claim.messageId }, 'mail sent')
    else log.warn({ messageId: claim.messageId }, 'mail sent after its lease had passed: there may be a copy')
  }

  async function failed(claim: EmailClaim, reason: string) {
    const { messageId, queuedAt } = claim
    const attempts = claim.attempts + 1
    const nextAttemptAt = computeNextAttempt({ failures: attempts, queuedAt, now: await databaseTime(db) })
    if (!(await recordDeliveryFailure(db, claim, { reason, nextAttemptAt }))) return
    onAttempt(nextAttemptAt === undefined ? 'dead' : 'failed')
    const about = { messageId, attempts, reason }
    if (nextAttemptAt === undefined) log.error(about, GIVEN_UP)
    else log.warn({ ...about, nextAttemptAt: new Date(nextAttemptAt) }, 'mail not sent; it is tried again')
  }

  /** Until the database takes it, for a mail that was sent and is not known to be would be sent again. */
  async function written(claim: EmailClaim, write: () => Promise<void>) {
    for (;;) {
      try {
        return await write()
      } catch (problem) {
        log.error({ messageId: claim.messageId, reason: formatErrorCodes(problem) }, 'the outbox cannot be written')
        if (graceOver.signal.aborted) return
        await pause(WRITE_AGAIN)
      }
    }
  }

  const running = run()
  return {
    wake: () => ring(),
    stop: async (options = {}) => {
      isStopping = true
      isCrash ||= options.isCrash ?? false
      ring()
      const timer = setTimeout(() => graceOver.abort(), graceMs)
      await running
      await Promise.all(onTheirWay)
      clearTimeout(timer)
    },
  }
}

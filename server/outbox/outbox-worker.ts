import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#server/database/schema.ts'
import { describeErrorCause } from '#server/logging/serialize-error.ts'
import type { EmailDelivery } from './email-delivery.ts'
import {
  claimDueEmails,
  type EmailClaim,
  LEASE_EXPIRED,
  recordDeliveryFailure,
  recordEmailSent,
  requeueEmail,
} from './outbox-queue.ts'

export interface OutboxWorkerOptions {
  readonly db: Database
  readonly deliver: EmailDelivery['deliver']
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
  /** How long a claimed email is leased to this worker. Must be longer than an attempt can take. */
  readonly leaseMs?: number
  /** Time between reads of the outbox when `wake` is not called. */
  readonly pollIntervalMs?: number
  /** Time that running deliveries get when the worker is stopped. */
  readonly graceMs?: number
}

/** A running worker that sends the emails of the outbox. */
export type OutboxWorker = ReturnType<typeof startOutboxWorker>

export interface WorkerStopOptions {
  /** After an uncaught error, which an unfinished delivery may have caused: its attempt counts, as after a kill. */
  readonly isCrash?: boolean
}

/** With several deliveries at a time, one that hangs does not delay the others. */
const MAX_CONCURRENT_DELIVERIES = 5
/** While emails are being sent, the next ones are claimed after this time, so that one commit claims several. */
const CLAIM_INTERVAL_MS = 50
/** Time before a failed database write is retried. */
const WRITE_RETRY_DELAY_MS = 1_000

/**
 * Sends the emails that are due in the outbox until it is stopped. Every email is sent at least once: a worker that is
 * killed between sending and recording causes a duplicate with the same Message-ID. Permanent errors of the mail server
 * (5xx) are retried too: a mailbox may be repaired, and the office has no other copy of the message.
 */
export function startOutboxWorker(options: OutboxWorkerOptions) {
  const { db, deliver, log, leaseMs = 120_000, pollIntervalMs = 5_000, graceMs = 8_000 } = options
  const id = randomUUID()
  const deliveries = new Set<Promise<void>>()
  const graceEnd = new AbortController()
  let isStopping = false
  let isCrash = false
  let wakeSignal = Promise.withResolvers<void>()
  const wake = () => wakeSignal.resolve()

  async function run() {
    while (!isStopping) {
      wakeSignal = Promise.withResolvers() // created first: a `wake` during the read ends the wait below
      await startDueDeliveries()
      const timer = setTimeout(wake, pollIntervalMs)
      await wakeSignal.promise
      clearTimeout(timer)
      if (deliveries.size > 0) await sleep(CLAIM_INTERVAL_MS)
    }
  }

  async function startDueDeliveries() {
    const limit = MAX_CONCURRENT_DELIVERIES - deliveries.size
    if (limit === 0) return
    try {
      const includeUnfinished = deliveries.size === 0
      for (const claim of await claimDueEmails(db, { workerId: id, limit, leaseMs, includeUnfinished })) {
        if (isStopping) await requeueEmail(db, claim)
        else startDelivery(claim)
      }
    } catch (error) {
      log.error({ reason: describeErrorCause(error) }, 'the outbox cannot be read, will be retried')
    }
  }

  function startDelivery(claim: EmailClaim) {
    const delivery = send(claim).finally(() => {
      deliveries.delete(delivery)
      wake()
    })
    deliveries.add(delivery)
  }

  async function send(claim: EmailClaim) {
    if (claim.isOver) return retryWrite(claim, () => recordFailure(claim, LEASE_EXPIRED))
    try {
      await deliver(claim, graceEnd.signal)
      await retryWrite(claim, () => recordSuccess(claim))
    } catch (error) {
      if (!graceEnd.signal.aborted) await retryWrite(claim, () => recordFailure(claim, describeErrorCause(error)))
      else if (!isCrash) await retryWrite(claim, () => requeueEmail(db, claim))
    }
  }

  async function recordSuccess(claim: EmailClaim) {
    const isRecorded = await recordEmailSent(db, claim)
    if (isRecorded) log.info({ messageId: claim.messageId }, 'email sent')
    else log.warn({ messageId: claim.messageId }, 'email sent after its lease expired: there may be a duplicate')
  }

  async function recordFailure(claim: EmailClaim, reason: string) {
    const { isRecorded, nextAttemptAt } = await recordDeliveryFailure(db, claim, reason)
    if (!isRecorded) return
    const details = { messageId: claim.messageId, attempts: claim.attempts, reason }
    if (nextAttemptAt === undefined) log.error(details, 'email given up after 72 hours: npm run messages -- replay')
    else log.warn({ ...details, nextAttemptAt: new Date(nextAttemptAt) }, 'email not sent, will be retried')
  }

  /** Retries until the database accepts the write: an email that is sent but not recorded would be sent again. */
  async function retryWrite(claim: EmailClaim, write: () => Promise<void>) {
    for (;;) {
      try {
        return await write()
      } catch (error) {
        log.error({ messageId: claim.messageId, reason: describeErrorCause(error) }, 'the outbox cannot be written')
        if (graceEnd.signal.aborted) return
        await sleep(WRITE_RETRY_DELAY_MS)
      }
    }
  }

  const running = run()
  return {
    /** Reads the outbox now, because an email was added. */
    wake,
    /** Claims no more emails. Resolves when no delivery is running. */
    stop: async (options: WorkerStopOptions = {}): Promise<void> => {
      isStopping = true
      isCrash ||= options.isCrash ?? false
      wake()
      const timer = setTimeout(() => graceEnd.abort(), graceMs)
      await running
      await Promise.all(deliveries)
      clearTimeout(timer)
    },
  }
}

import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { databaseTime } from '#server/database/clock.ts'
import type { Database } from '#server/database/tables.ts'
import { nextAttempt } from './backoff.ts'
import { type Claim, claimDue, giveUpExpired, recordFailure, recordSent, release } from './claim.ts'
import type { Delivery } from './delivery.ts'
import { reasonOf } from './reason.ts'

/** What came of an attempt: `failed` is retried, `dead` is not. */
export type MailResult = 'sent' | 'failed' | 'dead'

export interface WorkerOptions {
  readonly db: Database
  readonly deliver: Delivery['deliver']
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
  /** ms that a mail is one worker's; longer than an attempt may take. */
  readonly lease?: number
  /** ms between looks into the database, when nothing wakes the worker. */
  readonly poll?: number
  /** ms that mails on their way get when the worker is stopped. */
  readonly grace?: number
  /** Called after each attempt, to measure it. */
  readonly onMail?: (result: MailResult) => void
}

export interface Worker {
  /** Something was put into the outbox. */
  readonly wake: () => void
  /** Takes no more mails, and resolves when none is on its way. */
  readonly stop: (options?: StopOptions) => Promise<void>
}

export interface StopOptions {
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
export function startWorker(options: WorkerOptions): Worker {
  const { db, deliver, log, lease = 120_000, poll = 5_000, grace = 8_000, onMail = () => {} } = options
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
      const timer = setTimeout(ring, poll)
      await bell.promise
      clearTimeout(timer)
    }
  }

  async function takeDue() {
    const limit = PLACES - onTheirWay.size
    if (limit === 0) return
    try {
      const isIdle = onTheirWay.size === 0
      const claims = await claimDue(db, { worker: id, limit, lease, includeExpired: isIdle })
      for (const claim of claims) {
        if (isStopping) await release(db, claim)
        else start(claim)
      }
      if (isIdle && claims.length === 0)
        for (const mail of await giveUpExpired(db)) log.error({ ...mail, reason: 'lease expired' }, GIVEN_UP)
    } catch (problem) {
      log.error({ reason: reasonOf(problem) }, 'the outbox cannot be read; it is tried again')
    }
  }

  function start(claim: Claim) {
    const sending = send(claim).finally(() => {
      onTheirWay.delete(sending)
      ring()
    })
    onTheirWay.add(sending)
  }

  async function send(claim: Claim) {
    try {
      await deliver(claim, graceOver.signal)
      await written(claim, () => sent(claim))
    } catch (problem) {
      if (!graceOver.signal.aborted) await written(claim, () => failed(claim, reasonOf(problem)))
      else if (!isCrash) await written(claim, () => release(db, claim))
    }
  }

  async function sent(claim: Claim) {
    const isRecorded = await recordSent(db, claim)
    onMail('sent')
    if (isRecorded) log.info({ messageId: claim.messageId }, 'mail sent')
    else log.warn({ messageId: claim.messageId }, 'mail sent after its lease had passed: there may be a copy')
  }

  async function failed(claim: Claim, reason: string) {
    const { messageId, queuedAt } = claim
    const attempts = claim.attempts + 1
    const nextAttemptAt = nextAttempt({ failures: attempts, queuedAt, now: await databaseTime(db) })
    if (!(await recordFailure(db, claim, { reason, nextAttemptAt }))) return
    onMail(nextAttemptAt === undefined ? 'dead' : 'failed')
    const about = { messageId, attempts, reason }
    if (nextAttemptAt === undefined) log.error(about, GIVEN_UP)
    else log.warn({ ...about, nextAttemptAt: new Date(nextAttemptAt) }, 'mail not sent; it is tried again')
  }

  /** Until the database takes it, for a mail that was sent and is not known to be would be sent again. */
  async function written(claim: Claim, write: () => Promise<void>) {
    for (;;) {
      try {
        return await write()
      } catch (problem) {
        log.error({ messageId: claim.messageId, reason: reasonOf(problem) }, 'the outbox cannot be written')
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
      const timer = setTimeout(() => graceOver.abort(), grace)
      await running
      await Promise.all(onTheirWay)
      clearTimeout(timer)
    },
  }
}

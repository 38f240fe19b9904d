import { databaseTime } from '#server/database/database-time.ts'
import type { Database, Tables } from '#server/database/schema.ts'
import { CONTACT_FIELDS } from '#shared/contact-contract.ts'
import type { ContactEmail } from './email-delivery.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

const MIN_DELAY_MS = MINUTE_MS / 2
const MAX_DELAY_MS = HOUR_MS
/** An email is given up this long after it was queued or replayed … */
const GIVE_UP_AFTER_MS = 72 * HOUR_MS
/** … and this many attempts, which take 60 hours: neither a clock that jumps ahead nor a server that was off shortens them. */
const MIN_ATTEMPTS = 72
/** No attempt is planned this far ahead. A time beyond it was written while the clock was ahead. */
const FAR_FUTURE_MS = 2 * MAX_DELAY_MS

/** Reason of a failed attempt whose worker crashed or was too slow. */
export const LEASE_EXPIRED = 'lease expired'

/** Adds the email of a message to the outbox, due now. Call it in the transaction that stores the message. */
export async function enqueueEmail(db: Database, messageId: string): Promise<void> {
  const now = await databaseTime(db)
  await db
    .insertInto('outbox')
    .values({ message_id: messageId, state: 'waiting', attempts: 0, queued_at: now, next_attempt_at: now })
    .execute()
}

/** An email that is leased to one worker until `leasedUntil`. Times in ms since 1970 by the database’s clock. */
export interface EmailClaim extends ContactEmail {
  /** Attempts, this one included. */
  readonly attempts: number
  readonly leasedBy: string
  readonly leasedUntil: number
  /** The last attempt of the 72 hours has no result: the email is to be given up without another one. */
  readonly isOver: boolean
}

export interface ClaimOptions {
  /** UUID of the worker. */
  readonly workerId: string
  /** Maximum number of emails to claim. */
  readonly limit: number
  readonly leaseMs: number
  /** Whether to claim an email whose last attempt has no result: alone, because it may have crashed its worker. */
  readonly includeUnfinished: boolean
}

/**
 * Leases the emails that are due, oldest first. The attempt is counted when the email is claimed, and the next one is
 * planned as if this one had failed: an email that crashes the process is therefore retried with growing delays.
 */
export function claimDueEmails(db: Database, options: ClaimOptions): Promise<readonly EmailClaim[]> {
  const { workerId, leaseMs, includeUnfinished } = options
  return db.transaction().execute(async (tx) => {
    const now = await databaseTime(tx)
    await bringBackFromFarFuture(tx, now)
    const due = selectDueEmails(tx, now)
    const finished = await due.where('outbox.leased_by', 'is', null).limit(options.limit).execute()
    const emails = finished.length === 0 && includeUnfinished ? await due.limit(1).execute() : finished
    const claims: EmailClaim[] = []
    for (const { lastWorker, ...email } of emails) {
      const queuedAt = Math.min(email.queuedAt, now) // later when it was queued while the clock was ahead
      const isOver = lastWorker !== null && computeNextAttempt({ ...email, queuedAt }, now) === undefined
      const attempts = email.attempts + (isOver ? 0 : 1)
      const claim = { ...email, attempts, queuedAt, isOver, leasedBy: workerId, leasedUntil: now + leaseMs }
      await tx
        .updateTable('outbox')
        .set({
          attempts,
          queued_at: queuedAt,
          next_attempt_at: computeTakeoverTime(claim, now),
          leased_by: workerId,
          leased_until: claim.leasedUntil,
          ...(lastWorker !== null && { last_error: LEASE_EXPIRED }),
        })
        .where('message_id', '=', claim.messageId)
        .execute()
      claims.push(claim)
    }
    return claims
  })
}

/** An email that was planned while the clock was ahead is due now. */
const bringBackFromFarFuture = (tx: Database, now: number) =>
  tx
    .updateTable('outbox')
    .set({ next_attempt_at: now })
    .where('state', '=', 'waiting')
    .where('next_attempt_at', '>', now + FAR_FUTURE_MS)
    .execute()

/**
 * Condition and order are those of an index, so that a long queue costs no more than a short one. On PostgreSQL, workers
 * skip rows that another worker has locked; on SQLite a transaction locks the whole database.
 */
const selectDueEmails = (tx: Database, now: number) =>
  tx
    .selectFrom('outbox')
    .innerJoin('message', 'message.id', 'outbox.message_id')
    .select(['message.id as messageId', ...CONTACT_FIELDS, 'message.received_at as receivedAt'])
    .select(['outbox.queued_at as queuedAt', 'outbox.attempts', 'outbox.leased_by as lastWorker'])
    .where('outbox.state', '=', 'waiting')
    .where('outbox.next_attempt_at', '<=', now)
    .orderBy('outbox.next_attempt_at')
    .forUpdate('outbox')
    .skipLocked()

/** Ends the claim of an email that was not sent: it is due now, and the attempt does not count. */
export async function requeueEmail(db: Database, claim: EmailClaim): Promise<void> {
  await updateClaimedRow(db, claim, { attempts: claim.attempts - 1, next_attempt_at: claim.queuedAt })
}

/** Returns `false` and writes nothing if another worker has claimed the email meanwhile. */
export async function recordEmailSent(db: Database, claim: EmailClaim): Promise<boolean> {
  const sent_at = await databaseTime(db)
  return updateClaimedRow(db, claim, { state: 'sent', sent_at, attempts: claim.attempts - 1, last_error: null })
}

/**
 * Plans the next attempt, or gives the email up. `reason` has error codes, without text of the visitor. Nothing is recorded
 * if another worker has claimed the email meanwhile.
 */
export async function recordDeliveryFailure(db: Database, claim: EmailClaim, reason: string) {
  const now = await databaseTime(db)
  const nextAttemptAt = computeNextAttempt(claim, now)
  const isRecorded = await updateClaimedRow(db, claim, {
    state: nextAttemptAt === undefined ? 'dead' : 'waiting',
    next_attempt_at: nextAttemptAt ?? now,
    last_error: reason,
  })
  return { isRecorded, nextAttemptAt }
}

/** Also compares the end of the lease: the same worker may have lost the claim and claimed the email again. */
async function updateClaimedRow(
  db: Database,
  { messageId, leasedBy, leasedUntil }: EmailClaim,
  changes: Partial<Tables['outbox']>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set({ ...changes, leased_by: null, leased_until: null })
    .where('message_id', '=', messageId)
    .where('state', '=', 'waiting')
    .where('leased_by', '=', leasedBy)
    .where('leased_until', '=', leasedUntil)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * When another worker may claim the email if this one records no result: after the lease, and from the third attempt on
 * also after the delay of a failed attempt, because the email may be what ends the process.
 */
const computeTakeoverTime = ({ attempts, leasedUntil }: EmailClaim, now: number) =>
  attempts < 3 ? leasedUntil : Math.max(leasedUntil, now + computeDelay(attempts - 2))

/** The time of the next attempt after a failed one in ms since 1970, or `undefined` if the email is given up. */
export function computeNextAttempt(
  { attempts, queuedAt }: Pick<EmailClaim, 'attempts' | 'queuedAt'>,
  now: number,
  random = Math.random,
): number | undefined {
  const isOver = now - queuedAt >= GIVE_UP_AFTER_MS && attempts >= MIN_ATTEMPTS
  return isOver ? undefined : now + computeDelay(attempts, random)
}

/**
 * The delay doubles from 30 s to 1 h. Up to a tenth of it is subtracted at random, so that emails that failed together
 * are not retried together.
 */
function computeDelay(failures: number, random = Math.random): number {
  const delayMs = Math.min(MIN_DELAY_MS * 2 ** (failures - 1), MAX_DELAY_MS)
  return Math.max(MIN_DELAY_MS, Math.round(delayMs * (1 - random() / 10)))
}

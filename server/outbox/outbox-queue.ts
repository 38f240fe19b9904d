import type { ExpressionBuilder } from 'kysely'
import { databaseTime } from '#server/database/database-time.ts'
import type { Database, Tables } from '#server/database/schema.ts'
import type { ContactEmail } from './compose-email.ts'
import { computeNextAttempt, GIVE_UP_AFTER_MS } from './retry-schedule.ts'

/** A mail that one worker has until its lease ends. */
export interface EmailClaim extends ContactEmail {
  /** Attempts that failed so far. */
  readonly attempts: number
  /** When it was due. */
  readonly dueAt: number
  readonly leasedBy: string
  readonly leasedUntil: number
}

export interface ClaimOptions {
  /** UUID of the worker. */
  readonly workerId: string
  readonly limit: number
  /** ms. */
  readonly leaseMs: number
  /**
   * Where no other mail is due, take one whose lease has expired. Its worker may have died because of that mail: so it is
   * taken alone, and takes no other one with it.
   */
  readonly includeExpired: boolean
}

/** Of an attempt whose worker has died, or was too slow. */
const LEASE_EXPIRED = 'lease expired'

/**
 * Leases the mails that are due, the oldest first. The attempt is counted now: a mail that ends the process is tried later
 * each time and given up in the end, as one that is refused. Times are those of the database's clock.
 */
export function claimDueEmails(db: Database, options: ClaimOptions): Promise<readonly EmailClaim[]> {
  const { workerId, limit, leaseMs, includeExpired } = options
  return db.transaction().execute(async (tx) => {
    const now = await databaseTime(tx)
    const due = tx
      .selectFrom('outbox')
      .innerJoin('message', 'message.id', 'outbox.message_id')
      .select([
        'message.id as messageId',
        'message.name',
        'message.email',
        'message.message',
        'message.received_at as receivedAt',
        'outbox.queued_at as queuedAt',
        'outbox.attempts',
        'outbox.next_attempt_at as dueAt',
      ])
      .where('outbox.state', '=', 'waiting')
      .where('outbox.next_attempt_at', '<=', now)
      .orderBy('outbox.next_attempt_at')
      // Two workers go past each other's rows on PostgreSQL; on SQLite a transaction has the whole database, and this says nothing.
      .forUpdate('outbox')
      .skipLocked()
    const unleased = await due.where('outbox.leased_until', 'is', null).limit(limit).execute()
    const takesExpired = unleased.length === 0 && includeExpired
    const expired = due
      .where('outbox.leased_until', '<=', now)
      .where((row) => row.not(wasLastAttempt(row)))
      .limit(1)
    const mails = takesExpired ? await expired.execute() : unleased
    const claims = mails.map((mail) => ({ ...mail, leasedBy: workerId, leasedUntil: now + leaseMs }))
    for (const claim of claims) {
      await tx
        .updateTable('outbox')
        .set({
          attempts: claim.attempts + 1,
          next_attempt_at: takeOverAt(claim, now),
          leased_by: workerId,
          leased_until: claim.leasedUntil,
          ...(takesExpired && { last_error: LEASE_EXPIRED }),
        })
        .where('message_id', '=', claim.messageId)
        .execute()
    }
    return claims
  })
}

/**
 * When another worker may take the mail if this one says nothing of it: after the lease, and from the third attempt on
 * also after the pause of a failure. It is after the end of the 72 hours only when this is the last attempt.
 */
function takeOverAt({ attempts, queuedAt, leasedUntil }: EmailClaim, now: number): number {
  const end = queuedAt + GIVE_UP_AFTER_MS
  if (now >= end) return Math.max(leasedUntil, end + 1)
  if (attempts < 2) return Math.min(leasedUntil, end)
  return computeNextAttempt({ failures: attempts - 1, queuedAt, now }) ?? end
}

/** As `takeOverAt` marks the last attempt. */
const wasLastAttempt = ({ eb, ref }: ExpressionBuilder<Tables, 'outbox'>) =>
  eb('outbox.next_attempt_at', '>', eb(ref('outbox.queued_at'), '+', GIVE_UP_AFTER_MS))

/** Gives up mails whose last attempt has no result: its worker died. */
export async function giveUpExpiredEmails(db: Database): Promise<readonly { messageId: string; attempts: number }[]> {
  const now = await databaseTime(db)
  return db
    .updateTable('outbox')
    .set({ state: 'dead', leased_by: null, leased_until: null, last_error: LEASE_EXPIRED })
    .where('state', '=', 'waiting')
    .where('leased_until', '<=', now)
    .where(wasLastAttempt)
    .returning(['message_id as messageId', 'attempts'])
    .execute()
}

/** Gives a mail back that was not sent; it is due at once, and no attempt is counted. */
export async function requeueEmail(db: Database, claim: EmailClaim): Promise<void> {
  await stillOurs(db, claim).set(unclaimed(claim)).executeTakeFirst()
}

/** `false` when the lease is another's by now: then nothing is written. */
export async function recordEmailSent(db: Database, claim: EmailClaim): Promise<boolean> {
  const { numUpdatedRows } = await stillOurs(db, claim)
    .set({ ...unclaimed(claim), state: 'sent', sent_at: await databaseTime(db), last_error: null })
    .executeTakeFirst()
  return numUpdatedRows > 0
}

export interface DeliveryFailure {
  /** Without a visitor's words. */
  readonly reason: string
  /** `undefined`: it is given up. */
  readonly nextAttemptAt: number | undefined
}

/** As `recordSent`. */
export async function recordDeliveryFailure(
  db: Database,
  claim: EmailClaim,
  failure: DeliveryFailure,
): Promise<boolean> {
  const { reason, nextAttemptAt } = failure
  const { numUpdatedRows } = await stillOurs(db, claim)
    .set({
      ...unclaimed(claim),
      attempts: claim.attempts + 1,
      last_error: reason,
      ...(nextAttemptAt === undefined ? { state: 'dead' } : { next_attempt_at: nextAttemptAt }),
    })
    .executeTakeFirst()
  return numUpdatedRows > 0
}

/** What `claimDue` changed, as it was before. */
const unclaimed = ({ attempts, dueAt }: EmailClaim) =>
  ({ attempts, next_attempt_at: dueAt, leased_by: null, leased_until: null }) as const

/** The end of the lease belongs to it: the same worker may have lost a mail and taken it again. */
function stillOurs(db: Database, { messageId, leasedBy, leasedUntil }: EmailClaim) {
  return db
    .updateTable('outbox')
    .where('message_id', '=', messageId)
    .where('state', '=', 'waiting')
    .where('leased_by', '=', leasedBy)
    .where('leased_until', '=', leasedUntil)
}

import type { ExpressionBuilder } from 'kysely'
import { databaseTime } from '#server/database/database-time.ts'
import type { Database, Tables } from '#server/database/schema.ts'
import type { ContactEmail } from './compose-email.ts'

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
  /** Failed attempts before this one. */
  readonly attempts: number
  /** When the email was due before it was claimed. */
  readonly dueAt: number
  readonly leasedBy: string
  readonly leasedUntil: number
}

export interface ClaimOptions {
  /** UUID of the worker. */
  readonly workerId: string
  /** Maximum number of emails to claim. */
  readonly limit: number
  readonly leaseMs: number
  /**
   * If no other email is due, claim one whose lease has expired. That email may have crashed its worker, so it is
   * claimed alone: another crash then affects no other email.
   */
  readonly includeExpired: boolean
}

/** `last_error` of an attempt whose worker crashed or was too slow. */
const LEASE_EXPIRED = 'lease expired'

/**
 * Leases the emails that are due, oldest first. The attempt is counted when the email is claimed: an email that crashes
 * the process is therefore retried with growing delays and given up in the end, like an email that is rejected.
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
      // On PostgreSQL workers skip rows that another worker has locked. On SQLite a transaction locks the whole
      // database.
      .forUpdate('outbox')
      .skipLocked()
    const unleased = await due.where('outbox.leased_until', 'is', null).limit(limit).execute()
    const shouldClaimExpired = unleased.length === 0 && includeExpired
    const expired = due
      .where('outbox.leased_until', '<=', now)
      .where((row) => row.not(isLastAttempt(row)))
      .limit(1)
    const emails = shouldClaimExpired ? await expired.execute() : unleased
    const claims = emails.map((email) => ({ ...email, leasedBy: workerId, leasedUntil: now + leaseMs }))
    for (const claim of claims) {
      await tx
        .updateTable('outbox')
        .set({
          attempts: claim.attempts + 1,
          next_attempt_at: computeTakeoverTime(claim, now),
          leased_by: workerId,
          leased_until: claim.leasedUntil,
          ...(shouldClaimExpired && { last_error: LEASE_EXPIRED }),
        })
        .where('message_id', '=', claim.messageId)
        .execute()
    }
    return claims
  })
}

/**
 * When another worker may claim the email if this one records no result: after the lease, and from the third attempt on
 * also after the delay of a failed attempt. The time is later than the 72 hours only if this is the last attempt.
 */
function computeTakeoverTime({ attempts, queuedAt, leasedUntil }: EmailClaim, now: number): number {
  const end = queuedAt + GIVE_UP_AFTER_MS
  if (now >= end) return Math.max(leasedUntil, end + 1)
  if (attempts < 2) return Math.min(leasedUntil, end)
  return computeNextAttempt({ failures: attempts - 1, queuedAt, now }) ?? end
}

/** `computeTakeoverTime` marks the last attempt by a time after the 72 hours. */
const isLastAttempt = ({ eb, ref }: ExpressionBuilder<Tables, 'outbox'>) =>
  eb('outbox.next_attempt_at', '>', eb(ref('outbox.queued_at'), '+', GIVE_UP_AFTER_MS))

/** Marks emails as dead whose last attempt has no result because its worker crashed. Returns them. */
export async function giveUpExpiredEmails(db: Database): Promise<readonly { messageId: string; attempts: number }[]> {
  const now = await databaseTime(db)
  return db
    .updateTable('outbox')
    .set({ state: 'dead', leased_by: null, leased_until: null, last_error: LEASE_EXPIRED })
    .where('state', '=', 'waiting')
    .where('leased_until', '<=', now)
    .where(isLastAttempt)
    .returning(['message_id as messageId', 'attempts'])
    .execute()
}

/** Ends the claim of an email that was not sent: it is due now, and the attempt does not count. */
export async function requeueEmail(db: Database, claim: EmailClaim): Promise<void> {
  await updateClaimedRow(db, claim).set(unclaimedColumns(claim)).executeTakeFirst()
}

/** Returns `false` and writes nothing if another worker has claimed the email meanwhile. */
export async function recordEmailSent(db: Database, claim: EmailClaim): Promise<boolean> {
  const { numUpdatedRows } = await updateClaimedRow(db, claim)
    .set({ ...unclaimedColumns(claim), state: 'sent', sent_at: await databaseTime(db), last_error: null })
    .executeTakeFirst()
  return numUpdatedRows > 0
}

/** Result of a failed delivery attempt. */
export interface DeliveryFailure {
  /** Error codes, without text of the visitor. */
  readonly reason: string
  /** ms since 1970; `undefined` gives the email up. */
  readonly nextAttemptAt: number | undefined
}

/**
 * Schedules the next attempt, or gives the email up. Returns `false` and writes nothing if another worker has claimed
 * it.
 */
export async function recordDeliveryFailure(
  db: Database,
  claim: EmailClaim,
  failure: DeliveryFailure,
): Promise<boolean> {
  const { reason, nextAttemptAt } = failure
  const { numUpdatedRows } = await updateClaimedRow(db, claim)
    .set({
      ...unclaimedColumns(claim),
      attempts: claim.attempts + 1,
      last_error: reason,
      ...(nextAttemptAt === undefined ? { state: 'dead' } : { next_attempt_at: nextAttemptAt }),
    })
    .executeTakeFirst()
  return numUpdatedRows > 0
}

/** The columns that `claimDueEmails` changed, with their earlier values. */
const unclaimedColumns = ({ attempts, dueAt }: EmailClaim) =>
  ({ attempts, next_attempt_at: dueAt, leased_by: null, leased_until: null }) as const

/** Also compares the end of the lease: the same worker may have lost the claim and claimed the email again. */
function updateClaimedRow(db: Database, { messageId, leasedBy, leasedUntil }: EmailClaim) {
  return db
    .updateTable('outbox')
    .where('message_id', '=', messageId)
    .where('state', '=', 'waiting')
    .where('leased_by', '=', leasedBy)
    .where('leased_until', '=', leasedUntil)
}

const SECOND_MS = 1_000
const HOUR_MS = 3_600 * SECOND_MS

const MIN_DELAY_MS = 30 * SECOND_MS
const MAX_DELAY_MS = HOUR_MS
/** An email is given up this long after it was queued or replayed. */
const GIVE_UP_AFTER_MS = 72 * HOUR_MS

/**
 * The time of the next attempt in ms since 1970, or `undefined` when the 72 hours are over. The delay doubles from 30 s
 * to 1 h. Up to a tenth of it is subtracted at random, so that emails that failed together are not retried together.
 */
export function computeNextAttempt(
  { failures, queuedAt, now }: { failures: number; queuedAt: number; now: number },
  random: () => number = Math.random,
): number | undefined {
  const end = queuedAt + GIVE_UP_AFTER_MS
  if (now >= end) return undefined
  const delayMs = Math.min(MIN_DELAY_MS * 2 ** (failures - 1), MAX_DELAY_MS)
  return Math.min(now + Math.max(MIN_DELAY_MS, Math.round(delayMs * (1 - random() / 10))), end)
}

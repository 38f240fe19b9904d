import type { Database } from '#server/database/tables.ts'
import type { MessageMail } from './mail.ts'

/** A mail that one worker has until its lease ends. */
export interface Claim extends MessageMail {
  /** Attempts that failed so far. */
  readonly attempts: number
  readonly leasedBy: string
  readonly leasedUntil: number
}

export interface ClaimOptions {
  /** UUID of the worker. */
  readonly worker: string
  readonly limit: number
  /** ms. */
  readonly lease: number
}

/** Leases the mails that are due, the oldest first: those that nobody has, and those whose worker let the lease pass. */
export function claimDue(db: Database, { worker, limit, lease }: ClaimOptions): Promise<readonly Claim[]> {
  const now = Date.now()
  const leasedUntil = now + lease
  return db.transaction().execute(async (tx) => {
    const due = await tx
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
      ])
      .where('outbox.state', '=', 'waiting')
      .where('outbox.next_attempt_at', '<=', now)
      .where((row) => row.or([row('outbox.leased_until', 'is', null), row('outbox.leased_until', '<=', now)]))
      .orderBy('outbox.next_attempt_at')
      .limit(limit)
      // Two workers go past each other's rows on PostgreSQL; on SQLite a transaction has the whole database, and this says nothing.
      .forUpdate('outbox')
      .skipLocked()
      .execute()
    if (due.length > 0) {
      await tx
        .updateTable('outbox')
        .set({ leased_by: worker, leased_until: leasedUntil })
        .where(
          'message_id',
          'in',
          due.map(({ messageId }) => messageId),
        )
        .execute()
    }
    return due.map((row) => ({ ...row, leasedBy: worker, leasedUntil }))
  })
}

/** Gives a mail back that was not sent; it is due at once. */
export async function release(db: Database, claim: Claim): Promise<void> {
  await stillOurs(db, claim).set({ leased_by: null, leased_until: null }).executeTakeFirst()
}

/** `false` when the lease is another's by now: then nothing is written. */
export async function recordSent(db: Database, claim: Claim): Promise<boolean> {
  const { numUpdatedRows } = await stillOurs(db, claim)
    .set({ state: 'sent', sent_at: Date.now(), leased_by: null, leased_until: null, last_error: null })
    .executeTakeFirst()
  return numUpdatedRows > 0
}

export interface Failure {
  /** Without a visitor's words. */
  readonly reason: string
  /** `undefined`: it is given up. */
  readonly nextAttemptAt: number | undefined
}

/** As `recordSent`. */
export async function recordFailure(db: Database, claim: Claim, failure: Failure): Promise<boolean> {
  const { nextAttemptAt } = failure
  const { numUpdatedRows } = await stillOurs(db, claim)
    .set({
      attempts: claim.attempts + 1,
      last_error: failure.reason,
      leased_by: null,
      leased_until: null,
      ...(nextAttemptAt === undefined ? { state: 'dead' } : { next_attempt_at: nextAttemptAt }),
    })
    .executeTakeFirst()
  return numUpdatedRows > 0
}

/** The end of the lease belongs to it: the same worker may have lost a mail and taken it again. */
function stillOurs(db: Database, { messageId, leasedBy, leasedUntil }: Claim) {
  return db
    .updateTable('outbox')
    .where('message_id', '=', messageId)
    .where('state', '=', 'waiting')
    .where('leased_by', '=', leasedBy)
    .where('leased_until', '=', leasedUntil)
}

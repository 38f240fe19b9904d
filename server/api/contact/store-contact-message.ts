import { randomUUID } from 'node:crypto'
import type { ContactMessage } from '#server/api/contract.ts'
import { HttpError } from '#server/api/http/http-error.ts'
import { countRequest, createRateLimitError, type ExceededLimit } from '#server/api/limits/rate-limit.ts'
import type { MessageLimits } from '#server/api/limits/request-limits.ts'
import type { Database, SpamReason } from '#server/database/schema.ts'
import { enqueueEmail } from '#server/outbox/outbox-queue.ts'

interface Submission {
  /** The idempotency key of the form. */
  readonly key: string
  readonly message: ContactMessage
  readonly spamReason: SpamReason | null
  readonly limits: MessageLimits
}

interface StoreResult {
  readonly messageId: string
  /** Whether this request added the email to the outbox. */
  readonly isQueued: boolean
  /** The limit for which this request stored the message in the spam folder as `too-many`. */
  readonly exceeded?: ExceededLimit | undefined
  /** The folder in which this request stored the message; absent if the form was sent before. */
  readonly folder?: 'inbox' | 'spam'
}

/**
 * Stores a message and its email in one transaction. Only stored messages count towards the limits: invalid requests
 * cannot lock a visitor out. A form that was sent before gets the same result, even if a limit is reached. A message
 * that exceeds an hourly or daily limit is stored in the spam folder. Throws `HttpError`: 409 for a different message
 * with the same key, 429 for a limit per minute, and 401 if the session has used up its messages.
 */
export function storeContactMessage(
  db: Database,
  { key, message, spamReason, limits }: Submission,
): Promise<StoreResult> {
  return db.transaction().execute(async (transaction) => {
    const inserted = await transaction
      .insertInto('message')
      .values({
        id: randomUUID(),
        idempotency_key: key,
        ...message,
        folder: spamReason ? 'spam' : 'inbox',
        spam_reason: spamReason,
        received_at: Date.now(),
      })
      .onConflict((conflict) => conflict.column('idempotency_key').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!inserted) return { messageId: await findSameMessage(transaction, key, message), isQueued: false }
    const messageId = inserted.id
    const rejectedBy = await countRequest(transaction, limits.rejectLimits)
    if (rejectedBy) throw toHttpError(rejectedBy)
    if (spamReason) return { messageId, isQueued: false, folder: 'spam' }
    const exceeded = await countRequest(transaction, limits.spamLimits)
    if (exceeded) await moveToSpam(transaction, messageId)
    else await enqueueEmail(transaction, messageId)
    return { messageId, isQueued: !exceeded, exceeded, folder: exceeded ? 'spam' : 'inbox' }
  })
}

/** A used-up session counts as ended: the page then logs in again, which requires another captcha. */
const toHttpError = (exceeded: ExceededLimit): HttpError =>
  exceeded.name === 'MESSAGES_PER_CAPTCHA'
    ? new HttpError('no_session', { reason: exceeded.name })
    : createRateLimitError(exceeded)

async function moveToSpam(db: Database, id: string): Promise<void> {
  await db.updateTable('message').set({ folder: 'spam', spam_reason: 'too-many' }).where('id', '=', id).execute()
}

async function findSameMessage(db: Database, key: string, { name, email, message }: ContactMessage): Promise<string> {
  const stored = await db
    .selectFrom('message')
    .select(['id', 'name', 'email', 'message'])
    .where('idempotency_key', '=', key)
    .executeTakeFirstOrThrow()
  const isSame = stored.name === name && stored.email === email && stored.message === message
  if (!isSame) throw new HttpError('key_reused')
  return stored.id
}

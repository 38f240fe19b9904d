import { randomUUID } from 'node:crypto'
import type { ContactMessage } from '#server/api/contract.ts'
import { HttpError } from '#server/api/http/http-error.ts'
import {
  countRequest,
  countRequestInSteps,
  createRateLimitError,
  type ExceededLimit,
} from '#server/api/limits/rate-limit.ts'
import type { MessageLimits } from '#server/api/limits/request-limits.ts'
import type { Database, SpamReason } from '#server/database/schema.ts'
import { enqueueEmail } from '#server/outbox/enqueue-email.ts'

interface Sending {
  /** Of the filled form. */
  readonly key: string
  readonly message: ContactMessage
  readonly spamReason: SpamReason | null
  readonly limits: MessageLimits
}

interface Stored {
  readonly messageId: string
  /** Its mail was put into the outbox just now. */
  readonly isQueued: boolean
  /** Why it was stored in the spam folder as `too-many`, just now. */
  readonly exceeded?: ExceededLimit | undefined
  /** Where the message was stored just now; absent when the form was sent before. */
  readonly folder?: 'inbox' | 'spam'
}

/**
 * Stores a message and its mail, or neither. A form that was sent before is answered as it was then, also when the limit
 * is reached: only what is stored counts, in the same transaction. So no malformed request locks a visitor out, and none
 * is a way around, since it leaves nothing behind. Beyond the limits of an hour or a day it is stored in the spam folder
 * instead. Throws `Refusal`: 409 for other words under the same key, 429, and 401 for a session that has sent all that it may.
 */
export function storeContactMessage(db: Database, { key, message, spamReason, limits }: Sending): Promise<Stored> {
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
    if (!inserted) return { messageId: await sameMessage(transaction, key, message), isQueued: false }
    const messageId = inserted.id
    const refusing = await countRequest(transaction, limits.rejectLimits)
    if (refusing) throw refusalOf(refusing)
    if (spamReason) return { messageId, isQueued: false, folder: 'spam' }
    const exceeded = await countRequestInSteps(transaction, limits.spamLimits)
    if (exceeded) await moveToSpam(transaction, messageId)
    else await enqueueEmail(transaction, messageId)
    return { messageId, isQueued: !exceeded, exceeded, folder: exceeded ? 'spam' : 'inbox' }
  })
}

/** A session that is used up has ended: the page then gets a new one, which takes another captcha. */
const refusalOf = (exceeded: ExceededLimit): HttpError =>
  exceeded.name === 'MESSAGES_PER_CAPTCHA'
    ? new HttpError('no_session', { reason: exceeded.name })
    : createRateLimitError(exceeded)

async function moveToSpam(db: Database, id: string): Promise<void> {
  await db.updateTable('message').set({ folder: 'spam', spam_reason: 'too-many' }).where('id', '=', id).execute()
}

async function sameMessage(db: Database, key: string, { name, email, message }: ContactMessage): Promise<string> {
  const stored = await db
    .selectFrom('message')
    .select(['id', 'name', 'email', 'message'])
    .where('idempotency_key', '=', key)
    .executeTakeFirstOrThrow()
  const isSame = stored.name === name && stored.email === email && stored.message === message
  if (!isSame) throw new HttpError('key_reused')
  return stored.id
}

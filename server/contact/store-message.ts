import { randomUUID } from 'node:crypto'
import type { ContactMessage } from '#server/contract.ts'
import type { Database } from '#server/database/tables.ts'
import { Refusal } from '#server/http/problems.ts'
import { countOrRefuse, type Limit } from '#server/limits/rate-limit.ts'
import { queueMail } from '#server/outbox/queue-mail.ts'
import type { SpamReason } from './spam.ts'

interface Sending {
  /** Of the filled form. */
  readonly key: string
  readonly message: ContactMessage
  readonly spamReason: SpamReason | null
  readonly limits: readonly Limit[]
}

interface Stored {
  readonly messageId: string
  /** Its mail was put into the outbox just now. */
  readonly isQueued: boolean
}

/**
 * Stores a message and its mail, or neither. A form that was sent before is answered as it was then, also when the limit
 * is reached: only what is stored counts, in the same transaction. So no malformed request locks a visitor out, and none
 * is a way around, since it leaves nothing behind. Throws `Refusal`: 409 for other words under the same key, 429.
 */
export function storeMessage(db: Database, { key, message, spamReason, limits }: Sending): Promise<Stored> {
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
    for (const limit of limits) await countOrRefuse(transaction, limit)
    if (!spamReason) await queueMail(transaction, inserted.id)
    return { messageId: inserted.id, isQueued: !spamReason }
  })
}

async function sameMessage(db: Database, key: string, { name, email, message }: ContactMessage): Promise<string> {
  const stored = await db
    .selectFrom('message')
    .select(['id', 'name', 'email', 'message'])
    .where('idempotency_key', '=', key)
    .executeTakeFirstOrThrow()
  const isSame = stored.name === name && stored.email === email && stored.message === message
  if (!isSame) throw new Refusal('key_reused')
  return stored.id
}

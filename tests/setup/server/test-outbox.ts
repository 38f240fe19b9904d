import { randomUUID } from 'node:crypto'
import type { Database, Tables } from '#server/database/schema.ts'

interface QueuedEmail {
  readonly name?: string
  readonly email?: string
  readonly message?: string
  /** Columns that differ from an email that is queued now and due. */
  readonly outbox?: Partial<Tables['outbox']>
}

/** Inserts a message and its queued email as the server does. Returns the message id. */
export async function insertQueuedEmail(db: Database, queued: QueuedEmail = {}): Promise<string> {
  const { name = 'Ada Lovelace', email = 'ada@engine.example', message = 'Sixteen miles, by May.', outbox } = queued
  const id = randomUUID()
  const now = Date.now()
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('message')
      .values({
        id,
        idempotency_key: randomUUID(),
        name,
        email,
        message,
        folder: 'inbox',
        spam_reason: null,
        received_at: now,
      })
      .execute()
    await tx
      .insertInto('outbox')
      .values({ ...WAITING_COLUMNS, message_id: id, queued_at: now, next_attempt_at: now, ...outbox })
      .execute()
  })
  return id
}

const WAITING_COLUMNS = {
  state: 'waiting',
  attempts: 0,
  leased_until: null,
  leased_by: null,
  sent_at: null,
  last_error: null,
} as const

export const readOutboxRow = (db: Database, messageId: string): Promise<Tables['outbox']> =>
  db.selectFrom('outbox').selectAll().where('message_id', '=', messageId).executeTakeFirstOrThrow()

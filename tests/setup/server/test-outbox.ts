import type { Database, Tables } from '#server/database/schema.ts'
import { insertMessage } from './test-messages.ts'

interface QueuedEmail extends Partial<Tables['message']> {
  /** Columns that differ from an email that is queued now and due. */
  readonly outbox?: Partial<Tables['outbox']>
}

/** Inserts a message and its queued email as the server does. Returns the message id. */
export function insertQueuedEmail(db: Database, { outbox, ...message }: QueuedEmail = {}): Promise<string> {
  const now = Date.now()
  return db.transaction().execute(async (tx) => {
    const id = await insertMessage(tx, message)
    await tx
      .insertInto('outbox')
      .values({ ...WAITING_COLUMNS, message_id: id, queued_at: now, next_attempt_at: now, ...outbox })
      .execute()
    return id
  })
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

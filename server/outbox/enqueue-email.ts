import { databaseTime } from '#server/database/database-time.ts'
import type { Database } from '#server/database/schema.ts'

/** Adds the email of a message to the outbox, due now. Call it in the transaction that stores the message. */
export async function enqueueEmail(db: Database, messageId: string): Promise<void> {
  const now = await databaseTime(db)
  await db
    .insertInto('outbox')
    .values({ message_id: messageId, state: 'waiting', attempts: 0, queued_at: now, next_attempt_at: now })
    .execute()
}

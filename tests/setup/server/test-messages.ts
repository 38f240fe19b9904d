import { randomUUID } from 'node:crypto'
import type { Database, Tables } from '#server/database/schema.ts'
import type { ContactMessage } from '#shared/contact-contract.ts'

/** A valid message, with text in every field. */
type FullMessage = Readonly<Record<keyof ContactMessage, string>>

/** Creates a message as the form sends it. */
export const createMessage = (changes: Partial<FullMessage> = {}): FullMessage => ({
  name: 'Ada Lovelace',
  email: 'ada@engine.example',
  message: 'Sixteen miles, by May.',
  ...changes,
})

/** Creates the row of a message that is stored now in the inbox. */
export const createMessageRow = (changes: Partial<Tables['message']> = {}): Tables['message'] => ({
  ...createMessage(),
  id: randomUUID(),
  idempotency_key: randomUUID(),
  folder: 'inbox',
  spam_reason: null,
  received_at: Date.now(),
  ...changes,
})

/** Inserts a message without an email. Returns its id. */
export async function insertMessage(db: Database, changes: Partial<Tables['message']> = {}): Promise<string> {
  const row = createMessageRow(changes)
  await db.insertInto('message').values(row).execute()
  return row.id
}

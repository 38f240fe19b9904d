import type { Database } from '#server/database/schema.ts'
import { UserError } from '#shared/user-error.ts'

/** A message with what became of its mail: `null` in the spam folder. */
export interface StoredMessage {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly message: string
  readonly folder: 'inbox' | 'spam'
  readonly spam_reason: string | null
  readonly received_at: number
  readonly state: 'waiting' | 'sent' | 'dead' | null
  readonly attempts: number | null
  readonly queued_at: number | null
  readonly next_attempt_at: number | null
  readonly sent_at: number | null
  readonly last_error: string | null
}

/** All messages with their mails, to be narrowed and ordered. */
export const selectMessages = (db: Database) =>
  db
    .selectFrom('message')
    .leftJoin('outbox', 'outbox.message_id', 'message.id')
    .select(['id', 'name', 'email', 'message', 'folder', 'spam_reason', 'received_at'])
    .select(['state', 'attempts', 'queued_at', 'next_attempt_at', 'sent_at', 'last_error'])

/** The message whose id begins like this. Throws `UserError` where it is none or not the only one. */
export async function findMessageByIdPrefix(db: Database, beginning: string): Promise<StoredMessage> {
  // By a range and not by `like`, which finds upper and lower case on SQLite: `~` comes after every digit and letter.
  const start = beginning.toLowerCase()
  if (!/^[0-9a-f-]+$/.test(start))
    throw new UserError(`"${beginning}" is no id of a message: see npm run messages -- list`)
  const found = await selectMessages(db).where('id', '>=', start).where('id', '<', `${start}~`).limit(2).execute()
  const [message, another] = found
  if (!message) throw new UserError(`There is no message ${beginning}: see npm run messages -- list`)
  if (another) throw new UserError(`Several messages begin with ${beginning}: give more of the id`)
  return message
}

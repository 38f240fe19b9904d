import type { Database } from '#server/database/schema.ts'
import { UserError } from '#shared/user-error.ts'

/** A message with the columns of its outbox row, which are `null` in the spam folder. */
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

/** Query of all messages with their outbox rows. Callers add conditions and an order. */
export const selectMessages = (db: Database) =>
  db
    .selectFrom('message')
    .leftJoin('outbox', 'outbox.message_id', 'message.id')
    .select(['id', 'name', 'email', 'message', 'folder', 'spam_reason', 'received_at'])
    .select(['state', 'attempts', 'queued_at', 'next_attempt_at', 'sent_at', 'last_error'])

/** Finds the message whose id starts with `prefix`, in upper or lower case. Throws `UserError` if there is not exactly one. */
export async function findMessageByIdPrefix(db: Database, prefix: string): Promise<StoredMessage> {
  // A range instead of `like`, which ignores case on SQLite. `~` sorts after every digit and letter.
  const start = prefix.toLowerCase()
  if (!/^[0-9a-f-]+$/.test(start)) throw new UserError(`"${prefix}" is not a message id: see npm run messages -- list`)
  const found = await selectMessages(db).where('id', '>=', start).where('id', '<', `${start}~`).limit(2).execute()
  const [message, another] = found
  if (!message) throw new UserError(`Message ${prefix} not found: see npm run messages -- list`)
  if (another) throw new UserError(`Several message ids start with ${prefix}: specify more of the id`)
  return message
}

import { databaseTime } from '#server/database/database-time.ts'
import type { Database } from '#server/database/schema.ts'
import { enqueueEmail } from '#server/outbox/outbox-queue.ts'
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

/**
 * Finds the message whose id starts with `prefix`, in upper or lower case. Throws `UserError` if there is not exactly
 * one.
 */
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

/** Retries a dead email for another 72 hours. Throws `UserError` if the email is not dead. */
export async function replayEmail(db: Database, { id, folder }: StoredMessage): Promise<void> {
  const { numUpdatedRows } = await requeueDeadEmails(db, await databaseTime(db))
    .where('message_id', '=', id)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return
  if (folder === 'spam') throw new UserError(`The message ${id} is in the spam folder and has no email: use release`)
  throw new UserError(`The email of message ${id} is not dead: it is waiting or was sent`)
}

/** Retries all dead emails for another 72 hours. Returns their number. */
export async function replayDeadEmails(db: Database): Promise<number> {
  const { numUpdatedRows } = await requeueDeadEmails(db, await databaseTime(db)).executeTakeFirst()
  return Number(numUpdatedRows)
}

function requeueDeadEmails(db: Database, now: number) {
  return db
    .updateTable('outbox')
    .set({ state: 'waiting', attempts: 0, queued_at: now, next_attempt_at: now, leased_until: null, leased_by: null })
    .where('state', '=', 'dead')
}

/**
 * Moves all messages that exceeded an hourly or daily limit to the inbox, and queues their emails. Returns their
 * number.
 */
export function moveRateLimitedMessagesToInbox(db: Database): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const moved = await transaction
      .updateTable('message')
      .set(INBOX)
      .where('spam_reason', '=', 'too-many')
      .returning('id')
      .execute()
    for (const { id } of moved) await enqueueEmail(transaction, id)
    return moved.length
  })
}

const INBOX = { folder: 'inbox', spam_reason: null } as const

/**
 * Moves a message from the spam folder to the inbox, and queues its email. Throws `UserError` if it is not in the spam
 * folder.
 */
export async function moveMessageToInbox(db: Database, { id }: StoredMessage): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('message')
      .set(INBOX)
      .where('id', '=', id)
      .where('folder', '=', 'spam')
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new UserError(`The message ${id} is not in the spam folder`)
    await enqueueEmail(transaction, id)
  })
}

import { type InferResult, sql } from 'kysely'
import type { ServerConfig } from '#server/config/server-config.ts'
import { databaseTime } from '#server/database/database-time.ts'
import type { Database } from '#server/database/schema.ts'
import { enqueueEmail } from '#server/outbox/outbox-queue.ts'
import { CONTACT_FIELDS, cleanEmail } from '#shared/contact-contract.ts'
import { UserError } from '#shared/user-error.ts'

/** Query of all messages with their outbox rows. Callers add conditions and an order. */
export const selectMessages = (db: Database) =>
  db
    .selectFrom('message')
    .leftJoin('outbox', 'outbox.message_id', 'message.id')
    .select(['id', ...CONTACT_FIELDS, 'folder', 'spam_reason', 'received_at'])
    .select(['state', 'attempts', 'queued_at', 'next_attempt_at', 'sent_at', 'last_error'])

/** A message with the columns of its outbox row, which are `null` in the spam folder. */
export type StoredMessage = InferResult<ReturnType<typeof selectMessages>>[number]

/** Selects the messages of a list. */
export interface MessageFilter {
  readonly folder?: StoredMessage['folder'] | undefined
  readonly state?: NonNullable<StoredMessage['state']> | undefined
  readonly limit: number
}

/** Reads the newest messages. */
export function findNewestMessages(db: Database, { folder, state, limit }: MessageFilter): Promise<StoredMessage[]> {
  let rows = selectMessages(db)
  if (folder) rows = rows.where('folder', '=', folder)
  if (state) rows = rows.where('state', '=', state)
  return rows.orderBy('received_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
}

/**
 * Finds the message whose id starts with `prefix`, in upper or lower case. Throws `UserError` if there is not exactly
 * one.
 */
export async function findMessageById(db: Database, prefix: string): Promise<StoredMessage> {
  // A range instead of `like`, which ignores case on SQLite. `~` sorts after every digit and letter.
  const start = prefix.toLowerCase()
  if (!/^[0-9a-f-]+$/.test(start)) throw new UserError(`"${prefix}" is not a message id: see npm run messages -- list`)
  const found = await selectMessages(db).where('id', '>=', start).where('id', '<', `${start}~`).limit(2).execute()
  const [message, another] = found
  if (!message) throw new UserError(`Message ${prefix} not found: see npm run messages -- list`)
  if (another) throw new UserError(`Several message ids start with ${prefix}: specify more of the id`)
  return message
}

/** Finds all messages of an email address, ignoring case, oldest first. */
export async function findMessagesByEmail(
  db: Database,
  database: ServerConfig['database'],
  address: string,
): Promise<readonly StoredMessage[]> {
  // A binary collation, because with Turkish rules the lower case of I is not i. Addresses are ASCII (shared/contact-contract.ts).
  const collation = sql.raw('file' in database ? 'binary' : '"C"')
  const email = cleanEmail(address).replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  const rows = selectMessages(db).where(sql`lower(email collate ${collation})`, '=', email)
  return rows.orderBy('received_at').orderBy('id').execute()
}

/** Finds the messages that are in the spam folder because they exceeded a limit, oldest first. */
export const findRateLimitedMessages = (db: Database): Promise<readonly StoredMessage[]> =>
  selectMessages(db).where('spam_reason', '=', 'too-many').orderBy('received_at').orderBy('id').execute()

/** Retries all dead emails, or that of one message, for another 72 hours. Returns their number. */
export async function replayDeadEmails(db: Database, id?: string): Promise<number> {
  const now = await databaseTime(db)
  let emails = db
    .updateTable('outbox')
    .set({ state: 'waiting', attempts: 0, queued_at: now, next_attempt_at: now, leased_until: null, leased_by: null })
    .where('state', '=', 'dead')
  if (id !== undefined) emails = emails.where('message_id', '=', id)
  return Number((await emails.executeTakeFirst()).numUpdatedRows)
}

/**
 * Moves all messages that exceeded a limit, or one message, from the spam folder to the inbox, and queues their emails.
 * Returns their number.
 */
export function releaseMessages(db: Database, id?: string): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const spam = tx.updateTable('message').set({ folder: 'inbox', spam_reason: null }).where('folder', '=', 'spam')
    const selected = id === undefined ? spam.where('spam_reason', '=', 'too-many') : spam.where('id', '=', id)
    const released = await selected.returning('id').execute()
    for (const message of released) await enqueueEmail(tx, message.id)
    return released.length
  })
}

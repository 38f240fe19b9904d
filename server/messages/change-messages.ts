import { databaseTime } from '#server/database/database-time.ts'
import type { Database } from '#server/database/schema.ts'
import { enqueueEmail } from '#server/outbox/enqueue-email.ts'
import { UserError } from '#shared/user-error.ts'
import type { StoredMessage } from './stored-messages.ts'

/** Lets a mail that was given up be tried for another 72 hours. Throws `UserError` where it was not given up. */
export async function replayEmail(db: Database, { id, folder }: StoredMessage): Promise<void> {
  const { numUpdatedRows } = await updateDead(db, await databaseTime(db))
    .where('message_id', '=', id)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return
  if (folder === 'spam') throw new UserError(`The message ${id} is in the spam folder: use release`)
  throw new UserError(`The mail of ${id} is not dead: it was sent, or it waits to be`)
}

/** All that were given up; answers with their number. */
export async function replayDeadEmails(db: Database): Promise<number> {
  const { numUpdatedRows } = await updateDead(db, await databaseTime(db)).executeTakeFirst()
  return Number(numUpdatedRows)
}

function updateDead(db: Database, now: number) {
  return db
    .updateTable('outbox')
    .set({ state: 'waiting', attempts: 0, queued_at: now, next_attempt_at: now, leased_until: null, leased_by: null })
    .where('state', '=', 'dead')
}

/** Moves all messages that were beyond a limit to the inbox, and puts their mails out. Returns their number. */
export function moveRateLimitedMessagesToInbox(db: Database): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const released = await transaction
      .updateTable('message')
      .set(INBOX)
      .where('spam_reason', '=', 'too-many')
      .returning('id')
      .execute()
    for (const { id } of released) await enqueueEmail(transaction, id)
    return released.length
  })
}

const INBOX = { folder: 'inbox', spam_reason: null } as const

/** Moves a message from the spam folder to the inbox, and puts its mail out. Throws `UserError` where it is not spam. */
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

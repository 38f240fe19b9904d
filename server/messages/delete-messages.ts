import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { BackendConfig } from '#server/config.ts'
import { databaseTime } from '#server/database/database-time.ts'
import type { Database } from '#server/database/schema.ts'
import { deleteEmlFiles } from '#server/outbox/eml-files.ts'
import { UserError } from '#shared/user-error.ts'
import { escapeControlCharacters } from './format-messages.ts'
import { findMessageByIdPrefix, type StoredMessage, selectMessages } from './stored-messages.ts'

/** Where messages are stored: the database, and the folder of `.eml` files. */
export interface MessageStorage {
  readonly db: Database
  readonly database: BackendConfig['database']
  readonly emlFolder: string
}

/** What `deleteMessages` deleted. */
export interface DeletedCounts {
  readonly messages: number
  /** Deleted rows of the outbox. */
  readonly emails: number
  /** Emails among them that had been sent. */
  readonly sentEmails: number
  readonly emlFiles: number
}

/** Ids per statement: databases limit the number of parameters. */
const CHUNK_SIZE = 500
/** How long emails that are about to be deleted are leased, so that no worker claims them. */
const LEASE_MS = 120_000
/** Time between attempts while a worker sends one of the emails. */
const RETRY_DELAY_MS = 200

/**
 * Finds all messages of an email address, ignoring case, or the message whose id starts with the argument. Oldest
 * first. Throws `UserError` if there is none, or if several ids start with it.
 */
export async function findMessagesByIdOrEmail(
  { db, database }: Pick<MessageStorage, 'db' | 'database'>,
  idOrEmail: string,
): Promise<readonly StoredMessage[]> {
  if (!idOrEmail.includes('@')) return [await findMessageByIdPrefix(db, idOrEmail)]
  // A binary collation, because with Turkish rules the lower case of I is not i. Addresses are ASCII (contract.ts).
  const collation = sql.raw('file' in database ? 'binary' : '"C"')
  const email = idOrEmail.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  const rows = selectMessages(db).where(sql`lower(email collate ${collation})`, '=', email)
  const hasControl = /\p{Cc}/u.test(email) // never in a stored address, and PostgreSQL rejects U+0000
  const found = hasControl ? [] : await rows.orderBy('received_at').orderBy('id').execute()
  if (found.length === 0) throw new UserError(`No message from ${escapeControlCharacters(idOrEmail)}`)
  return found
}

/**
 * Finds the messages that are in the spam folder because they exceeded an hourly or daily limit, oldest first. Throws
 * `UserError` if there are none.
 */
export async function findRateLimitedMessages(db: Database): Promise<readonly StoredMessage[]> {
  const rows = selectMessages(db).where('spam_reason', '=', 'too-many')
  const found = await rows.orderBy('received_at').orderBy('id').execute()
  if (found.length === 0) throw new UserError('No message in the spam folder exceeded a limit')
  return found
}

/**
 * Deletes messages with their emails and `.eml` files. While a worker is sending one of the emails, waits until it has
 * recorded the result or its lease has expired, and calls `onWait` once.
 */
export async function deleteMessages(
  { db, emlFolder }: MessageStorage,
  ids: readonly string[],
  onWait: () => Promise<void> = async () => {},
): Promise<DeletedCounts> {
  const leaseOwner = randomUUID()
  let isWaiting = false
  for (;;) {
    while (!(await leaseEmails(db, ids, leaseOwner))) {
      if (!isWaiting) await onWait()
      isWaiting = true
      await sleep(RETRY_DELAY_MS)
    }
    // Files first: if this process is killed, the rows still say which files to delete.
    const deleted = new Set(ids)
    const emlFiles = await deleteEmlFiles(emlFolder, ({ messageId }) => deleted.has(messageId))
    const counts = await deleteRows(db, ids, leaseOwner)
    if (counts) return { ...counts, emlFiles }
  }
}

/** Leases the waiting emails, so that no worker claims them. Returns `false` while a worker still has a claim. */
function leaseEmails(db: Database, ids: readonly string[], leaseOwner: string): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const now = await databaseTime(tx)
    for (const chunk of toChunks(ids)) {
      await tx
        .updateTable('outbox')
        .set({ leased_by: leaseOwner, leased_until: now + LEASE_MS })
        .where('message_id', 'in', chunk)
        .where('state', '=', 'waiting')
        .where(({ eb, or }) =>
          or([eb('leased_until', 'is', null), eb('leased_until', '<=', now), eb('leased_by', '=', leaseOwner)]),
        )
        .execute()
    }
    return areLeased(await lockEmails(tx, ids), leaseOwner)
  })
}

/**
 * Deletes all rows in one transaction, or returns `undefined` if `replay` or `release` queued one of the emails
 * meanwhile.
 */
function deleteRows(db: Database, ids: readonly string[], leaseOwner: string) {
  return db.transaction().execute(async (tx) => {
    for (const chunk of toChunks(ids))
      await tx.selectFrom('message').select('id').where('id', 'in', chunk).orderBy('id').forUpdate().execute()
    const emails = await lockEmails(tx, ids)
    if (!areLeased(emails, leaseOwner)) return undefined
    let messages = 0
    for (const chunk of toChunks(ids)) {
      await tx.deleteFrom('outbox').where('message_id', 'in', chunk).execute()
      messages += Number((await tx.deleteFrom('message').where('id', 'in', chunk).executeTakeFirst()).numDeletedRows)
    }
    return { messages, emails: emails.length, sentEmails: emails.filter(({ state }) => state === 'sent').length }
  })
}

async function lockEmails(db: Database, ids: readonly string[]) {
  const emails = []
  for (const chunk of toChunks(ids)) {
    const rows = db.selectFrom('outbox').select(['state', 'leased_by']).where('message_id', 'in', chunk)
    emails.push(...(await rows.orderBy('message_id').forUpdate().execute()))
  }
  return emails
}

const areLeased = (emails: Awaited<ReturnType<typeof lockEmails>>, leaseOwner: string) =>
  emails.every(({ state, leased_by }) => state !== 'waiting' || leased_by === leaseOwner)

/** Splits the sorted ids: processes that lock the same rows in the same order cannot deadlock. */
function* toChunks(ids: readonly string[]): Generator<readonly string[]> {
  const sorted = ids.toSorted()
  for (let start = 0; start < sorted.length; start += CHUNK_SIZE) yield sorted.slice(start, start + CHUNK_SIZE)
}

import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { BackendConfig } from '#server/config.ts'
import { databaseTime } from '#server/database/database-time.ts'
import type { Database } from '#server/database/schema.ts'
import { deleteEmlFiles } from '#server/outbox/eml-files.ts'
import { UserError } from '#shared/user-error.ts'
import { escapeControlCharacters } from './escape-text.ts'
import { findMessageByIdPrefix, type StoredMessage, selectMessages } from './stored-messages.ts'

/** What the messages are deleted from. */
export interface MessageStorage {
  readonly db: Database
  readonly database: BackendConfig['database']
  readonly emlFolder: string
}

export interface DeletedCounts {
  readonly messages: number
  /** Mails in the outbox that no longer exist. */
  readonly emails: number
  /** Those of the mails that were sent before. */
  readonly sentEmails: number
  readonly emlFiles: number
}

/** Ids in one statement: databases limit the number of parameters. */
const CHUNK = 500
/** ms that no worker may take a mail that is about to be deleted. */
const LEASE = 120_000
/** ms between attempts, while a worker sends one of the mails. */
const PAUSE = 200

/**
 * Finds the messages of an e-mail address, in upper or lower case, or the message whose id begins so; the oldest first.
 * Throws `UserError` where there is none, or where the id is not unambiguous.
 */
export async function findMessagesByIdOrEmail(
  { db, database }: Pick<MessageStorage, 'db' | 'database'>,
  idOrEmail: string,
): Promise<readonly StoredMessage[]> {
  if (!idOrEmail.includes('@')) return [await findMessageByIdPrefix(db, idOrEmail)]
  // Compared by bytes: in a database with Turkish rules the lower case of I is not i. Addresses are ASCII (contract.ts).
  const collation = sql.raw('file' in database ? 'binary' : '"C"')
  const email = idOrEmail.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  const rows = selectMessages(db).where(sql`lower(email collate ${collation})`, '=', email)
  const hasControl = /\p{Cc}/u.test(email) // no stored address has one, and PostgreSQL refuses U+0000
  const found = hasControl ? [] : await rows.orderBy('received_at').orderBy('id').execute()
  if (found.length === 0) throw new UserError(`There is no message of ${escapeControlCharacters(idOrEmail)}`)
  return found
}

/** Finds the messages that are in the spam folder because they were beyond a limit. Throws `UserError` where there is none. */
export async function findRateLimitedMessages(db: Database): Promise<readonly StoredMessage[]> {
  const rows = selectMessages(db).where('spam_reason', '=', 'too-many')
  const found = await rows.orderBy('received_at').orderBy('id').execute()
  if (found.length === 0) throw new UserError('No message in the spam folder was beyond a limit')
  return found
}

/**
 * Deletes messages with their mails and `.eml` files. A mail that a worker is sending is waited for, at most until its
 * lease ends: then either it was sent, or it never will be. `onWait` is called once where that is necessary.
 */
export async function deleteMessages(
  { db, emlFolder }: MessageStorage,
  ids: readonly string[],
  onWait: () => Promise<void> = async () => {},
): Promise<DeletedCounts> {
  const worker = randomUUID()
  let isWaiting = false
  for (;;) {
    while (!(await reserveMails(db, ids, worker))) {
      if (!isWaiting) await onWait()
      isWaiting = true
      await pause(PAUSE)
    }
    // First the files: when this process is killed, the rows still tell which files are to be deleted.
    const deleted = new Set(ids)
    const emlFiles = await deleteEmlFiles(emlFolder, ({ messageId }) => deleted.has(messageId))
    const counts = await deleteRows(db, ids, worker)
    if (counts) return { ...counts, emlFiles }
  }
}

/** Leases the waiting mails, so that no worker sends them. Returns `false` while a worker still has one. */
function reserveMails(db: Database, ids: readonly string[], worker: string): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const now = await databaseTime(tx)
    for (const chunk of chunks(ids)) {
      await tx
        .updateTable('outbox')
        .set({ leased_by: worker, leased_until: now + LEASE })
        .where('message_id', 'in', chunk)
        .where('state', '=', 'waiting')
        .where(({ eb, or }) =>
          or([eb('leased_until', 'is', null), eb('leased_until', '<=', now), eb('leased_by', '=', worker)]),
        )
        .execute()
    }
    return areReserved(await lockMails(tx, ids), worker)
  })
}

/** All rows or none. Returns `undefined` where a mail was put out again meanwhile, by `replay` or `release`. */
function deleteRows(db: Database, ids: readonly string[], worker: string) {
  return db.transaction().execute(async (tx) => {
    for (const chunk of chunks(ids))
      await tx.selectFrom('message').select('id').where('id', 'in', chunk).orderBy('id').forUpdate().execute()
    const mails = await lockMails(tx, ids)
    if (!areReserved(mails, worker)) return undefined
    let messages = 0
    for (const chunk of chunks(ids)) {
      await tx.deleteFrom('outbox').where('message_id', 'in', chunk).execute()
      messages += Number((await tx.deleteFrom('message').where('id', 'in', chunk).executeTakeFirst()).numDeletedRows)
    }
    return { messages, emails: mails.length, sentEmails: mails.filter(({ state }) => state === 'sent').length }
  })
}

async function lockMails(db: Database, ids: readonly string[]) {
  const mails = []
  for (const chunk of chunks(ids)) {
    const rows = db.selectFrom('outbox').select(['state', 'leased_by']).where('message_id', 'in', chunk)
    mails.push(...(await rows.orderBy('message_id').forUpdate().execute()))
  }
  return mails
}

const areReserved = (mails: Awaited<ReturnType<typeof lockMails>>, worker: string) =>
  mails.every(({ state, leased_by }) => state !== 'waiting' || leased_by === worker)

/** Sorted: two processes that lock the same rows do so in the same order. */
function* chunks(ids: readonly string[]): Generator<readonly string[]> {
  const sorted = ids.toSorted()
  for (let start = 0; start < sorted.length; start += CHUNK) yield sorted.slice(start, start + CHUNK)
}

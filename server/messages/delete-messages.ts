import { setTimeout as sleep } from 'node:timers/promises'
import { databaseTime } from '#server/database/database-time.ts'
import type { Database } from '#server/database/schema.ts'
import { deleteEmlFiles } from '#server/outbox/eml-folder.ts'

/** Where messages are stored. */
export interface MessageStorage {
  readonly db: Database
  /** The folder of `.eml` files. */
  readonly emlFolder: string
}

/** Messages per transaction: databases limit the number of parameters. */
const CHUNK_SIZE = 500
const RETRY_DELAY_MS = 200

/**
 * Deletes messages with their emails and `.eml` files. Waits while a worker is sending one of the emails, because it could
 * write another `.eml` file.
 */
export async function deleteMessages(
  storage: MessageStorage,
  ids: readonly string[],
  onWait: () => Promise<void> = async () => {},
) {
  let messages = 0
  let emlFiles = 0
  for (let start = 0; start < ids.length; start += CHUNK_SIZE) {
    const deleted = await deleteChunk(storage, ids.slice(start, start + CHUNK_SIZE), onWait)
    messages += deleted.messages
    emlFiles += deleted.emlFiles
  }
  return { messages, emlFiles }
}

async function deleteChunk(storage: MessageStorage, ids: readonly string[], onWait: () => Promise<void>) {
  for (let attempt = 1; ; attempt++) {
    const deleted = await storage.db.transaction().execute((tx) => deleteUnlessSending({ ...storage, db: tx }, ids))
    if (deleted) return deleted
    if (attempt === 1) await onWait()
    await sleep(RETRY_DELAY_MS)
  }
}

/** Returns `undefined` and deletes nothing while a worker is sending one of the emails. */
async function deleteUnlessSending({ db, emlFolder }: MessageStorage, ids: readonly string[]) {
  if (await areEmailsLeased(db, ids)) return undefined
  // Files first: if this process is killed, the rows still say which files to delete.
  const emlFiles = await deleteEmlFiles(emlFolder, ({ messageId }) => ids.includes(messageId))
  await db.deleteFrom('outbox').where('message_id', 'in', ids).execute()
  const { numDeletedRows } = await db.deleteFrom('message').where('id', 'in', ids).executeTakeFirst()
  return { messages: Number(numDeletedRows), emlFiles }
}

/**
 * Also locks the messages and their emails on PostgreSQL, so that no worker claims one and `release` queues none until
 * the transaction ends. Rows are locked in the order of their ids, so that processes cannot deadlock.
 */
async function areEmailsLeased(db: Database, ids: readonly string[]): Promise<boolean> {
  await db.selectFrom('message').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute()
  const emails = db.selectFrom('outbox').select('leased_until').where('message_id', 'in', ids)
  const locked = await emails.orderBy('message_id').forUpdate().execute()
  const now = await databaseTime(db)
  return locked.some(({ leased_until }) => (leased_until ?? 0) > now)
}

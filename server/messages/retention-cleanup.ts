import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { RetentionConfig } from '#server/config.ts'
import type { Database } from '#server/database/schema.ts'
import { truncateWriteAheadLog } from '#server/database/sqlite/erase-deleted-rows.ts'
import { formatErrorCodes } from '#server/logging/error-codes.ts'
import { deleteEmlFiles } from '#server/outbox/eml-files.ts'
import type { MessageStorage } from './delete-messages.ts'

export interface RetentionOptions extends MessageStorage {
  readonly retention: RetentionConfig
  readonly log: Pick<FastifyBaseLogger, 'info' | 'error'>
  /** ms between sweeps; an hour by default. */
  readonly intervalMs?: number
}

export interface RetentionCleanup {
  /** Resolves when the sweep that runs has ended, after its current batch. */
  readonly stop: () => Promise<void>
}

const HOUR = 60 * 60_000
/** Messages in one transaction. */
const BATCH = 200
/** ms after each batch, in which SQLite takes other work. */
const PAUSE = 20

/**
 * Deletes messages and `.eml` files whose retention has ended: now, and then every hour. A message whose mail is waiting
 * is kept until the mail is sent or given up; one whose mail was given up is kept as long after the last attempt, so
 * that it can be replayed. Several servers on one database share the work.
 */
export function startRetentionCleanup(options: RetentionOptions): RetentionCleanup {
  const { log, intervalMs = HOUR } = options
  const stopping = new AbortController()
  let sweeping = Promise.resolve()
  const sweep = () => {
    sweeping = sweeping.then(async () => {
      try {
        const deleted = await deleteExpired(options, stopping.signal)
        if (Object.values(deleted).some((count) => count > 0))
          log.info(deleted, 'messages deleted after their retention')
      } catch (problem) {
        log.error(
          { reason: formatErrorCodes(problem) },
          'messages cannot be deleted after their retention; it is tried again',
        )
      }
    })
  }
  const timer = setInterval(sweep, intervalMs).unref()
  sweep()
  return {
    stop: async () => {
      clearInterval(timer)
      stopping.abort()
      await sweeping
    },
  }
}

interface ExpiredCounts {
  readonly messages: number
  readonly spam: number
  readonly emlFiles: number
}

async function deleteExpired(
  { db, database, emlFolder, retention }: RetentionOptions,
  signal: AbortSignal,
): Promise<ExpiredCounts> {
  const now = Date.now()
  const oldest = retention.messagesMs === undefined ? undefined : now - retention.messagesMs
  const repeat = (deleteBatch: () => Promise<number>) => deleteInBatches(deleteBatch, signal)
  const messages = oldest === undefined ? 0 : await repeat(() => deleteInbox(db, oldest))
  const spam = await repeat(() => deleteSpam(db, { ...retention, now }))
  const emlFiles = oldest === undefined ? 0 : await deleteEmlFiles(emlFolder, ({ queuedAt }) => queuedAt < oldest)
  if ('file' in database && messages + spam > 0) await truncateWriteAheadLog(db)
  return { messages, spam, emlFiles }
}

async function deleteInBatches(deleteBatch: () => Promise<number>, signal: AbortSignal): Promise<number> {
  let total = 0
  while (!signal.aborted) {
    const count = await deleteBatch()
    total += count
    if (count < BATCH) break
    await pause(PAUSE)
  }
  return total
}

/** Two servers go past each other's rows on PostgreSQL, and `replay` waits until the rows are deleted. */
function deleteInbox(db: Database, oldest: number): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const expired = await tx
      .selectFrom('outbox')
      .innerJoin('message', 'message.id', 'outbox.message_id')
      .select('message.id')
      .where('message.received_at', '<', oldest)
      .where(({ eb, or, and }) =>
        or([
          eb('outbox.state', '=', 'sent'),
          // Of a mail that was given up, this is the time of the last attempt.
          and([eb('outbox.state', '=', 'dead'), eb('outbox.next_attempt_at', '<', oldest)]),
        ]),
      )
      .orderBy('message.received_at')
      .limit(BATCH)
      .forUpdate()
      .skipLocked()
      .execute()
    if (expired.length === 0) return 0
    const ids = expired.map(({ id }) => id)
    await tx.deleteFrom('outbox').where('message_id', 'in', ids).execute()
    await tx.deleteFrom('message').where('id', 'in', ids).execute()
    return ids.length
  })
}

/** Messages that were beyond a limit may be those of visitors: they are kept as long as the messages of the inbox. */
function deleteSpam(
  db: Database,
  { spamMs, messagesMs, now }: RetentionConfig & { readonly now: number },
): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const expired = await tx
      .selectFrom('message')
      .select('id')
      .where('folder', '=', 'spam')
      .where(({ eb, or, and }) =>
        or([
          and([eb('spam_reason', '!=', 'too-many'), eb('received_at', '<', now - spamMs)]),
          ...(messagesMs === undefined ? [] : [eb('received_at', '<', now - messagesMs)]),
        ]),
      )
      .orderBy('received_at')
      .limit(BATCH)
      .forUpdate()
      .skipLocked()
      .execute()
    if (expired.length === 0) return 0
    const ids = expired.map(({ id }) => id)
    await tx.deleteFrom('message').where('id', 'in', ids).execute()
    return ids.length
  })
}

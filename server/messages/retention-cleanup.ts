import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { RetentionConfig } from '#server/config.ts'
import type { Database } from '#server/database/schema.ts'
import { truncateWriteAheadLog } from '#server/database/sqlite/erase-deleted-rows.ts'
import { formatErrorCodes } from '#server/logging/serialize-error.ts'
import { deleteEmlFiles } from '#server/outbox/eml-files.ts'
import type { MessageStorage } from './delete-messages.ts'

export interface RetentionOptions extends MessageStorage {
  readonly retention: RetentionConfig
  readonly log: Pick<FastifyBaseLogger, 'info' | 'error'>
  /** Time between two cleanups; an hour by default. */
  readonly intervalMs?: number
}

/** The running cleanup of messages after their retention period. */
export interface RetentionCleanup {
  /** Stops a running cleanup after its current batch. Resolves when it has ended. */
  readonly stop: () => Promise<void>
}

const HOUR_MS = 60 * 60_000
/** Messages per transaction. */
const BATCH_SIZE = 200
/** Pause after each batch, so that SQLite can handle other requests. */
const BATCH_PAUSE_MS = 20

/**
 * Deletes messages and `.eml` files whose retention period has ended: at the start and then every hour. A message is
 * kept while its email is waiting. If the email is dead, the period starts at the last attempt, so that the email can be
 * replayed. Several servers on one database share the work.
 */
export function startRetentionCleanup(options: RetentionOptions): RetentionCleanup {
  const { log, intervalMs = HOUR_MS } = options
  const abort = new AbortController()
  let running = Promise.resolve()
  const runCleanup = () => {
    running = running.then(async () => {
      try {
        const deleted = await deleteExpired(options, abort.signal)
        if (Object.values(deleted).some((count) => count > 0))
          log.info(deleted, 'messages deleted after their retention period')
      } catch (error) {
        log.error(
          { reason: formatErrorCodes(error) },
          'messages cannot be deleted after their retention period, will be retried',
        )
      }
    })
  }
  const timer = setInterval(runCleanup, intervalMs).unref()
  runCleanup()
  return {
    stop: async () => {
      clearInterval(timer)
      abort.abort()
      await running
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
  const receivedBefore = retention.messagesMs === undefined ? undefined : now - retention.messagesMs
  const deleteAll = (deleteBatch: () => Promise<number>) => deleteInBatches(deleteBatch, signal)
  const messages = receivedBefore === undefined ? 0 : await deleteAll(() => deleteInbox(db, receivedBefore))
  const spam = await deleteAll(() => deleteSpam(db, { ...retention, now }))
  const emlFiles =
    receivedBefore === undefined ? 0 : await deleteEmlFiles(emlFolder, ({ queuedAt }) => queuedAt < receivedBefore)
  if ('file' in database && messages + spam > 0) await truncateWriteAheadLog(db)
  return { messages, spam, emlFiles }
}

async function deleteInBatches(deleteBatch: () => Promise<number>, signal: AbortSignal): Promise<number> {
  let total = 0
  while (!signal.aborted) {
    const count = await deleteBatch()
    total += count
    if (count < BATCH_SIZE) break
    await sleep(BATCH_PAUSE_MS)
  }
  return total
}

/** On PostgreSQL, servers skip rows that another server has locked, and `replay` waits until the rows are deleted. */
function deleteInbox(db: Database, receivedBefore: number): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const expired = await tx
      .selectFrom('outbox')
      .innerJoin('message', 'message.id', 'outbox.message_id')
      .select('message.id')
      .where('message.received_at', '<', receivedBefore)
      .where(({ eb, or, and }) =>
        or([
          eb('outbox.state', '=', 'sent'),
          // For a dead email, `next_attempt_at` is the time of its last attempt.
          and([eb('outbox.state', '=', 'dead'), eb('outbox.next_attempt_at', '<', receivedBefore)]),
        ]),
      )
      .orderBy('message.received_at')
      .limit(BATCH_SIZE)
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

/** Messages that exceeded a limit may be genuine, so they are kept as long as messages of the inbox. */
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
      .limit(BATCH_SIZE)
      .forUpdate()
      .skipLocked()
      .execute()
    if (expired.length === 0) return 0
    const ids = expired.map(({ id }) => id)
    await tx.deleteFrom('message').where('id', 'in', ids).execute()
    return ids.length
  })
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { RetentionConfig, ServerConfig } from '#server/config/server-config.ts'
import type { Database } from '#server/database/schema.ts'
import { truncateWriteAheadLog } from '#server/database/sqlite/erase-deleted-rows.ts'
import { describeErrorCause } from '#server/logging/serialize-error.ts'
import { deleteEmlFiles, listEmlFiles } from '#server/outbox/eml-folder.ts'
import { repeat } from '#server/process/repeat.ts'
import { createClockCheck } from './clock-check.ts'
import type { MessageStorage } from './delete-messages.ts'

export interface RetentionOptions extends MessageStorage {
  readonly database: ServerConfig['database']
  readonly retention: RetentionConfig
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
  /** Time between two cleanups; an hour by default. */
  readonly intervalMs?: number
}

const HOUR_MS = 60 * 60_000
/** Messages per transaction. */
const BATCH_SIZE = 200
/** Pause after each batch, so that SQLite can handle other requests. */
const BATCH_PAUSE_MS = 20

/**
 * Deletes messages and `.eml` files whose retention period has ended: at the start and then every hour. A message is
 * kept while its email is waiting. If the email is dead, the period starts at the last attempt, so that the email can be
 * replayed. Several servers on one database share the work. A clock that is wrong when the server starts, or jumps while
 * it runs, deletes nothing.
 *
 * `stop` resolves when a running cleanup has ended, after its current batch.
 */
export function startRetentionCleanup(options: RetentionOptions) {
  const { log, intervalMs = HOUR_MS } = options
  const checkClock = createClockCheck()
  let newestAtStart: number | undefined

  async function cleanUp(signal: AbortSignal): Promise<void> {
    newestAtStart ??= await findNewestTime(options)
    const now = checkClock(newestAtStart)
    if (now === undefined) {
      log.warn({ clock: new Date() }, 'no messages are deleted yet: the clock may be wrong')
      return
    }
    const deleted = await deleteExpired(options, now, signal)
    if (Object.values(deleted).some((count) => count > 0))
      log.info(deleted, 'messages deleted after their retention period')
  }

  return repeat(cleanUp, intervalMs, (error) => {
    const reason = describeErrorCause(error)
    log.error({ reason }, 'messages cannot be deleted after their retention period, will be retried')
  })
}

/** The time of the newest message or `.eml` file in ms since 1970; now if there are none. */
async function findNewestTime({ db, emlFolder }: RetentionOptions): Promise<number> {
  const { newest } = await db
    .selectFrom('message')
    .select(({ fn }) => fn.max<number | null>('received_at').as('newest'))
    .executeTakeFirstOrThrow()
  const times = (await listEmlFiles(emlFolder)).map(({ queuedAt }) => queuedAt)
  if (newest !== null) times.push(newest)
  return times.length === 0 ? Date.now() : Math.max(...times)
}

async function deleteExpired(options: RetentionOptions, now: number, signal: AbortSignal) {
  const { db, database, emlFolder, retention } = options
  const receivedBefore = retention.messagesMs === undefined ? 0 : now - retention.messagesMs
  const spamBefore = now - retention.spamMs
  const messages = await deleteInBatches(db, (tx) => selectExpired(tx, receivedBefore), signal)
  const spam = await deleteInBatches(db, (tx) => selectExpiredSpam(tx, receivedBefore, spamBefore), signal)
  const emlFiles = await deleteEmlFiles(emlFolder, ({ queuedAt }) => queuedAt < receivedBefore)
  if ('file' in database && messages + spam > 0) await truncateWriteAheadLog(db)
  return { messages, spam, emlFiles }
}

type SelectIds = (tx: Database) => { execute(): Promise<readonly { readonly id: string }[]> }

async function deleteInBatches(db: Database, select: SelectIds, signal: AbortSignal): Promise<number> {
  let total = 0
  while (!signal.aborted) {
    const count = await db.transaction().execute((tx) => deleteBatch(tx, select))
    total += count
    if (count < BATCH_SIZE) break
    await sleep(BATCH_PAUSE_MS)
  }
  return total
}

async function deleteBatch(tx: Database, select: SelectIds): Promise<number> {
  const ids = (await select(tx).execute()).map(({ id }) => id)
  if (ids.length === 0) return 0
  await tx.deleteFrom('outbox').where('message_id', 'in', ids).execute()
  await tx.deleteFrom('message').where('id', 'in', ids).execute()
  return ids.length
}

/** On PostgreSQL, servers skip rows that another server has locked, and `replay` waits until the rows are deleted. */
const selectExpired = (tx: Database, receivedBefore: number) =>
  tx
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

/** Messages that exceeded a limit may be genuine, so they are kept as long as messages of the inbox. */
const selectExpiredSpam = (tx: Database, receivedBefore: number, spamBefore: number) =>
  tx
    .selectFrom('message')
    .select('id')
    .where('folder', '=', 'spam')
    .where(({ eb, or, and }) =>
      or([
        eb('received_at', '<', receivedBefore),
        and([eb('spam_reason', '!=', 'too-many'), eb('received_at', '<', spamBefore)]),
      ]),
    )
    .orderBy('received_at')
    .limit(BATCH_SIZE)
    .forUpdate()
    .skipLocked()

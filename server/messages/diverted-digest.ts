import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { databaseTime } from '#server/database/database-time.ts'
import type { Database } from '#server/database/schema.ts'
import { describeErrorCause } from '#server/logging/serialize-error.ts'
import { enqueueEmail } from '#server/outbox/outbox-queue.ts'
import { repeat } from '#server/process/repeat.ts'

interface DigestOptions {
  readonly db: Database
  readonly log: Pick<FastifyBaseLogger, 'warn'>
  /** Time from one look for messages to the next; ten minutes by default. */
  readonly intervalMs?: number
}

/**
 * Tells the office by email how many messages are in the spam folder because they exceeded a limit: looks for new ones
 * now and every ten minutes, and queues one digest a day at most. Several servers may do so at the same time.
 */
export const startDivertedDigest = ({ db, log, intervalMs = 600_000 }: DigestOptions) =>
  repeat(
    () => queueDigest(db),
    intervalMs,
    (error) => log.warn({ reason: describeErrorCause(error) }, 'the digest cannot be queued, will be retried'),
  )

/**
 * Stores the digest like a message of the inbox, so that the rules of the outbox apply, also those of older versions. Its
 * idempotency key names the day: of two servers, one fails. Each message is reported once.
 */
const queueDigest = (db: Database): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const now = await databaseTime(tx)
    const idempotency_key = `digest ${new Date(now).toISOString().slice(0, 10)}`
    const queued = tx.selectFrom('message').select('id').where('idempotency_key', '=', idempotency_key)
    if (await queued.executeTakeFirst()) return
    // Skips rows that another process has locked: waiting for several locks could cause a deadlock.
    const unreported = tx
      .selectFrom('message')
      .select('id')
      .where('spam_reason', '=', 'too-many')
      .where('reported_at', 'is', null)
      .forUpdate()
      .skipLocked()
    const reported = await tx
      .updateTable('message')
      .set({ reported_at: now })
      .where('id', 'in', unreported)
      .returning('received_at')
      .execute()
    if (reported.length === 0) return
    const times = reported.map(({ received_at }) => received_at).sort((a, b) => a - b)
    const [first = now, last = now] = [times[0], times.at(-1)]
    // The time of the last message, not that of a clock that may be wrong: retention believes the newest message.
    const digest = { id: randomUUID(), idempotency_key, name: 'The website', email: '', received_at: last }
    await tx
      .insertInto('message')
      .values({ ...digest, message: formatDigest(reported.length, first, last), folder: 'inbox', spam_reason: null })
      .execute()
    await enqueueEmail(tx, digest.id)
  })

/** The text of the email. It contains no text of a visitor. */
const formatDigest = (count: number, first: number, last: number) => `\
Messages of the contact form are in the spam folder of the website, and were not emailed to you: they exceeded a limit.

Messages: ${count}
First: ${new Date(first).toUTCString()}
Last: ${new Date(last).toUTCString()}

Some may be from visitors. Whoever runs the server can list them, and then email all of them to you, with

npm run messages -- list --folder spam
npm run messages -- release --too-many
`

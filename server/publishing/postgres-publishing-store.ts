import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#server/database/schema.ts'
import { withTimeout } from '#server/with-timeout.ts'
import { getErrorMessage } from '#shared/user-error.ts'
import { ANNOUNCEMENT_CHANNEL, type AnnouncementReader, startAnnouncementReader } from './announcement-reader.ts'
import { ANY_CHANGE, serializeContentChange } from './content-change.ts'
import type { Announcement, PublishingStore } from './publishing-store.ts'
import { SIGNATURE_LIFETIME_S } from './webhook-signature.ts'

export interface PostgresPublishingStoreOptions {
  /** PostgreSQL. `close` does not close it. */
  readonly db: Database
  /** URL of the same database, for the connection that listens for notifications. */
  readonly url: string
  readonly log: (line: string) => void
  /** Interval between reads without a notification. */
  readonly pollIntervalMs?: number
}

/** ms; Contentful waits 30 s for a response. */
const TIMEOUT_MS = 10_000

/** ms that request keys are kept: longer than a signature is valid, on servers whose clocks differ by up to 5 minutes. */
const KEY_LIFETIME_MS = 3 * SIGNATURE_LIFETIME_S * 1000

/** ms that announcements are kept. A server that was stopped for longer renders all pages at its start. */
const ANNOUNCEMENT_LIFETIME_MS = 24 * 3_600_000

/** Announcements kept in memory while the database is down. More are replaced by one for all pages. */
const MAX_UNSTORED = 1_000

/** Key of the advisory lock that serializes announcements: a number that nothing else uses. */
const ADVISORY_LOCK_KEY = 4_203_117

/**
 * Creates the store of a site with several web servers on one PostgreSQL. Announcements are rows; each server reads them,
 * keeps its read position in memory, and renders all pages when it starts. A change that could not be stored is kept in
 * memory and stored when the database is available again, because Contentful retries a refused request only a few times.
 */
export function createPostgresPublishingStore(options: PostgresPublishingStoreOptions): PublishingStore {
  const { db, url, log, pollIntervalMs } = options
  let unstored: readonly Announcement[] = []
  let isStoring = false
  let reader: AnnouncementReader | undefined

  const storeInTime = (announcement: Announcement) =>
    withTimeout(storeAnnouncement(db, announcement), TIMEOUT_MS, 'The database')

  function keepInMemory(announcement: Announcement): void {
    unstored = unstored.length < MAX_UNSTORED ? [...unstored, announcement] : [{ requestKeys: [], change: ANY_CHANGE }]
  }

  /** A change that a retry of Contentful has stored meanwhile is not announced twice, because its request keys are recorded. */
  async function storeUnstored(): Promise<void> {
    if (isStoring) return
    isStoring = true
    try {
      for (const announcement of unstored) {
        await storeInTime(announcement)
        unstored = unstored.filter((other) => other !== announcement)
      }
    } catch (error) {
      log(`A published change cannot be stored: ${getErrorMessage(error)}. Trying again.`)
    } finally {
      isStoring = false
    }
  }

  return {
    announce: async (announcement) => {
      try {
        return await storeInTime(announcement)
      } catch (error) {
        keepInMemory(announcement)
        throw error
      }
    },
    subscribe: (onChange) => {
      reader = startAnnouncementReader({
        url,
        log,
        onChange,
        onRead: storeUnstored,
        ...(pollIntervalMs && { pollIntervalMs }),
      })
    },
    getFailures: () => reader?.getFailures() ?? [],
    close: async () => reader?.close(),
  }
}

/**
 * Stores an announcement; `false` when one of its request keys is recorded. The lock runs one transaction at a time on all
 * servers, so that ids become visible in their order and transactions never deadlock. The newest announcement is never
 * deleted, because the next id derives from it.
 */
function storeAnnouncement(db: Database, { requestKeys, change }: Announcement): Promise<boolean> {
  // Set explicitly: each statement after the lock must see what was committed before it.
  const transactions = db.transaction().setIsolationLevel('read committed')
  return transactions.execute(async (transaction) => {
    // Bounds the time that a stopped process holds the lock, and that others wait for it.
    await sql`select
      set_config('lock_timeout', '5s', true),
      set_config('statement_timeout', '10s', true),
      set_config('idle_in_transaction_session_timeout', '10s', true)`.execute(transaction)
    await sql`select pg_advisory_xact_lock(${ADVISORY_LOCK_KEY})`.execute(transaction)
    if (!(await recordRequestKeys(transaction, requestKeys))) return false
    await sql`
      with added as (
        insert into publish_announcement (id, touched, announced_at)
        select coalesce(max(id), 0) + 1, ${serializeContentChange(change)}, ${NOW} from publish_announcement
        returning id
      )
      select pg_notify(${ANNOUNCEMENT_CHANNEL}, id::text) from added`.execute(transaction)
    await sql`delete from publish_announcement where announced_at < ${NOW} - ${ANNOUNCEMENT_LIFETIME_MS}::bigint
      and id < (select max(id) from publish_announcement)`.execute(transaction)
    return true
  })
}

/** Records the keys; `false` when one of them is recorded already. */
async function recordRequestKeys(transaction: Database, requestKeys: readonly string[]): Promise<boolean> {
  await transaction.deleteFrom('webhook_call').where('expires_at', '<', NOW).execute()
  if (requestKeys.length === 0) return true
  const rows = requestKeys.map((key) => ({
    name_hash: hash(key),
    expires_at: sql<number>`${NOW} + ${KEY_LIFETIME_MS}::bigint`,
  }))
  const added = await transaction
    .insertInto('webhook_call')
    .values(rows)
    .onConflict((conflict) => conflict.column('name_hash').doNothing())
    .returning('name_hash')
    .execute()
  return added.length === requestKeys.length
}

/** Unix time in ms of the database's clock, which all servers share. */
const NOW = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`

/** Hashed, because a header may be longer than an index key. */
const hash = (key: string) => createHash('sha256').update(key).digest('hex')

import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#server/database/schema.ts'
import { withTimeout } from '#server/with-timeout.ts'
import { getErrorMessage } from '#shared/user-error.ts'
import { ANNOUNCEMENT_CHANNEL, type AnnouncementReader, startAnnouncementReader } from './announcement-reader.ts'
import { ANY_CHANGE, type Announcement, type PublishingStore } from './publishing-options.ts'
import { serializeContentChange } from './touched-json.ts'
import { SIGNATURE_LIFETIME_S } from './webhook-signature.ts'

export interface PostgresPublishingStoreOptions {
  /** PostgreSQL; `close` leaves it open. */
  readonly db: Database
  /** Address of the same database, for the connection that listens. */
  readonly url: string
  readonly log: (line: string) => void
  /** ms between reads when no notification arrives. */
  readonly pollIntervalMs?: number
}

/** ms; Contentful waits 30 s for an answer. */
const TIMEOUT_MS = 10_000

/** ms that names are kept: longer than a signature is valid, on servers whose clocks differ by up to 5 minutes. */
const NAME_LIFETIME = 3 * SIGNATURE_LIFETIME_S * 1000

/** ms that announcements are kept; a server that was away for longer renders all pages. */
const ANNOUNCEMENT_LIFETIME = 24 * 3_600_000

/** Announcements that are kept in memory while the database is down; after that all pages are rendered. */
const MOST_UNSTORED = 1_000

/** Key of the advisory lock that makes announcements one after the other: any number that nothing else uses. */
const LOCK = 4_203_117

/**
 * The store of a site with several web servers on one PostgreSQL. Announcements are rows; each server reads them, keeps
 * in memory which it has read, and renders all pages when it starts. A change that could not be stored is kept and stored
 * as soon as the database answers again: Contentful repeats a request that was refused only a few times.
 */
export function createPostgresPublishingStore(options: PostgresPublishingStoreOptions): PublishingStore {
  const { db, url, log, pollIntervalMs } = options
  let unstored: readonly Announcement[] = []
  let isStoring = false
  let reader: AnnouncementReader | undefined

  const storeNow = (announcement: Announcement) => withTimeout(store(db, announcement), TIMEOUT_MS, 'The database')

  function keep(announcement: Announcement): void {
    unstored = unstored.length < MOST_UNSTORED ? [...unstored, announcement] : [{ requestKeys: [], change: ANY_CHANGE }]
  }

  /** A change that was stored meanwhile, because Contentful has repeated the request, counts once: its names are known. */
  async function storeKept(): Promise<void> {
    if (isStoring) return
    isStoring = true
    try {
      for (const announcement of unstored) {
        await storeNow(announcement)
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
        return await storeNow(announcement)
      } catch (error) {
        keep(announcement)
        throw error
      }
    },
    subscribe: (onChange) => {
      reader = startAnnouncementReader({
        url,
        log,
        onChange,
        onRead: storeKept,
        ...(pollIntervalMs && { pollIntervalMs }),
      })
    },
    getFailures: () => reader?.getFailures() ?? [],
    close: async () => reader?.close(),
  }
}

/**
 * One transaction after the other, on all servers: so ids become visible in their order, and no two transactions wait for
 * each other's rows. The newest announcement is never deleted: the next id follows from it.
 */
function store(db: Database, { requestKeys, change }: Announcement): Promise<boolean> {
  // Whatever the database's default is: each statement after the lock sees what was committed before it.
  const transactions = db.transaction().setIsolationLevel('read committed')
  return transactions.execute(async (transaction) => {
    // A process that stops in the middle does not hold the lock for ever, and nobody waits for ever for it.
    await sql`select
      set_config('lock_timeout', '5s', true),
      set_config('statement_timeout', '10s', true),
      set_config('idle_in_transaction_session_timeout', '10s', true)`.execute(transaction)
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(transaction)
    if (!(await areNew(transaction, requestKeys))) return false
    await sql`
      with added as (
        insert into publish_announcement (id, touched, announced_at)
        select coalesce(max(id), 0) + 1, ${serializeContentChange(change)}, ${NOW} from publish_announcement
        returning id
      )
      select pg_notify(${ANNOUNCEMENT_CHANNEL}, id::text) from added`.execute(transaction)
    await sql`delete from publish_announcement where announced_at < ${NOW} - ${ANNOUNCEMENT_LIFETIME}::bigint
      and id < (select max(id) from publish_announcement)`.execute(transaction)
    return true
  })
}

/** Records the names; `false` where one of them is recorded already. */
async function areNew(transaction: Database, names: readonly string[]): Promise<boolean> {
  await transaction.deleteFrom('webhook_call').where('expires_at', '<', NOW).execute()
  if (names.length === 0) return true
  const rows = names.map((name) => ({
    name_hash: hash(name),
    expires_at: sql<number>`${NOW} + ${NAME_LIFETIME}::bigint`,
  }))
  const added = await transaction
    .insertInto('webhook_call')
    .values(rows)
    .onConflict((conflict) => conflict.column('name_hash').doNothing())
    .returning('name_hash')
    .execute()
  return added.length === names.length
}

/** ms since 1970 by the clock of the database, which all servers share. */
const NOW = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`

/** A header may be longer than a key of an index. */
const hash = (name: string) => createHash('sha256').update(name).digest('hex')

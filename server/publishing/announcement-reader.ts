import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { getErrorMessage } from '#shared/user-error.ts'
import { ANY_CHANGE, type ContentChange, parseContentChange } from './content-change.ts'
import type { RebuildFailure } from './rebuild-queue.ts'

/** PostgreSQL's notification channel for new announcements. */
export const ANNOUNCEMENT_CHANNEL = 'publish_announcement'

export interface AnnouncementReaderOptions {
  /** URL of the PostgreSQL database. */
  readonly url: string
  readonly onChange: (change: ContentChange) => void
  /** Called after each successful read; must not reject. */
  readonly onRead: () => Promise<void>
  readonly log: (line: string) => void
  /** Interval between reads without a notification. */
  readonly pollIntervalMs?: number
}

export interface AnnouncementReader {
  /** Empty while the database can be read, and for the first minute without a successful read. */
  readonly getFailures: () => readonly RebuildFailure[]
  readonly close: () => Promise<void>
}

/** ms */
const POLL_INTERVAL_MS = 15_000
/** ms before the first reconnection; doubled with each further one. */
const MIN_RECONNECT_DELAY_MS = 500
const MAX_RECONNECT_DELAY_MS = 30_000
/** ms without a successful read until it is reported as a failure; enough for a restart of the database. */
const FAILURE_GRACE_MS = 60_000
/** ms for connecting, and for a query. */
const TIMEOUT_MS = 10_000
/** ms until a connection that is being closed is destroyed. */
const CLOSE_TIMEOUT_MS = 1_000
/** Rows of one query. */
const PAGE_SIZE = 500

const PROBLEM = 'Announcements of published changes cannot be read'

/**
 * Reads announcements in the order of their ids, on a connection of its own, until it is closed. A notification starts a
 * read, and so does a timer, in case a notification is lost. When the connection breaks, the reader reconnects and
 * continues after its last announcement. Calls `onChange` with `ANY_CHANGE` for what it cannot know: announcements before
 * the first read, and those that were deleted before they could be read.
 */
export function startAnnouncementReader(options: AnnouncementReaderOptions): AnnouncementReader {
  const { url, onChange, onRead, log, pollIntervalMs = POLL_INTERVAL_MS } = options
  const closing = new AbortController()
  const { signal } = closing
  let position: Position | undefined
  let reconnectDelayMs = MIN_RECONNECT_DELAY_MS
  let lastRead = performance.now()
  let problem: string | undefined

  async function run(): Promise<void> {
    while (!signal.aborted) {
      await readUntilLost().catch(reportLoss)
      await pause(reconnectDelayMs * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => {})
      reconnectDelayMs = Math.min(2 * reconnectDelayMs, MAX_RECONNECT_DELAY_MS)
    }
  }

  /** Resolves when the reader is closed. Rejects when the connection is lost, or a query times out. */
  async function readUntilLost(): Promise<void> {
    const client = createClient(url)
    const lost = Promise.withResolvers<never>()
    lost.promise.catch(() => {}) // handled: a running query rejects too
    let wake = Promise.withResolvers<void>()
    const stop = () => {
      wake.resolve()
      destroyAfter(client, CLOSE_TIMEOUT_MS)
    }
    client.on('error', lost.reject)
    client.on('end', () => lost.reject(new Error('The connection has ended')))
    client.on('notification', () => wake.resolve())
    signal.addEventListener('abort', stop)
    try {
      await client.connect()
      await client.query(`listen ${ANNOUNCEMENT_CHANNEL}`)
      while (!signal.aborted) {
        wake = Promise.withResolvers() // before the read: a notification during it starts another one
        await readNew(client)
        reportRead()
        const timer = setTimeout(() => wake.resolve(), pollIntervalMs)
        if (!signal.aborted) await Promise.race([wake.promise, lost.promise]).finally(() => clearTimeout(timer))
      }
    } finally {
      signal.removeEventListener('abort', stop)
      destroyAfter(client, CLOSE_TIMEOUT_MS)
      await client.end()
    }
  }

  async function readNew(client: Client): Promise<void> {
    for (;;) {
      if (position === undefined) return skipToNewest(client)
      const { rows } = await client.query<AnnouncementRow>(
        'select id, touched, announced_at from publish_announcement where id >= $1 order by id limit $2',
        [position.id, PAGE_SIZE],
      )
      if (!isContinuous(position, rows[0])) return skipToNewest(client)
      for (const row of rows) {
        if (Number(row.id) <= position.id) continue
        position = getPosition(row)
        onChange(parseContentChange(row.touched))
      }
      if (rows.length < PAGE_SIZE) return
    }
  }

  /** Continues after the newest announcement; what it skips may be any change. */
  async function skipToNewest(client: Client): Promise<void> {
    const { rows } = await client.query<AnnouncementRow>(
      'select id, touched, announced_at from publish_announcement order by id desc limit 1',
    )
    position = getPosition(rows[0])
    onChange(ANY_CHANGE)
  }

  function reportRead(): void {
    lastRead = performance.now()
    reconnectDelayMs = MIN_RECONNECT_DELAY_MS
    if (problem !== undefined) log('Announcements of published changes are read again.')
    problem = undefined
    void onRead()
  }

  function reportLoss(error: unknown): void {
    if (signal.aborted) return
    if (problem === undefined) log(`${PROBLEM}: ${getErrorMessage(error)}. Trying again.`)
    problem = getErrorMessage(error)
  }

  const running = run()
  return {
    getFailures: () =>
      problem !== undefined && performance.now() - lastRead > FAILURE_GRACE_MS
        ? [{ what: 'the pages', reason: `${PROBLEM}: ${problem}` }]
        : [],
    close: async () => {
      closing.abort()
      await running
    },
  }
}

/** A row; `pg` returns int8 as text. */
interface AnnouncementRow {
  readonly id: string
  readonly touched: string
  readonly announced_at: string
}

/** The last announcement that was read; id 0 when there was none. */
interface Position {
  readonly id: number
  readonly announcedAt: number
}

const getPosition = (row?: AnnouncementRow): Position => ({
  id: Number(row?.id ?? 0),
  announcedAt: Number(row?.announced_at ?? 0),
})

/**
 * Whether no announcement is missing between the last one that was read and this row, the first one with at least its id.
 * Ids have no gaps. The time must match too, because a restored database assigns ids a second time.
 */
function isContinuous({ id, announcedAt }: Position, row?: AnnouncementRow): boolean {
  if (!row) return id === 0
  const next = getPosition(row)
  return next.id === id ? next.announcedAt === announcedAt : next.id === id + 1
}

const createClient = (url: string): Client =>
  new Client({
    connectionString: url,
    application_name: 'publish announcements',
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
    keepAlive: true,
  })

/** Destroys a connection that is still open after `ms`: an unresponsive server does not close it. */
function destroyAfter({ connection }: Client, ms: number): void {
  setTimeout(() => connection.stream.destroy(), ms).unref()
}

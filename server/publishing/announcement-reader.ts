import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { getErrorMessage } from '#shared/user-error.ts'
import { ANY_CHANGE, type ContentChange, type RebuildFailure } from './publishing-options.ts'
import { parseContentChange } from './touched-json.ts'

/** PostgreSQL's notification channel. A message on it says that a new announcement can be read. */
export const ANNOUNCEMENT_CHANNEL = 'publish_announcement'

export interface AnnouncementReaderOptions {
  /** PostgreSQL. */
  readonly url: string
  readonly onChange: (touched: ContentChange) => void
  /** Called after each successful read; must not reject. */
  readonly onRead: () => Promise<void>
  readonly log: (line: string) => void
  /** ms between reads when no notification arrives. */
  readonly pollIntervalMs?: number
}

export interface AnnouncementReader {
  /** Empty while the database can be read, and for the first minute in which it cannot. */
  readonly getFailures: () => readonly RebuildFailure[]
  readonly close: () => Promise<void>
}

const POLL_INTERVAL = 15_000
/** ms before the first attempt to connect again; doubled with each further one. */
const SHORTEST_WAIT = 500
const LONGEST_WAIT = 30_000
/** ms without a successful read until that is a failure; a restarted database is back by then. */
const GRACE = 60_000
/** ms for a connection, and for a query. */
const TIMEOUT = 10_000
/** ms for a connection to end, after which it is cut. */
const END_TIMEOUT = 1_000
/** Rows of one read. */
const PAGE = 500

const PROBLEM = 'Announcements of published changes cannot be read'

/**
 * Reads announcements in the order of their ids until it is closed, on a connection of its own. A notification starts a
 * read, and so does a timer, for notifications that are lost. When the connection breaks, it connects again and continues
 * after the last announcement that it has read. What was announced before the first read, or was deleted before it could be
 * read, is unknown: `onTouched` then says that anything may have changed.
 */
export function startAnnouncementReader(options: AnnouncementReaderOptions): AnnouncementReader {
  const { url, onChange, onRead, log, pollIntervalMs = POLL_INTERVAL } = options
  const closing = new AbortController()
  const { signal } = closing
  let position: Position | undefined
  let wait = SHORTEST_WAIT
  let lastRead = performance.now()
  let problem: string | undefined

  async function run(): Promise<void> {
    while (!signal.aborted) {
      await readUntilLost().catch(reportLoss)
      await pause(wait * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => {})
      wait = Math.min(2 * wait, LONGEST_WAIT)
    }
  }

  /** Resolves when the reader is closed. Rejects when the connection is lost, or does not answer. */
  async function readUntilLost(): Promise<void> {
    const client = newClient(url)
    const lost = Promise.withResolvers<never>()
    lost.promise.catch(() => {}) // a query that is under way rejects as well
    let wake = Promise.withResolvers<void>()
    const stop = () => {
      wake.resolve()
      cut(client, END_TIMEOUT)
    }
    client.on('error', lost.reject)
    client.on('end', () => lost.reject(new Error('The connection has ended')))
    client.on('notification', () => wake.resolve())
    signal.addEventListener('abort', stop)
    try {
      await client.connect()
      await client.query(`listen ${ANNOUNCEMENT_CHANNEL}`)
      while (!signal.aborted) {
        wake = Promise.withResolvers() // a notification that arrives during the read starts another one
        await readNew(client)
        reportRead()
        const timer = setTimeout(() => wake.resolve(), pollIntervalMs)
        if (!signal.aborted) await Promise.race([wake.promise, lost.promise]).finally(() => clearTimeout(timer))
      }
    } finally {
      signal.removeEventListener('abort', stop)
      cut(client, END_TIMEOUT)
      await client.end()
    }
  }

  async function readNew(client: Client): Promise<void> {
    for (;;) {
      if (position === undefined) return startOver(client)
      const { rows } = await client.query<AnnouncementRow>(
        'select id, touched, announced_at from publish_announcement where id >= $1 order by id limit $2',
        [position.id, PAGE],
      )
      if (!continues(position, rows[0])) return startOver(client)
      for (const row of rows) {
        if (Number(row.id) <= position.id) continue
        position = positionOf(row)
        onChange(parseContentChange(row.touched))
      }
      if (rows.length < PAGE) return
    }
  }

  /** Continues after the newest announcement. */
  async function startOver(client: Client): Promise<void> {
    const { rows } = await client.query<AnnouncementRow>(
      'select id, touched, announced_at from publish_announcement order by id desc limit 1',
    )
    position = positionOf(rows[0])
    onChange(ANY_CHANGE)
  }

  function reportRead(): void {
    lastRead = performance.now()
    wait = SHORTEST_WAIT
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
      problem !== undefined && performance.now() - lastRead > GRACE
        ? [{ what: 'the pages', reason: `${PROBLEM}: ${problem}` }]
        : [],
    close: async () => {
      closing.abort()
      await running
    },
  }
}

/** PostgreSQL's int8 arrives as text. */
interface AnnouncementRow {
  readonly id: string
  readonly touched: string
  readonly announced_at: string
}

/** The last announcement that was read. Its id is 0 where there was none. */
interface Position {
  readonly id: number
  readonly announcedAt: number
}

const positionOf = (row?: AnnouncementRow): Position => ({
  id: Number(row?.id ?? 0),
  announcedAt: Number(row?.announced_at ?? 0),
})

/**
 * Whether no announcement is missing between the last one that was read and this row, the first one from its id on. Ids have
 * no gaps. The time tells whether the row is the one that was read: a database that was restored gives ids a second time.
 */
function continues({ id, announcedAt }: Position, row?: AnnouncementRow): boolean {
  if (!row) return id === 0
  const next = positionOf(row)
  return next.id === id ? next.announcedAt === announcedAt : next.id === id + 1
}

const newClient = (url: string): Client =>
  new Client({
    connectionString: url,
    application_name: 'publish announcements',
    connectionTimeoutMillis: TIMEOUT,
    query_timeout: TIMEOUT,
    keepAlive: true,
  })

/** Cuts a connection that has not ended after so many ms: a server that does not answer does not end it. */
function cut({ connection }: Client, ms: number): void {
  setTimeout(() => connection.stream.destroy(), ms).unref()
}

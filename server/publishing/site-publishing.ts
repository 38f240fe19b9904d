import type { Database } from '#server/database/schema.ts'
import { repeat } from '#server/process/repeat.ts'
import { getErrorMessage } from '#shared/user-error.ts'
import { createPageUpdates, type RenderPages } from './page-updates.ts'
import { renderSite } from './render-site.ts'

/** Keeps the pages of a built site equal to the content of the CMS. */
export type SitePublishing = ReturnType<typeof startSitePublishing>

interface SitePublishingOptions {
  /** The build that is served now: its folder and its public variables. */
  readonly getSite: () => { readonly outDir: string; readonly env: Readonly<Record<string, string>> }
  /** See `withBuildLock`. */
  readonly lockFolder: string | undefined
  /** ms between two comparisons with the CMS without a publish. */
  readonly intervalMs: number
  /** Whether the CMS may answer with old content after a publish. */
  readonly hasDeliveryNetwork: boolean
  /** The database that several servers share; `undefined` for one server. */
  readonly sharedDatabase: Pick<PublishTimeOptions, 'db' | 'whenReady'> | undefined
  readonly log: (line: string) => void
}

/** Starts the first comparison with the CMS: something may have been published while no server ran. */
export function startSitePublishing(options: SitePublishingOptions) {
  const { sharedDatabase, log } = options
  const updates = createPageUpdates({ ...options, render: createRenderPages(options) })
  updates.start()
  const publishTime = sharedDatabase && sharePublishTime({ ...sharedDatabase, onPublish: updates.start, log })
  return {
    updates,
    /** To be called after a publish: updates the pages of this server, and tells the other ones. */
    onPublish: async (): Promise<void> => {
      updates.start()
      await publishTime?.record()
    },
    close: async (): Promise<void> => {
      await Promise.all([updates.close(), publishTime?.close()])
    },
  }
}

interface PublishTimeOptions {
  readonly db: Database
  /** Rejects while the database cannot be used; by default it can. */
  readonly whenReady?: () => Promise<void>
  /** Called for each publish that another server recorded. */
  readonly onPublish: () => void
  readonly log: (line: string) => void
  /** ms between two reads. */
  readonly intervalMs?: number
}

/** The only row of the table. */
const ROW = 'site'

/** Shares the time of the last publish in one row of the database, and reads it every 5 s. */
export function sharePublishTime({ db, whenReady, onPublish, log, intervalMs = 5_000 }: PublishTimeOptions) {
  let lastSeen: number | undefined
  /** The time that this server recorded last, which a read can return before the write has ended. */
  let lastRecorded: number | undefined
  let isFailing = false

  async function read(): Promise<void> {
    await whenReady?.()
    const row = await db.selectFrom('publish_time').select('published_at').where('id', '=', ROW).executeTakeFirst()
    const publishedAt = row?.published_at ?? 0
    const isNew = lastSeen !== undefined && publishedAt !== lastSeen && publishedAt !== lastRecorded
    lastSeen = publishedAt
    if (isNew) onPublish()
    if (isFailing) log('The time of the last publish is read again.')
    isFailing = false
  }

  const reading = repeat(read, intervalMs, (error) => {
    if (!isFailing) log(`The time of the last publish cannot be read: ${getErrorMessage(error)}. Trying again.`)
    isFailing = true
  })
  return {
    /** Records a publish. Rejects when the other servers will not see it. */
    record: async () => {
      const published_at = Date.now()
      lastRecorded = published_at
      await db
        .insertInto('publish_time')
        .values({ id: ROW, published_at })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ published_at }))
        .execute()
    },
    /** Ends the reads. */
    close: reading.stop,
  }
}

/** ms; rendering five pages takes a second or two. */
const RENDER_TIMEOUT_MS = 120_000

/** Renders in a child process. Each different line of its output is logged once. */
function createRenderPages({ getSite, lockFolder, log }: SitePublishingOptions): RenderPages {
  const logged = new Set<string>()
  return async (signal) => {
    const { outDir, env } = getSite()
    const lines: string[] = []
    const timeout = AbortSignal.timeout(RENDER_TIMEOUT_MS)
    const result = await renderSite({
      outDir,
      lockFolder,
      env: { ...process.env, ...env },
      signal: AbortSignal.any([signal, timeout]),
      onLine: (line) => {
        lines.push(line)
        if (!logged.has(line)) log(line)
        logged.add(line)
      },
    })
    if (result) return result.failures
    if (timeout.aborted) throw new Error(`The rendering had not ended after ${RENDER_TIMEOUT_MS / 1000} s`)
    throw new Error(`The rendering failed: ${lines.at(-1) ?? 'it had no output'}`)
  }
}

import { createPageUpdates, type PageUpdates, type RenderPages } from './page-updates.ts'
import { type PublishTimeOptions, sharePublishTime } from './publish-time.ts'
import { renderSite } from './render-site.ts'

/** Keeps the pages of a built site equal to the content of the CMS. */
export interface SitePublishing {
  readonly updates: PageUpdates
  /** To be called after a publish: updates the pages of this server, and tells the other ones. */
  readonly onPublish: () => Promise<void>
  readonly close: () => Promise<void>
}

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
export function startSitePublishing(options: SitePublishingOptions): SitePublishing {
  const { sharedDatabase, log } = options
  const updates = createPageUpdates({ ...options, render: createRenderPages(options) })
  updates.start()
  const publishTime = sharedDatabase && sharePublishTime({ ...sharedDatabase, onPublish: updates.start, log })
  return {
    updates,
    onPublish: async () => {
      updates.start()
      await publishTime?.record()
    },
    close: async () => {
      await Promise.all([updates.close(), publishTime?.close()])
    },
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

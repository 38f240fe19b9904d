import type { Metrics } from '#server/monitoring/metrics.ts'
import { UserError } from '#shared/user-error.ts'
import { findAffectedPages } from './content-change.ts'
import type { PublishingOptions } from './publishing-routes.ts'
import { createMemoryPublishingStore, type PublishingStore } from './publishing-store.ts'
import { createRebuildQueue, type Rebuild, type RebuildFailure } from './rebuild-queue.ts'
import { runBuild } from './run-build.ts'

interface BuiltSite {
  /** The folder of its pages; the build of src/prerender.tsx is beside it. */
  readonly outDir: string
  /** The public variables of the build. */
  readonly env: Readonly<Record<string, string>>
}

interface ContentfulPublishingOptions {
  /** Contentful's signing secret. */
  readonly secret: string
  /** The build that is served now. */
  readonly getSite: () => BuiltSite
  /** Called instead of rendering pages, for a host that builds the site itself. */
  readonly deployHookUrl?: string | undefined
  /** Failures of the build at the start. They are retried. */
  readonly failures?: readonly RebuildFailure[]
  /** State that the web servers of the site share; in memory by default. */
  readonly store?: PublishingStore
  readonly log: (line: string) => void
  /** Where the duration of rebuilds is recorded. */
  readonly metrics?: Metrics | undefined
}

/** Creates the publishing of a built site: a rebuild queue that updates the pages when editors publish. */
export function createContentfulPublishing(options: ContentfulPublishingOptions): PublishingOptions {
  const { secret, deployHookUrl, failures = [], store = createMemoryPublishingStore(), log, getSite, metrics } = options
  const unobserved = deployHookUrl ? createDeployHookRebuild(deployHookUrl) : createPageRebuild(getSite, log)
  const rebuild = metrics ? observeRebuild(metrics, unobserved) : unobserved
  const rebuilds = createRebuildQueue({ rebuild, initialFailures: failures, getOtherFailures: store.getFailures, log })
  return { secret, rebuilds, store }
}

/** ms; rendering five pages takes a second or two. */
const REBUILD_TIMEOUT_MS = 120_000

/** Renders the affected pages in a child process. Each different line of its output is logged once. */
function createPageRebuild(
  getSite: ContentfulPublishingOptions['getSite'],
  log: ContentfulPublishingOptions['log'],
): Rebuild {
  const logged = new Set<string>()
  return async (change, signal) => {
    const parts = findAffectedPages(change)
    if (parts.paths.length === 0 && !parts.redirects) return []
    const { outDir, env } = getSite()
    const lines: string[] = []
    const timeout = AbortSignal.timeout(REBUILD_TIMEOUT_MS)
    const result = await runBuild({
      outDir,
      parts,
      env: { ...process.env, ...env },
      signal: AbortSignal.any([signal, timeout]),
      onLine: (line) => {
        lines.push(line)
        if (!logged.has(line)) log(line)
        logged.add(line)
      },
    })
    if (result) return result.failures
    if (timeout.aborted) throw new Error(`The rebuild had not ended after ${REBUILD_TIMEOUT_MS / 1000} s`)
    throw new Error(`The rebuild failed: ${lines.at(-1) ?? 'it had no output'}`)
  }
}

/** ms */
const DEPLOY_HOOK_TIMEOUT_MS = 20_000

/**
 * Calls a host's deploy hook. Its URL is as sensitive as a password, so messages contain the host only. Throws `UserError`
 * for a URL whose requests would not be encrypted.
 */
export function createDeployHookRebuild(address: string): Rebuild {
  const url = URL.parse(address)
  if (!url || !(url.protocol === 'https:' || (url.protocol === 'http:' && url.hostname === '127.0.0.1')))
    throw new UserError('DEPLOY_HOOK_URL must be an https address')
  return async (_, signal) => {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(DEPLOY_HOOK_TIMEOUT_MS)]),
    }).catch((problem) => {
      throw new Error(`The deploy hook at ${url.host} did not answer`, { cause: problem })
    })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`The deploy hook at ${url.host} answered ${response.status}`)
    return []
  }
}

/** Records the duration of each rebuild, unless the end of the server aborts it. */
export const observeRebuild =
  ({ renderDuration, lastRenderTime }: Metrics, rebuild: Rebuild): Rebuild =>
  async (change, signal) => {
    const startedAt = performance.now()
    let result = 'failed'
    try {
      const failures = await rebuild(change, signal)
      if (failures.length === 0) result = 'ok'
      return failures
    } finally {
      if (!signal.aborted) renderDuration.observe({ result }, (performance.now() - startedAt) / 1000)
      if (result === 'ok') lastRenderTime.setToCurrentTime({ result })
    }
  }

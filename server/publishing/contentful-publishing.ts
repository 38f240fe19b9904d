import { observeRebuild } from '#server/monitoring/database-metrics.ts'
import type { Metrics } from '#server/monitoring/metrics.ts'
import { findAffectedPages } from './affected-pages.ts'
import { createDeployHookRebuild } from './deploy-hook.ts'
import type { PublishingOptions, PublishingStore, Rebuild, RebuildFailure } from './publishing-options.ts'
import { createMemoryPublishingStore } from './publishing-store.ts'
import { createRebuildQueue } from './rebuild-queue.ts'
import { runBuild } from './run-build.ts'

interface BuiltSite {
  /** The folder of its pages; the build of src/prerender.tsx is beside it. */
  readonly outDir: string
  /** The public variables that it was built with. */
  readonly env: Readonly<Record<string, string>>
}

interface Options {
  /** Contentful's signing secret. */
  readonly secret: string
  /** The build that is served now. */
  readonly getSite: () => BuiltSite
  /** Called instead of writing pages: a host that builds the site itself. */
  readonly deployHookUrl?: string | undefined
  /** What the start could not make (`ensureBuild`); it is tried again. */
  readonly failures?: readonly RebuildFailure[]
  /** What the web servers of the site share; in memory unless it is given. */
  readonly store?: PublishingStore
  readonly log: (line: string) => void
  /** Measures the rebuilds. */
  readonly metrics?: Metrics | undefined
}

/** ms; five pages take a second or two. */
const LONGEST_REBUILD = 120_000

/** How the pages of a built site follow what editors publish, for the web server. */
export function createContentfulPublishing(options: Options): PublishingOptions {
  const {
    secret,
    deployHookUrl,
    failures: initialFailures = [],
    store = createMemoryPublishingStore(),
    log,
    getSite,
    metrics,
  } = options
  const unmeasured = deployHookUrl ? createDeployHookRebuild(deployHookUrl) : rebuildPages(getSite, log)
  const rebuild = metrics ? observeRebuild(metrics, unmeasured) : unmeasured
  const rebuilds = createRebuildQueue({ rebuild, initialFailures, getOtherFailures: store.getFailures, log })
  return { secret, rebuilds, store }
}

/** Writes the touched pages anew in a process of its own. What it says is said once, not at every rebuild. */
function rebuildPages(site: Options['getSite'], log: Options['log']): Rebuild {
  const said = new Set<string>()
  return async (touched, signal) => {
    const parts = findAffectedPages(touched)
    if (parts.paths.length === 0 && !parts.redirects) return []
    const { outDir, env } = site()
    const lines: string[] = []
    const patience = AbortSignal.timeout(LONGEST_REBUILD)
    const answer = await runBuild({
      outDir,
      parts,
      env: { ...process.env, ...env },
      signal: AbortSignal.any([signal, patience]),
      onLine: (line) => {
        lines.push(line)
        if (!said.has(line)) log(line)
        said.add(line)
      },
    })
    if (answer) return answer.failures
    if (patience.aborted) throw new Error(`The rebuild had not ended after ${LONGEST_REBUILD / 1000} s`)
    throw new Error(`The rebuild failed: ${lines.at(-1) ?? 'it said nothing'}`)
  }
}

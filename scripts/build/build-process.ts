import { runCommand } from '#scripts/cli/run-command.ts'
import { type BuildRequest, type BuildResult, buildRequestSchema } from '#server/publishing/run-build.ts'
import { onChildShutdown } from '#server/shutdown.ts'
import { withBuildLock } from './build-lock.ts'
import { prerenderPages } from './prerender-pages.ts'

/** Builds the site for `npm start`, or only its pages. Runs in a child process, which frees the memory of the build. */
async function build({ parts, ...folders }: BuildRequest): Promise<BuildResult> {
  if (parts !== 'everything') {
    const rewrite = () => prerenderPages({ ...folders, parts })
    return { failures: await withBuildLock(folders.outDir, rewrite).catch(toFailures) }
  }
  const { buildSite } = await import('./build-site.ts') // imported on demand: loading Vite takes longer than rendering a page
  return { failures: await buildSite({ ...folders, derivatives: 'on-demand' }) }
}

/** Reports an error as a failure of all pages. The existing pages stay. */
const toFailures = (error: unknown): BuildResult['failures'] => [
  { what: 'the pages', reason: error instanceof Error ? error.message : String(error) },
]

onChildShutdown(async () => {})
await runCommand(async () => {
  const result = await build(buildRequestSchema.parse(JSON.parse(process.argv[2] ?? '')))
  await new Promise((resolve) => process.send?.(result, resolve))
})
process.disconnect?.()

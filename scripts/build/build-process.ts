import { runCommand } from '#scripts/cli/run-command.ts'
import { type BuildRequest, type BuildResult, buildRequestSchema } from '#server/publishing/build-order.ts'
import { onChildShutdown } from '#server/shutdown.ts'
import { withBuildLock } from './build-lock.ts'
import { prerenderPages } from './prerender-pages.ts'

/** Builds the site for `npm start`, or its pages alone, in a process of its own: what a build leaves in memory goes with it. */
async function build({ parts, ...folders }: BuildRequest): Promise<BuildResult> {
  if (parts !== 'everything') {
    const rewrite = () => prerenderPages({ ...folders, parts })
    return { failures: await withBuildLock(folders.outDir, rewrite).catch(asWhole) }
  }
  const { buildSite } = await import('#scripts/build.ts') // loads Vite, which takes longer than a page
  return { failures: await buildSite({ ...folders, derivatives: 'on-demand' }) }
}

/** Pages stand there already: they stay. */
const asWhole = (problem: unknown): BuildResult['failures'] => [
  { what: 'the pages', reason: problem instanceof Error ? problem.message : String(problem) },
]

onChildShutdown(async () => {})
await runCommand(async () => {
  const answer = await build(buildRequestSchema.parse(JSON.parse(process.argv[2] ?? '')))
  await new Promise((sent) => process.send?.(answer, sent))
})
process.disconnect?.()

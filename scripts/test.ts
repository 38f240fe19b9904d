import { onShutdown } from '#server/shutdown.ts'
import { runCommand } from './cli/run-command.ts'
import { parseTestArguments } from './test/checks.ts'
import { type CheckResult, countCheck, formatCounts, formatSlowestFiles, sumCounts } from './test/test-counts.ts'
import { omitSiteVariables, runTool, stopTools } from './test/tools.ts'

/**
 * Runs every check and counts them in its last line. `npm test -- unit e2e` runs those two, `npm test -- unit src/pages`
 * those test files, `npm test -- unit --watch` runs again after each change.
 */
process.exitCode = 1 // a run that is stopped has not passed
onShutdown(async () => stopTools())

await runCommand(async () => {
  const { chosen, options } = parseTestArguments(process.argv.slice(2))
  const env = omitSiteVariables(process.env)
  const results = new Map<string, CheckResult>()
  // Types and tests read the bundled content, which no clone has.
  if ((await runTool('node', ['scripts/build/bundle-content.ts'], env)) !== 0)
    results.set('Bundled content', countCheck(false))
  for (const { title, run } of chosen) {
    console.log(`\n── ${title}`)
    results.set(title, await run(env, options).catch(failure))
  }
  const files = [...results.values()].flatMap((result) => result.files ?? [])
  if (files.length > 1) console.log(`\n── Slowest files\n${formatSlowestFiles(files)}`)
  console.log('\n── Summary')
  for (const [title, counts] of results) console.log(`${title.padEnd(32)} ${formatCounts(counts)}`)
  const all = sumCounts([...results.values()])
  console.log(`\n${formatCounts(all)}`)
  process.exit(all.failed > 0 ? 1 : 0)
})

/** A check that cannot even start has failed, and the others still run. */
function failure(problem: unknown): CheckResult {
  console.error(problem instanceof Error ? problem.message : problem)
  return countCheck(false)
}

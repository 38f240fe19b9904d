import { onShutdown } from '#server/shutdown.ts'
import { runCommand } from './cli/run-command.ts'
import { omitSiteVariables, parseTestArguments, runTool, stopTools } from './test/checks.ts'
import {
  type CheckResult,
  countCheck,
  formatCounts,
  formatFailures,
  formatSlowestFiles,
  sumCounts,
} from './test/test-report.ts'

/**
 * `npm test` runs all checks and prints the counts in its last line. `npm test -- unit e2e` runs these two,
 * `npm test -- unit src/pages` these test files, `npm test -- unit --watch` reruns them after each change.
 */
process.exitCode = 1 // an interrupted run counts as failed
onShutdown(async () => stopTools())

await runCommand(async () => {
  const { checks, options } = parseTestArguments(process.argv.slice(2))
  const env = omitSiteVariables(process.env)
  const results = new Map<string, CheckResult>()
  // Types and tests need the bundled content, which is not committed.
  if ((await runTool('node', ['scripts/build/bundle-content.ts'], env)) !== 0)
    results.set('Bundled content', countCheck(false))
  for (const { title, run } of checks) {
    console.log(`\n── ${title}`)
    results.set(title, await run(env, options).catch(toFailure))
  }
  const files = [...results.values()].flatMap((result) => result.files ?? [])
  if (files.length > 1) console.log(`\n── Slowest files\n${formatSlowestFiles(files)}`)
  // Repeated after the output of all checks, because that of the failed check can be thousands of lines above.
  const failures = [...results.values()].flatMap((result) => result.failures ?? [])
  if (failures.length > 0) console.log(`\n── Failures\n${formatFailures(failures)}`)
  console.log('\n── Summary')
  for (const [title, counts] of results) console.log(`${title.padEnd(32)} ${formatCounts(counts)}`)
  const all = sumCounts([...results.values()])
  console.log(`\n${formatCounts(all)}`)
  process.exit(all.failed > 0 ? 1 : 0)
})

/** A check that cannot start counts as failed, and the other checks still run. */
function toFailure(error: unknown): CheckResult {
  console.error(error instanceof Error ? error.message : error)
  return countCheck(false)
}

import { execSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { onShutdown } from '#server/process/shutdown.ts'
import { runCommand } from './cli/run-command.ts'
import { COMMANDS } from './commands.mjs'
import { getTestArguments, selectChecks } from './test/checks.ts'
import { omitSiteVariables } from './test/command-env.ts'
import { requireDeploymentPrograms } from './test/deployment-programs.ts'
import { countTests, formatCounts, sumCounts } from './test/test-counts.ts'

/** `npm test`: runs the checks one after the other. The failures of unit tests are printed at the end, before the counts. */
const REPORT = '.cache/test-report.xml'
const ENV = { ...omitSiteVariables(process.env), NODE_ENV: 'test', PLAYWRIGHT_JUNIT_OUTPUT_FILE: REPORT }

process.exitCode = 1 // an interrupted run counts as failed
let child: ReturnType<typeof spawn> | undefined
onShutdown(async () => child?.kill())

await runCommand(async () => {
  const { values, positionals } = parseArgs({ options: COMMANDS.test.options, allowPositionals: true })
  const checks = selectChecks(positionals, values)
  for (const { name } of checks) await prepare(name, Boolean(values['no-install']))
  await run(['scripts/build/bundle-content.ts']) // types and tests need the bundled content, which is not committed
  const results = []
  let failures = ''
  for (const check of checks) {
    console.log(`\n── ${check.name}`)
    rmSync(REPORT, { force: true })
    const { code, errors } = await run(
      [...check.command, ...getTestArguments(check, values, REPORT)],
      values.watch ? undefined : check.output,
    )
    failures += errors
    const report = existsSync(REPORT) ? readFileSync(REPORT, 'utf8') : ''
    results.push({ name: check.name, ...countTests(code, check.testFiles && report) })
  }
  process.stderr.write(failures)
  console.log('\n── Summary')
  for (const result of results) console.log(`${result.name.padEnd(12)} ${formatCounts(result)}`)
  const all = sumCounts(results)
  console.log(`\n${formatCounts(all)}`)
  process.exit(all.failed > 0 ? 1 : 0)
})

/**
 * Checks what a check needs on this machine, and installs a browser for `mounted` and `e2e` unless `noInstall` is set. Playwright is
 * loaded only for the checks that use it, because that takes half a second.
 */
async function prepare(check: string, noInstall: boolean): Promise<void> {
  if (check === 'browsers') (await import('./test/browser-engines.ts')).requireBrowsers(process.env)
  if (check === 'deployment') requireDeploymentPrograms()
  if (check !== 'mounted' && check !== 'e2e') return
  const { findChromium, getChromiumInstallCommand, requireChromium } = await import('./test/chromium.ts')
  if (findChromium(process.env)) return
  const command = getChromiumInstallCommand()
  if (!noInstall) {
    console.log(`The tests need a browser, and none runs here. Installing one: ${command}`)
    execSync(command, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
  }
  requireChromium(process.env)
}

/** Runs a script of Node. `errors` is what a runner of unit tests has written about failures, to be printed later. */
async function run(args: readonly string[], output?: 'unique' | 'later') {
  const stdio = ['inherit', output === 'unique' ? 'pipe' : 'inherit', output === 'later' ? 'pipe' : 'inherit'] as const
  const color = process.stdout.isTTY && output === 'later' ? { FORCE_COLOR: '1' } : {}
  child = spawn(process.execPath, args, { env: { ...ENV, ...color }, stdio: [...stdio] })
  const [stdout, errors, [code]] = await Promise.all([
    child.stdout ? text(child.stdout) : '',
    child.stderr ? text(child.stderr) : '',
    once(child, 'exit').then((values: unknown[]) => values),
  ])
  // Several TypeScript projects may contain a file, and each reports its errors.
  const blocks = new Set(stdout.split(/\n(?=\S)/).map((block) => block.trimEnd()))
  if (stdout) console.log([...blocks].join('\n'))
  return { code, errors }
}

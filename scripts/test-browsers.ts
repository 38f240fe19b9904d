import { readFile, rm } from 'node:fs/promises'
import { onShutdown } from '#server/shutdown.ts'
import { runCommand } from './cli/run-command.ts'
import { BROWSER_ENGINES, type BrowserEngine, ensureBrowserEngines } from './test/browser-engines.ts'
import { omitSiteVariables, runTool, stopTools } from './test/checks.ts'
import { formatCounts, parseRunnerCounts, playwrightCountsSchema } from './test/test-report.ts'

const REPORT = 'test-results/browsers.json'

/** End-to-end tests in Firefox and WebKit: npm run test:browsers -- [firefox] [webkit] [options of `playwright test`] */
process.exitCode = 1 // an interrupted run counts as failed
onShutdown(async () => stopTools())

await runCommand(async () => {
  const args = process.argv.slice(2)
  const named = BROWSER_ENGINES.filter((engine) => args.includes(engine))
  const engines = named.length > 0 ? named : BROWSER_ENGINES
  ensureBrowserEngines(engines, process.env)
  const projects = engines.map((engine) => `--project=${engine}`)
  const options = args.filter((arg) => !isEngine(arg))
  await rm(REPORT, { force: true })
  const code = await runTool(
    'playwright',
    ['test', '--config=tests/browsers', '--reporter=list,json', ...projects, ...options],
    { ...omitSiteVariables(process.env), PLAYWRIGHT_JSON_OUTPUT_FILE: REPORT },
  )
  const report = await readFile(REPORT, 'utf8').then(JSON.parse, () => undefined)
  const counts = parseRunnerCounts(code, report, playwrightCountsSchema)
  console.log(`\n${formatCounts(counts)}`)
  process.exit(counts.failed > 0 ? 1 : 0)
})

function isEngine(arg: string): arg is BrowserEngine {
  return BROWSER_ENGINES.some((engine) => engine === arg)
}

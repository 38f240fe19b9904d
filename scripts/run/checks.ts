import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type * as z from 'zod'
import { BadInput } from '#cms/space/bad-input.ts'
import { ensureChromium } from './chromium.ts'
import {
  type CheckResult,
  type Counts,
  fileDurations,
  one,
  playwrightCounts,
  runnerCounts,
  vitestCounts,
} from './counts.ts'
import { runTool } from './tools.ts'

export interface Check {
  /** What `npm test -- <name>` runs alone. */
  readonly name: string
  readonly title: string
  readonly run: (env: NodeJS.ProcessEnv) => Promise<CheckResult>
}

/** Everything that `npm test` runs, in this order: what fails sooner comes first. */
const checks: readonly Check[] = [
  step('fresh', 'Generated files are fresh', 'node', 'scripts/generate.ts', '--check'),
  step('types', 'Types', 'tsc', '--noEmit'),
  step('lint', 'Lint, format and import rules', 'biome', 'check', '--error-on-warnings'),
  step('unused', 'Nothing unused', 'knip'),
  { name: 'unit', title: 'Unit and contract tests', run: runVitest },
  { name: 'e2e', title: 'End-to-end tests', run: runPlaywright },
]

/** The checks of these names, or all. Throws `BadInput` for a name that is none. */
export function chosenChecks(names: readonly string[]): readonly Check[] {
  const known = checks.map(({ name }) => name)
  const unknown = names.find((name) => !known.includes(name))
  if (unknown) throw new BadInput(`There is no check "${unknown}": name some of ${known.join(', ')}, or none for all`)
  return names.length === 0 ? checks : checks.filter(({ name }) => names.includes(name))
}

function step(name: string, title: string, command: string, ...args: readonly string[]): Check {
  return { name, title, run: async (env) => one((await runTool(command, args, env)) === 0) }
}

function runVitest(env: NodeJS.ProcessEnv): Promise<CheckResult> {
  return withReport(vitestCounts, (report) =>
    runTool('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`], env),
  )
}

function runPlaywright(env: NodeJS.ProcessEnv): Promise<CheckResult> {
  const CHROMIUM = ensureChromium(env)
  return withReport(playwrightCounts, (report) =>
    runTool('playwright', ['test', '--reporter=list,json'], { ...env, CHROMIUM, PLAYWRIGHT_JSON_OUTPUT_FILE: report }),
  )
}

async function withReport(counts: z.ZodType<Counts>, run: (file: string) => Promise<number>): Promise<CheckResult> {
  const folder = await mkdtemp(join(tmpdir(), 'report-'))
  try {
    const file = join(folder, 'report.json')
    const code = await run(file)
    const report = await readFile(file, 'utf8').then(JSON.parse, () => undefined)
    return { ...runnerCounts(code, report, counts), files: fileDurations(report) }
  } finally {
    await rm(folder, { recursive: true })
  }
}

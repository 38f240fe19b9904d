import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import type * as z from 'zod'
import { UserError } from '#shared/user-error.ts'
import { ensureChromium } from './chromium.ts'
import {
  type CheckResult,
  countCheck,
  parseFileDurations,
  parseRunnerCounts,
  parseTestFailures,
  playwrightCountsSchema,
  type TestCounts,
  vitestCountsSchema,
} from './test-report.ts'

interface Check {
  /** The name for `npm test -- <name>`. */
  readonly name: string
  readonly title: string
  readonly run: (env: NodeJS.ProcessEnv, options: CheckOptions) => Promise<CheckResult>
}

interface CheckOptions {
  /** Parts of the paths of the test files to run; empty for all. */
  readonly files: readonly string[]
  /** Runs the tests again when a file changes. */
  readonly watch: boolean
}

/** The compiler's threads, at most its default of 4. Each checks the shared types again, so that two cores suit one. */
const TYPE_CHECKERS = Math.min(4, Math.max(1, Math.floor(availableParallelism() / 2)))

/** All checks of `npm test` in their order: fast checks come first. */
const CHECKS: readonly Check[] = [
  createToolCheck('fresh', 'Generated files are fresh', 'node', 'scripts/cms.ts', 'types', '--check'),
  createToolCheck('types', 'Types', 'tsc', '--build', '--checkers', String(TYPE_CHECKERS)),
  createToolCheck('lint', 'Lint, format and import rules', 'biome', 'check', '--error-on-warnings'),
  createToolCheck('unused', 'Nothing unused', 'knip'),
  { name: 'unit', title: 'Unit tests', run: (env, options) => runVitest(['unit', 'unit-isolated'], env, options) },
  { name: 'contract', title: 'Contract tests', run: (env, options) => runVitest(['contract'], env, options) },
  { name: 'e2e', title: 'End-to-end tests', run: runPlaywright },
]

/** The checks that accept files. All but the last accept `--watch`. */
const TEST_CHECKS = ['unit', 'contract', 'e2e']

interface TestArguments {
  readonly checks: readonly Check[]
  readonly options: CheckOptions
}

/**
 * Parses the arguments of `npm test`: names of checks, folders or parts of paths (with a dot or a slash), and `--watch`.
 * Throws `UserError` for invalid combinations.
 */
export function parseTestArguments(args: readonly string[]): TestArguments {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { watch: { type: 'boolean', default: false } },
  })
  const paths = positionals.filter((argument) => /[./]/.test(argument) || isFolder(argument))
  const files = paths.map((path) => (/[./]/.test(path) ? path : `${path}/`))
  const checks = selectChecks(positionals.filter((argument) => !paths.includes(argument)))
  const areTests = checks.every(({ name }) => TEST_CHECKS.includes(name))
  if (files.length > 0 && !areTests)
    throw new UserError(`Name the check that runs "${files[0]}": npm test -- unit ${files[0]}`)
  if (values.watch && (!areTests || checks.length !== 1 || checks[0]?.name === 'e2e'))
    throw new UserError('--watch needs one check, unit or contract: npm test -- unit --watch')
  return { checks, options: { files, watch: values.watch } }
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

function selectChecks(names: readonly string[]): readonly Check[] {
  const known = CHECKS.map(({ name }) => name)
  const unknown = names.find((name) => !known.includes(name))
  if (unknown) throw new UserError(`There is no check "${unknown}": use ${known.join(', ')}, or none for all`)
  return names.length === 0 ? CHECKS : CHECKS.filter(({ name }) => names.includes(name))
}

function createToolCheck(name: string, title: string, command: string, ...args: readonly string[]): Check {
  return { name, title, run: async (env) => countCheck((await runTool(command, args, env)) === 0) }
}

/** Runs the tests of Vitest projects (vitest.config.ts). */
export async function runVitest(
  projects: readonly string[],
  env: NodeJS.ProcessEnv,
  { files, watch }: CheckOptions,
): Promise<CheckResult> {
  const args = [...projects.map((project) => `--project=${project}`), ...files]
  if (watch) return countCheck((await runTool('vitest', ['watch', ...args], env)) === 0)
  return withReport(vitestCountsSchema, (report) =>
    runTool('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...args], env),
  )
}

function runPlaywright(env: NodeJS.ProcessEnv, { files }: CheckOptions): Promise<CheckResult> {
  const CHROMIUM = ensureChromium(env)
  return withReport(playwrightCountsSchema, (report) =>
    runTool('playwright', ['test', '--reporter=list,json', ...files], {
      ...env,
      CHROMIUM,
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    }),
  )
}

async function withReport(counts: z.ZodType<TestCounts>, run: (file: string) => Promise<number>): Promise<CheckResult> {
  const folder = await mkdtemp(join(tmpdir(), 'report-'))
  try {
    const file = join(folder, 'report.json')
    const code = await run(file)
    const report = await readFile(file, 'utf8').then(JSON.parse, () => undefined)
    return {
      ...parseRunnerCounts(code, report, counts),
      files: parseFileDurations(report),
      failures: parseTestFailures(report),
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}

const running = new Set<ReturnType<typeof spawn>>()

/** Runs a command of node_modules/.bin with inherited output. Resolves with its exit code. */
export async function runTool(name: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter)
  const options = { env: { ...env, PATH }, stdio: 'inherit', shell: process.platform === 'win32' } as const
  const child = spawn(name === 'node' ? process.execPath : join('node_modules/.bin', name), args, options)
  running.add(child)
  const [code]: unknown[] = await once(child, 'exit')
  running.delete(child)
  return typeof code === 'number' ? code : 1
}

/** Sends SIGTERM to every running command. */
export function stopTools(): void {
  for (const child of running) child.kill()
}

/** Returns the environment without the variables of a configured site, so that tests do not use its Contentful space. */
export function omitSiteVariables(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^(VITE|CONTENTFUL)_/.test(name)))
}

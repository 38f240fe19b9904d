import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { UserError } from '#shared/user-error.ts'

/** A check of `npm test`: a tool that ends with 0 when nothing is wrong. */
interface Check {
  readonly name: string
  /** The path of the tool's JavaScript file, and its arguments. */
  readonly command: readonly string[]
  /** The test files that it runs; absent for a tool without tests. */
  readonly testFiles?: RegExp
  /** Runs only when it is named. */
  readonly isOptional?: boolean
  /** Prints each block of lines once, or prints stderr, to which Vitest writes failures, after all checks. */
  readonly output?: 'unique' | 'later'
}

const VITEST = ['node_modules/vitest/vitest.mjs']
/** Tests of components of the photo desk, which run in the browser. */
const MOUNTED = /^cms\/photo-desk\/.*\.test\.tsx$/

const PLAYWRIGHT = ['node_modules/@playwright/test/cli.js', 'test']

/** The compiler's threads, at most its default of 4. Each checks the shared types again, so that two cores suit one. */
const TYPE_CHECKERS = Math.min(4, Math.max(1, Math.floor(availableParallelism() / 2)))

/** All checks in their order: fast ones come first. */
const CHECKS: readonly Check[] = [
  { name: 'fresh', command: ['scripts/cms.ts', 'types', '--check'] },
  {
    name: 'types',
    command: ['node_modules/typescript/bin/tsc', '--build', '--checkers', String(TYPE_CHECKERS)],
    output: 'unique',
  },
  { name: 'lint', command: ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings'] },
  { name: 'imports', command: ['scripts/lint/check-imports.ts'] },
  { name: 'unused', command: ['node_modules/knip/bin/knip.js'] },
  {
    name: 'unit',
    command: [...VITEST, '--project=unit', '--project=unit-isolated'],
    testFiles: /^(?!(packages\/contentful-local\/)?tests\/|cms\/photo-desk\/.*\.test\.tsx$)/,
    output: 'later',
  },
  {
    name: 'mounted',
    command: [...VITEST, '--configLoader=native', '--config=tests/mounted/vitest.config.ts'],
    testFiles: MOUNTED,
    output: 'later',
  },
  {
    name: 'contract',
    command: [...VITEST, '--project=contract'],
    testFiles: /^(packages\/contentful-local\/)?tests\/(?!deployment\/|faults\/).*\.test\.ts$/,
    output: 'later',
  },
  {
    name: 'faults',
    command: [...VITEST, '--project=faults'],
    testFiles: /^tests\/faults\//,
    output: 'later',
  },
  { name: 'e2e', command: PLAYWRIGHT, testFiles: /^tests\/e2e\// },
  {
    name: 'browsers',
    command: [...PLAYWRIGHT, '--config=tests/browsers'],
    testFiles: /^tests\/browsers\/.*\.e2e\.ts$/,
    isOptional: true,
  },
  {
    name: 'deployment',
    command: [...VITEST, '--project=deployment'],
    testFiles: /^tests\/deployment\//,
    isOptional: true,
  },
]

const TEST_FILES = '{cms,packages,scripts,server,shared,src,tests}/**/*.{test,e2e}.{ts,tsx}'

/** A check, and the test files that it is limited to; an empty list is no limit. */
export interface SelectedCheck extends Check {
  readonly files: readonly string[]
}

interface TestOptions {
  readonly grep?: string | undefined
  readonly headed?: boolean | undefined
  readonly watch?: boolean | undefined
}

/**
 * Returns the checks that the arguments of `npm test` name: names of checks, and paths of test files or parts of them.
 * With an option for tests, the checks without tests are left out. Throws `UserError` for a name that is neither.
 */
export function selectChecks(names: readonly string[], options: TestOptions): readonly SelectedCheck[] {
  const named = CHECKS.filter(({ name }) => names.includes(name))
  const filters = names.filter((name) => !CHECKS.some((check) => check.name === name))
  if (filters.length === 0) {
    const hasTestOption = Boolean(options.grep || options.headed || options.watch)
    const selected = named.length > 0 ? named : CHECKS.filter(({ isOptional }) => !isOptional)
    return selected.filter(({ testFiles }) => testFiles || !hasTestOption).map((check) => ({ ...check, files: [] }))
  }
  const tools = named.filter(({ testFiles }) => !testFiles).map((check) => ({ ...check, files: [] }))
  const runners = (named.length > tools.length ? named : CHECKS).filter(({ testFiles }) => testFiles)
  const allFiles = globSync(TEST_FILES, { exclude: ['**/node_modules/**'] }).map((file) => file.replaceAll('\\', '/'))
  const files = allFiles.filter((file) => runners.some(({ testFiles }) => testFiles?.test(file)))
  for (const filter of filters) if (!files.some((file) => file.includes(filter))) throwUnknownName(filter, allFiles)
  const selected = files.filter((file) => filters.some((filter) => file.includes(filter))).toSorted()
  const limited = runners
    .map((check) => ({ ...check, files: selected.filter((file) => check.testFiles?.test(file)) }))
    .filter((check) => check.files.length > 0)
  const required = limited.filter(({ isOptional }) => !isOptional)
  return [...tools, ...(required.length > 0 ? required : limited)]
}

/** Throws `UserError` for a name that selects nothing: it may be a file of a check that the other names exclude. */
function throwUnknownName(name: string, files: readonly string[]): never {
  const matching = files.filter((file) => file.includes(name))
  const runners = CHECKS.filter(({ testFiles }) => matching.some((file) => testFiles?.test(file)))
  const checks = runners.map((check) => check.name)
  throw new UserError(
    checks.length > 0
      ? `"${name}" is in the path of test files of ${checks.join(' and ')}: name that check, or none`
      : `"${name}" is no check and no part of the path of a test file. Checks: ${CHECKS.map(({ name }) => name).join(', ')}`,
  )
}

/** Returns the arguments of a test runner: its report, the files, and the options of `npm test`, under its own names. */
export function getTestArguments(
  { command: [tool], testFiles, files }: SelectedCheck,
  { grep, headed, watch }: TestOptions,
  report: string,
): readonly string[] {
  if (!testFiles) return []
  if (tool === PLAYWRIGHT[0])
    return ['--reporter=list,junit', ...(grep ? ['-g', grep] : []), ...(headed ? ['--headed'] : []), ...files]
  const reporters = ['--reporter=default', '--reporter=junit', `--outputFile.junit=${report}`]
  return [watch ? 'watch' : 'run', ...reporters, ...(grep ? ['-t', grep] : []), ...files]
}

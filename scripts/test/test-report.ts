import { join, relative, sep } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import * as z from 'zod'

/** Numbers of tests by result. */
export interface TestCounts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

/** Counts a check without single tests as one test. */
export const countCheck = (hasPassed: boolean): TestCounts => ({
  passed: hasPassed ? 1 : 0,
  failed: hasPassed ? 0 : 1,
  skipped: 0,
})

/** Adds up the counts of several checks. */
export const sumCounts = (all: readonly TestCounts[]): TestCounts => ({
  passed: total(all.map(({ passed }) => passed)),
  failed: total(all.map(({ failed }) => failed)),
  skipped: total(all.map(({ skipped }) => skipped)),
})

const total = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0)

/** Formats the last line of `npm test`. */
export const formatCounts = ({ passed, failed, skipped }: TestCounts): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`

/** The duration of the tests of one file. */
export interface FileDuration {
  /** Relative to the project's folder. */
  readonly file: string
  readonly milliseconds: number
}

/** A failed test, or a file or a run that failed outside of its tests. */
export interface TestFailure {
  /** The file, relative to the project's folder, and the titles of the test. */
  readonly title: string
  readonly message: string
}

/** The result of a check. Only test runners report `files` and `failures`. */
export interface CheckResult extends TestCounts {
  readonly files?: readonly FileDuration[]
  readonly failures?: readonly TestFailure[]
}

/** Formats each failure as its title and the first lines of its message, without terminal colors. */
export const formatFailures = (failures: readonly TestFailure[], mostLines = 12): string =>
  failures
    .map(({ title, message }) => {
      const lines = stripVTControlCharacters(message).trim().split('\n').slice(0, mostLines)
      return [title, ...lines.map((line) => `    ${line}`)].join('\n')
    })
    .join('\n\n')

/** Formats a line for each of the slowest files, the slowest first. */
export function formatSlowestFiles(files: readonly FileDuration[], most = 10): string {
  const slowest = files.toSorted((one, other) => other.milliseconds - one.milliseconds).slice(0, most)
  return slowest
    .map(({ file, milliseconds }) => `${(milliseconds / 1_000).toFixed(1).padStart(7)} s  ${file}`)
    .join('\n')
}

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.unknown()) })),
})

/** The report of vitest's JSON reporter. A file that does not load has no tests and counts as one failure. */
export const vitestCountsSchema = vitestReport.transform(
  (report): TestCounts => ({
    passed: report.numPassedTests,
    failed:
      report.numFailedTests +
      report.testResults.filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0)
        .length,
    skipped: report.numPendingTests + report.numTodoTests,
  }),
)

const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
  errors: z.array(z.unknown()),
})

/** The report of Playwright's JSON reporter. Errors outside of tests and flaky tests count as failures. */
export const playwrightCountsSchema = playwrightReport.transform(
  ({ stats, errors }): TestCounts => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
  }),
)

const vitestDurations = z
  .object({ testResults: z.array(z.object({ name: z.string(), startTime: z.number(), endTime: z.number() })) })
  .transform(({ testResults }): readonly FileDuration[] =>
    testResults.map(({ name, startTime, endTime }) => ({
      file: relative(process.cwd(), name),
      milliseconds: endTime - startTime,
    })),
  )

const playwrightDurations = z
  .object({ config: z.object({ rootDir: z.string() }), suites: z.array(z.unknown()) })
  .transform(({ config, suites }): readonly FileDuration[] =>
    suites.map((suite) => ({
      file: relative(process.cwd(), join(config.rootDir, suiteFile.parse(suite).file)),
      milliseconds: sumDurations(suite),
    })),
  )

const suiteFile = z.object({ file: z.string() })
const suiteParts = z.object({
  suites: z.array(z.unknown()).optional(),
  specs: z.array(z.object({ tests: z.array(z.object({ results: z.array(z.object({ duration: z.number() })) })) })),
})

/** Returns the duration of all tests of a suite and its nested suites, in ms. */
function sumDurations(suite: unknown): number {
  const { specs, suites = [] } = suiteParts.parse(suite)
  const durations = specs.flatMap(({ tests }) =>
    tests.flatMap(({ results }) => results.map(({ duration }) => duration)),
  )
  return total([...durations, ...suites.map(sumDurations)])
}

/** Reads the durations by file from a JSON report of vitest or Playwright. Returns none for other input. */
export const parseFileDurations = (report: unknown): readonly FileDuration[] =>
  z.union([vitestDurations, playwrightDurations]).safeParse(report).data ?? []

const vitestFailures = z
  .object({
    testResults: z.array(
      z.object({
        name: z.string(),
        status: z.string(),
        message: z.string().default(''),
        assertionResults: z.array(
          z.object({ status: z.string(), fullName: z.string(), failureMessages: z.array(z.string()).default([]) }),
        ),
      }),
    ),
  })
  .transform(({ testResults }): readonly TestFailure[] =>
    testResults.flatMap(({ name, status, message, assertionResults }) => {
      const file = relative(process.cwd(), name)
      if (status === 'failed' && assertionResults.length === 0) return [{ title: file, message }]
      return assertionResults
        .filter((test) => test.status === 'failed')
        .map(({ fullName, failureMessages }) => ({
          title: `${file} › ${fullName}`,
          message: failureMessages.join('\n'),
        }))
    }),
  )

const errorMessages = z.array(z.object({ message: z.string().default('') }))
const playwrightSpec = z.object({
  title: z.string(),
  ok: z.boolean(),
  tests: z.array(z.object({ status: z.string(), results: z.array(z.object({ errors: errorMessages.default([]) })) })),
})
const playwrightSuite = z.object({
  title: z.string(),
  suites: z.array(z.unknown()).default([]),
  specs: z.array(playwrightSpec).default([]),
})

const playwrightFailures = z
  .object({ config: z.object({ rootDir: z.string() }), suites: z.array(z.unknown()), errors: errorMessages })
  .transform(({ config, suites, errors }): readonly TestFailure[] => [
    ...errors.map(({ message }) => ({ title: 'Playwright', message })),
    ...suites
      .flatMap((suite) => findSuiteFailures(suite, []))
      .map(({ title, message }) => ({ title: `${relative(process.cwd(), config.rootDir)}${sep}${title}`, message })),
  ])

/** Returns the failed and flaky tests of a suite and its nested suites. */
function findSuiteFailures(suite: unknown, parents: readonly string[]): readonly TestFailure[] {
  const { title, suites, specs } = playwrightSuite.parse(suite)
  const path = [...parents, title]
  const failed = specs.filter(({ ok, tests }) => !ok || tests.some(({ status }) => status === 'flaky'))
  return [
    ...failed.map((spec) => ({
      title: [...path, spec.title].join(' › '),
      message: spec.tests
        .flatMap(({ results }) => results.flatMap(({ errors }) => errors[0]?.message ?? []))
        .join('\n'),
    })),
    ...suites.flatMap((nested) => findSuiteFailures(nested, path)),
  ]
}

/** Reads the failed tests from a JSON report of vitest or Playwright. Returns none for other input. */
export const parseTestFailures = (report: unknown): readonly TestFailure[] =>
  z.union([vitestFailures, playwrightFailures]).safeParse(report).data ?? []

/**
 * Reads the counts from a test runner's report. Counts one failure when the report is invalid, or when the exit code is
 * not 0 although the report has no failures.
 */
export function parseRunnerCounts(code: number, report: unknown, counts: z.ZodType<TestCounts>): TestCounts {
  const { data } = counts.safeParse(report)
  if (!data) return countCheck(false)
  return code !== 0 && data.failed === 0 ? sumCounts([data, countCheck(false)]) : data
}

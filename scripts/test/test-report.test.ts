import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  formatCounts,
  formatFailures,
  formatSlowestFiles,
  parseFileDurations,
  parseRunnerCounts,
  parseTestFailures,
  playwrightCountsSchema,
  sumCounts,
  vitestCountsSchema,
} from './test-report.ts'

const suite = (status: string, tests: number) => ({
  status,
  assertionResults: Array.from({ length: tests }, () => ({})),
})
const vitest = { numPassedTests: 7, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1, testResults: [] }
const playwright = { stats: { expected: 5, unexpected: 2, flaky: 1, skipped: 3 }, errors: [] }

describe('vitest', () => {
  test('counts passed, failed and skipped tests', () =>
    expect(vitestCountsSchema.parse(vitest)).toEqual({ passed: 7, failed: 1, skipped: 3 }))

  test('counts a file that does not load as a failure, but not a file with failed tests', () => {
    const report = { ...vitest, testResults: [suite('failed', 0), suite('failed', 4), suite('passed', 4)] }
    expect(vitestCountsSchema.parse(report).failed).toBe(2)
  })
})

describe('playwright', () => {
  test('counts a flaky test as failed', () =>
    expect(playwrightCountsSchema.parse(playwright)).toEqual({ passed: 5, failed: 3, skipped: 3 }))

  test('counts errors outside of tests as failures', () =>
    expect(playwrightCountsSchema.parse({ ...playwright, errors: [{ message: 'no browser' }] }).failed).toBe(4))
})

describe('parseRunnerCounts', () => {
  const green = { ...vitest, numFailedTests: 0 }

  test('uses the report when it matches the exit code', () => {
    expect(parseRunnerCounts(0, green, vitestCountsSchema).failed).toBe(0)
    expect(parseRunnerCounts(1, vitest, vitestCountsSchema).failed).toBe(1)
  })

  test.each([undefined, {}, 'no report'])('counts one failure without a report (%o)', (report) =>
    expect(parseRunnerCounts(0, report, vitestCountsSchema)).toEqual({ passed: 0, failed: 1, skipped: 0 }),
  )

  test('counts another failure when the exit code is not 0 and the report has no failures', () =>
    expect(parseRunnerCounts(1, green, vitestCountsSchema)).toEqual({ passed: 7, failed: 1, skipped: 3 }))
})

test('formats the sum of all counts', () => {
  const all = sumCounts([
    { passed: 2, failed: 0, skipped: 0 },
    { passed: 5, failed: 1, skipped: 0 },
  ])
  expect(formatCounts(all)).toBe('7 passed, 1 failed')
  expect(formatCounts({ ...all, skipped: 3 })).toBe('7 passed, 1 failed, 3 skipped')
})

describe('durations by file', () => {
  test('are read from the report of vitest', () => {
    const name = join(process.cwd(), 'src/a.test.ts')
    expect(parseFileDurations({ testResults: [{ name, startTime: 1_000, endTime: 1_250 }] })).toEqual([
      { file: join('src', 'a.test.ts'), milliseconds: 250 },
    ])
  })

  test('are read from the report of Playwright, with nested groups and retries', () => {
    const spec = (...durations: number[]) => ({ tests: [{ results: durations.map((duration) => ({ duration })) }] })
    const report = {
      config: { rootDir: join(process.cwd(), 'tests/e2e') },
      suites: [
        { file: 'a.e2e.ts', specs: [spec(10)], suites: [{ specs: [spec(20, 5)], suites: [{ specs: [spec(1)] }] }] },
      ],
    }
    expect(parseFileDurations(report)).toEqual([{ file: join('tests', 'e2e', 'a.e2e.ts'), milliseconds: 36 }])
  })

  test('are empty without a report', () => expect(parseFileDurations(undefined)).toEqual([]))

  test('are formatted for the slowest files, the slowest first', () => {
    const files = [1, 3, 2].map((seconds) => ({ file: `${seconds}.test.ts`, milliseconds: seconds * 1_000 }))
    expect(formatSlowestFiles(files, 2)).toBe('    3.0 s  3.test.ts\n    2.0 s  2.test.ts')
  })
})

describe('failed tests', () => {
  test('are read from the report of vitest', () => {
    const file = (name: string) => join(process.cwd(), 'src', name)
    const testResults = [
      {
        name: file('a.test.ts'),
        status: 'failed',
        assertionResults: [
          { status: 'passed', fullName: 'group adds', failureMessages: [] },
          { status: 'failed', fullName: 'group subtracts', failureMessages: ['expected 1 to be 2'] },
        ],
      },
      { name: file('b.test.ts'), status: 'failed', message: 'no such module', assertionResults: [] },
      { name: file('c.test.ts'), status: 'passed', assertionResults: [] },
    ]
    expect(parseTestFailures({ testResults })).toEqual([
      { title: `${join('src', 'a.test.ts')} › group subtracts`, message: 'expected 1 to be 2' },
      { title: join('src', 'b.test.ts'), message: 'no such module' },
    ])
  })

  test('are read from the report of Playwright, with nested groups, flaky tests and errors outside of tests', () => {
    const spec = (title: string, ok: boolean, status: string) => ({
      title,
      ok,
      tests: [{ status, results: [{ errors: status === 'expected' ? [] : [{ message: `${title} failed` }] }] }],
    })
    const report = {
      config: { rootDir: join(process.cwd(), 'tests/e2e') },
      suites: [
        {
          title: 'a.e2e.ts',
          specs: [spec('opens', false, 'unexpected'), spec('closes', true, 'expected')],
          suites: [{ title: 'menu', specs: [spec('scrolls', true, 'flaky')] }],
        },
      ],
      errors: [{ message: 'no browser' }],
    }
    const file = join('tests', 'e2e', 'a.e2e.ts')
    expect(parseTestFailures(report)).toEqual([
      { title: 'Playwright', message: 'no browser' },
      { title: `${file} › opens`, message: 'opens failed' },
      { title: `${file} › menu › scrolls`, message: 'scrolls failed' },
    ])
  })

  test('are empty without a report', () => expect(parseTestFailures(undefined)).toEqual([]))

  test('are formatted with the first lines of their message, without colors', () => {
    const failures = [
      { title: 'a › adds', message: '\u001b[31mexpected 1\u001b[39m\nto be 2\nat line 3' },
      { title: 'b', message: 'failed' },
    ]
    expect(formatFailures(failures, 2)).toBe('a › adds\n    expected 1\n    to be 2\n\nb\n    failed')
  })
})

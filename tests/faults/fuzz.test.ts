import { describe, expect, test } from 'vitest'
import { checkFuzz, type FuzzRun, runFuzz } from './fuzz-run.ts'
import { formatFuzzRun } from './load-report.ts'

const findFailedChecks = (run: FuzzRun) => checkFuzz(run).filter(({ violations }) => violations.length > 0)

/** Shorter than the server's timeout of a minute for a body that is too short. */
const HALF_CLOSE_AFTER_MS = 2_000

test('fuzzed requests get a response below 500, and the server works afterwards', async () => {
  const run = await runFuzz({ count: 200, seed: 'smoke', settleMs: 0, halfCloseAfterMs: HALF_CLOSE_AFTER_MS })
  expect(findFailedChecks(run)).toEqual([])
  const outcomes = [...run.outcomes.values()]
  expect(outcomes.reduce((sum, count) => sum + count, 0)).toBe(200)
  expect(run.outcomes.get('200')).toBeGreaterThan(0)
  expect(run.outcomes.get('400')).toBeGreaterThan(0)
  expect(formatFuzzRun(run)).toMatch(/^200 +\d+$/m)
})

describe('fuzz checks', () => {
  const PASSING_RUN: FuzzRun = {
    outcomes: new Map([['200', 1]]),
    failures: [],
    failedChecks: [],
    usage: [],
    end: { code: 0, ms: 1 },
  }

  test('pass without failures', () => expect(findFailedChecks(PASSING_RUN)).toEqual([]))

  test.each<[string, Partial<FuzzRun>, string]>([
    ['a response of 503', { failures: ['503: "GET / HTTP/1.1"'] }, 'no fuzzed request gets 5xx'],
    ['a request that hangs', { failures: ['hang: "GET / HTTP/1.1"'] }, 'every fuzzed request ends'],
    [
      'a process that crashed',
      { failedChecks: ['the web process was started again'] },
      'the server works afterwards, with the same processes',
    ],
    ['a server that was killed', { end: { code: null, ms: 20_000 } }, 'the server exits with code 0 after SIGTERM'],
  ])('report %s', (_, changes, rule) => {
    expect(findFailedChecks({ ...PASSING_RUN, ...changes }).map((check) => check.rule)).toEqual([rule])
  })
})

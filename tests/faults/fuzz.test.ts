import { describe, expect, test } from 'vitest'
import { checkFuzz, type FuzzRun, runFuzz } from './fuzz-run.ts'
import { formatFuzzRun } from './load-report.ts'

const failed = (run: FuzzRun) => checkFuzz(run).filter(({ broken }) => broken.length > 0)

/** The server waits up to a minute for a body that is too short; this client does not. */
const GIVE_UP_MS = 2_000

test('fuzzed requests get a response below 500, and the server works afterwards', async () => {
  const run = await runFuzz({ count: 200, seed: 'smoke', settleMs: 0, giveUpMs: GIVE_UP_MS })
  expect(failed(run)).toEqual([])
  const outcomes = [...run.outcomes.values()]
  expect(outcomes.reduce((sum, count) => sum + count, 0)).toBe(200)
  expect(run.outcomes.get('200')).toBeGreaterThan(0)
  expect(run.outcomes.get('400')).toBeGreaterThan(0)
  expect(formatFuzzRun(run)).toMatch(/^200 +\d+$/m)
})

describe('the checks of fuzzed requests', () => {
  const good: FuzzRun = {
    outcomes: new Map([['200', 1]]),
    failures: [],
    broken: [],
    usage: [],
    end: { code: 0, ms: 1 },
  }

  test('pass a good run', () => expect(failed(good)).toEqual([]))

  test.each<[string, Partial<FuzzRun>, string]>([
    ['a response of 503', { failures: ['503: "GET / HTTP/1.1"'] }, 'no fuzzed request gets 5xx'],
    ['a request that hangs', { failures: ['hang: "GET / HTTP/1.1"'] }, 'every fuzzed request ends'],
    [
      'a process that crashed',
      { broken: ['the web process was started again'] },
      'the server works afterwards, with the same processes',
    ],
    ['a server that was killed', { end: { code: null, ms: 20_000 } }, 'a server that is asked to stop ends by itself'],
  ])('find %s', (_, changes, rule) => {
    expect(failed({ ...good, ...changes }).map((check) => check.rule)).toEqual([rule])
  })
})

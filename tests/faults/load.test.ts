import { describe, expect, test } from 'vitest'
import { formatLoadRun, percentile } from './load-report.ts'
import { checkLoad, type LoadRun, runLoad } from './load-run.ts'

const findFailedChecks = (run: LoadRun) => checkLoad(run).filter(({ violations }) => violations.length > 0)

test('loses no message when the backend is killed during a load on SQLite', async () => {
  const run = await runLoad({
    nodes: 1,
    rate: 20,
    seconds: 3,
    seed: 'smoke',
    kills: 1,
    settleMs: 0,
    releasesLeases: true,
  })
  expect(findFailedChecks(run)).toEqual([])
  expect(run.acknowledged).toHaveLength(60)
  expect(run.messages).toHaveLength(60)
  expect(run.usage.map(({ name }) => name).sort()).toEqual(['backend', 'load generator', 'supervisor', 'web'])
  for (const { peak, cpuMs } of run.usage) {
    expect(peak).toBeGreaterThan(10_000_000)
    expect(cpuMs).toBeGreaterThanOrEqual(0)
  }
  const lines = formatLoadRun(run).split('\n')
  expect(lines.find((line) => line.startsWith('message, until'))).toMatch(/^message, until acknowledged +60( +\d+){4}$/)
})

describe('load checks', () => {
  const message = { name: 'Ada', email: 'ada@engine.example', message: 'By May.' }
  const PASSING_RUN: LoadRun = {
    contacts: 1,
    kills: 0,
    restarts: 0,
    retries: 0,
    abandoned: [],
    acknowledged: [{ key: 'key', message, ids: ['id'] }],
    messages: [{ id: 'id', idempotency_key: 'key', ...message, folder: 'inbox', spam_reason: null, received_at: 0 }],
    outbox: [],
    mails: [
      {
        messageId: '<id@blackland.example>',
        from: '',
        to: '',
        subject: '',
        headers: {},
        text: 'Name: Ada\n\nBy May.\n',
        clientHostname: 'process-1',
      },
    ],
    requests: [
      { type: 'login', status: 200, ms: 1, isFirst: true },
      { type: 'message', status: 200, ms: 2, isFirst: true },
    ],
    times: [{ message: 2, contact: 3 }],
    outboxPeak: 1,
    outboxEmptyMs: 1,
    usage: [],
    ends: [{ code: 0, ms: 1 }],
  }
  const unavailable = { type: 'message', status: 503, ms: 1, isFirst: true } as const
  const limited = { type: 'login', status: 429, ms: 1, isFirst: true } as const
  const [mail] = PASSING_RUN.mails

  test('pass without failures, and with a failed request during a fault', () => {
    expect(findFailedChecks(PASSING_RUN)).toEqual([])
    expect(findFailedChecks({ ...PASSING_RUN, kills: 1, requests: [unavailable, ...PASSING_RUN.requests] })).toEqual([])
  })

  test.each<[string, Partial<LoadRun>, string]>([
    ['an abandoned contact', { abandoned: ['other (503)'], contacts: 2 }, 'every contact is acknowledged'],
    ['a missing contact', { contacts: 2 }, 'the number of contacts matches the rate'],
    ['a lost message', { messages: [] }, 'each acknowledged message is stored once and unchanged'],
    ['a missing mail', { mails: [] }, 'each acknowledged message is mailed with its text'],
    [
      'a copy of a mail',
      { mails: mail ? [mail, { ...mail, clientHostname: 'process-2' }] : [] },
      'a mail has at most one copy per kill',
    ],
    ['a response of 503', { requests: [unavailable] }, 'no request fails without a fault'],
    ['a rejected request', { requests: [limited], kills: 1 }, 'no request is rejected'],
    ['a server that was killed', { ends: [{ code: null, ms: 20_000 }] }, 'the server exits with code 0 after SIGTERM'],
  ])('report %s', (_, changes, rule) => {
    expect(findFailedChecks({ ...PASSING_RUN, ...changes }).map((check) => check.rule)).toContain(rule)
  })
})

test.each([
  [50, 2],
  [95, 4],
  [100, 4],
])('percentile %i of four values is %i', (percent, expected) =>
  expect(percentile([4, 1, 3, 2], percent)).toBe(expected),
)

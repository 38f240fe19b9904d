import { describe, expect, test } from 'vitest'
import { formatLoadRun, percentile } from './load-report.ts'
import { checkLoad, type LoadRun, runLoad } from './load-run.ts'

const failed = (run: LoadRun) => checkLoad(run).filter(({ broken }) => broken.length > 0)

test('a load on SQLite whose backend is killed loses nothing', async () => {
  const run = await runLoad({
    nodes: 1,
    rate: 20,
    seconds: 3,
    seed: 'smoke',
    kills: 1,
    settleMs: 0,
    endsLeases: true,
  })
  expect(failed(run)).toEqual([])
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

describe('the checks of a load', () => {
  const message = { name: 'Ada', email: 'ada@engine.example', message: 'By May.' }
  const good: LoadRun = {
    contacts: 1,
    kills: 0,
    restarts: 0,
    repeated: 0,
    givenUp: [],
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
      { kind: 'login', status: 200, ms: 1, isFirst: true },
      { kind: 'message', status: 200, ms: 2, isFirst: true },
    ],
    times: [{ message: 2, contact: 3 }],
    outboxPeak: 1,
    outboxEmptyMs: 1,
    usage: [],
    ends: [{ code: 0, ms: 1 }],
  }
  const unavailable = { kind: 'message', status: 503, ms: 1, isFirst: true } as const
  const limited = { kind: 'login', status: 429, ms: 1, isFirst: true } as const
  const [mail] = good.mails

  test('pass a good run, and a failed request beside a fault', () => {
    expect(failed(good)).toEqual([])
    expect(failed({ ...good, kills: 1, requests: [unavailable, ...good.requests] })).toEqual([])
  })

  test.each<[string, Partial<LoadRun>, string]>([
    ['a contact that was given up', { givenUp: ['other (503)'], contacts: 2 }, 'every contact is acknowledged'],
    ['a contact that never arrived', { contacts: 2 }, 'as many contacts arrive as the rate says'],
    ['a message that is gone', { messages: [] }, 'an acknowledged message is stored once, as it was sent'],
    ['a mail that was not sent', { mails: [] }, 'an acknowledged message is mailed, with its text'],
    [
      'a copy of a mail',
      { mails: mail ? [mail, { ...mail, clientHostname: 'process-2' }] : [] },
      'no mail has more copies than kills and one',
    ],
    ['a response of 503', { requests: [unavailable] }, 'no request fails without a fault'],
    ['a refused request', { requests: [limited], kills: 1 }, 'no request is refused'],
    [
      'a server that was killed',
      { ends: [{ code: null, ms: 20_000 }] },
      'a server that is asked to stop ends by itself',
    ],
  ])('find %s', (_, changes, rule) => {
    expect(failed({ ...good, ...changes }).map((check) => check.rule)).toContain(rule)
  })
})

test.each([
  [50, 2],
  [95, 4],
  [100, 4],
])('of four values percentile %i is %i', (percent, expected) =>
  expect(percentile([4, 1, 3, 2], percent)).toBe(expected),
)

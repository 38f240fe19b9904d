import { once } from 'node:events'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { RenderFailure } from '#server/rendering/render-failure.ts'
import { createPageUpdates } from './page-updates.ts'

const INTERVAL_MS = 600_000

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'], now: Date.UTC(2026, 10, 26) })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Creates updates whose runs take no time, and records the seconds at which they start. */
function createTestUpdates(
  render: (signal: AbortSignal) => Promise<readonly RenderFailure[]> = async () => [],
  { hasDeliveryNetwork = true } = {},
) {
  const begin = performance.now()
  const seconds: number[] = []
  const lines: string[] = []
  const updates = createPageUpdates({
    intervalMs: INTERVAL_MS,
    hasDeliveryNetwork,
    log: (line) => lines.push(line),
    render: async (signal) => {
      seconds.push(Math.round(performance.now() - begin) / 1000)
      return render(signal)
    },
  })
  onTestFinished(() => updates.close())
  return { updates, seconds, lines, advance: (ms: number) => vi.advanceTimersByTimeAsync(ms) }
}

test('§10.2 §12.34 compares at once, again after 5, 20, 60 and 120 s, and then every ten minutes without a publish', async () => {
  const { updates, seconds, advance } = createTestUpdates()
  const listener = vi.fn(async () => {})
  updates.onUpdated(listener)
  updates.start()
  await advance(3 * INTERVAL_MS)
  expect(seconds).toEqual([0.3, 5, 20, 60, 120, 720, 1320])
  expect(listener).toHaveBeenCalledTimes(seconds.length)
})

test('without a delivery network compares once for each publish, and again after a failure', async () => {
  const reason = 'The CMS is down.'
  const failures = [[], ['/', '/gallery'].map((what) => ({ what, reason }))]
  const { updates, seconds, lines, advance } = createTestUpdates(async () => failures.shift() ?? [], {
    hasDeliveryNetwork: false,
  })
  updates.start()
  await advance(200_000)
  updates.start()
  await advance(200_000)
  expect(seconds).toEqual([0.3, 200.3, 200.6, 205.3, 220.3, 260.3, 320.3])
  expect(lines[0]).toMatch(/^Not up to date: \/, \/gallery\. The CMS is down\. Since /)
})

test('a publish starts the delays again, and many at once cause one run', async () => {
  const { updates, seconds, advance } = createTestUpdates()
  updates.start()
  await advance(100_000)
  seconds.length = 0
  for (let count = 0; count < 100; count++) updates.start()
  await advance(130_000)
  expect(seconds).toEqual([100.3, 105, 120, 160, 220])
})

test('a timer that ends some ms too early, as those of Node do, causes no second run', async () => {
  const { updates, seconds, advance } = createTestUpdates(async () => [], { hasDeliveryNetwork: false })
  updates.start()
  const { now } = performance
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) - 20)
  await advance(300)
  clock.mockRestore()
  await advance(10_000)
  expect(seconds).toHaveLength(1)
})

test('§10.2 a flood of publishes does not put the first run off', async () => {
  const { updates, seconds, advance } = createTestUpdates()
  for (let count = 0; count < 100; count++) {
    updates.start()
    await advance(100)
  }
  expect(seconds.slice(0, 3)).toEqual([0.3, 0.6, 0.9])
})

test('a publish during a run causes another run afterwards', async () => {
  const release: (() => void)[] = []
  const { updates, seconds, advance } = createTestUpdates(
    () => new Promise((resolve) => release.push(() => resolve([]))),
  )
  updates.start()
  await advance(1_000)
  updates.start()
  await advance(1_000)
  expect([seconds, updates.getState().isUpdating]).toEqual([[0.3], true])
  release[0]?.()
  await advance(1)
  expect(seconds).toHaveLength(2)
  release[1]?.()
  await advance(1)
  expect(updates.getState()).toMatchObject({ status: 'ok', isUpdating: false })
})

test('a publish during a later run ends it, and has its first run at once', async () => {
  let isFirst = true
  const { updates, seconds, lines, advance } = createTestUpdates(async (signal) => {
    if (!isFirst) {
      await once(signal, 'abort')
      throw new Error('The rendering was ended')
    }
    isFirst = false
    return []
  })
  updates.start()
  await advance(6_000)
  isFirst = true
  updates.start()
  await advance(1_000)
  expect([seconds, updates.getState()]).toEqual([[0.3, 5, 6.3], expect.objectContaining({ status: 'ok' })])
  expect(lines).toEqual([])
})

test('§12.35 §12.58 a failure is reported with its start until a comparison succeeds, and logged once', async () => {
  let isDown = false
  const { updates, seconds, lines, advance } = createTestUpdates(async () => {
    if (isDown) throw new Error('Contentful answered 503')
    return []
  })
  updates.start()
  await advance(INTERVAL_MS)
  isDown = true
  await advance(150_000)
  expect(seconds.slice(5)).toEqual([720, 720.3, 725, 740]) // again after seconds: outages are short
  const { failingSince } = updates.getState()
  expect(failingSince).toMatch(/^2026-11-26T00:12:00/)
  const failures = [{ what: 'the pages', reason: 'Contentful answered 503' }]
  expect(updates.getState()).toMatchObject({ status: 'failed', failures })
  expect(lines).toEqual([`Not up to date: the pages. Contentful answered 503. Since ${failingSince}.`])
  isDown = false
  await advance(60_000)
  expect(updates.getState()).toMatchObject({ status: 'ok', failingSince: null, failures: [] })
  expect(lines.slice(1)).toEqual(['The pages are up to date again.'])
})

test('closing aborts a run, waits for its end, and ends the comparisons', async () => {
  const ending = Promise.withResolvers<[]>()
  const { updates, seconds, advance } = createTestUpdates(async (signal) => {
    await once(signal, 'abort')
    return ending.promise
  })
  updates.start()
  await advance(1_000)
  const onClosed = vi.fn()
  const closing = updates.close().then(onClosed)
  await advance(1_000)
  expect(onClosed).not.toHaveBeenCalled()
  ending.resolve([])
  await closing
  await advance(INTERVAL_MS)
  expect(seconds).toEqual([0.3])
})

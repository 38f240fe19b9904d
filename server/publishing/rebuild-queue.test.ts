import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ANY_CHANGE, type ContentChange } from './content-change.ts'
import { createRebuildQueue, type RebuildFailure } from './rebuild-queue.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2030-01-01T08:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

const changeOf = (...contentTypes: readonly string[]): ContentChange => ({
  contentTypes: new Set(contentTypes),
  assets: false,
  anything: false,
})
const DOWN: RebuildFailure = { what: '/gallery', reason: 'Contentful answered 503' }

/** A queue whose rebuilds take a second, and end with the results in `next`. */
function startQueue(initialFailures?: readonly RebuildFailure[], otherFailures: readonly RebuildFailure[] = []) {
  const runs: ContentChange[] = []
  const lines: string[] = []
  const next: (readonly RebuildFailure[] | Error)[] = []
  const queue = createRebuildQueue({
    rebuild: async (change, signal) => {
      runs.push(change)
      await new Promise((done, fail) => {
        setTimeout(done, 1_000)
        signal.addEventListener('abort', () => fail(signal.reason))
      })
      const result = next.shift() ?? []
      if (result instanceof Error) throw result
      return result
    },
    log: (line) => lines.push(line),
    getOtherFailures: () => otherFailures,
    ...(initialFailures && { initialFailures }),
  })
  return { queue, runs, lines, next }
}

const types = (runs: readonly ContentChange[]) => runs.map(({ contentTypes }) => [...contentTypes].join())

test('merges changes within 300 ms into one rebuild', async () => {
  const { queue, runs } = startQueue()
  queue.enqueue(changeOf('seo'))
  await vi.advanceTimersByTimeAsync(200)
  queue.enqueue(changeOf('fact'))
  expect(queue.getState().isRebuilding).toBe(true)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(types(runs)).toEqual(['seo,fact'])
  expect(queue.getState()).toEqual({
    status: 'ok',
    lastRebuild: '2030-01-01T08:00:01.300Z',
    failures: [],
    isRebuilding: false,
  })
})

test('runs one rebuild at a time, and merges changes that arrive during it into the next one', async () => {
  const { queue, runs } = startQueue()
  queue.enqueue(changeOf('seo'))
  await vi.advanceTimersByTimeAsync(800)
  queue.enqueue(changeOf('fact'))
  queue.enqueue({ ...changeOf(), assets: true })
  await vi.advanceTimersByTimeAsync(400)
  expect(types(runs)).toEqual(['seo'])
  await vi.advanceTimersByTimeAsync(5_000)
  expect(runs[1]).toEqual({ contentTypes: new Set(['fact']), assets: true, anything: false })
  expect(runs).toHaveLength(2)
})

test('logs a failure, retries it after 10 s, 1 min and 5 min, and logs its recovery', async () => {
  const { queue, runs, lines, next } = startQueue()
  next.push([DOWN, { ...DOWN, what: '/services' }], [DOWN], [DOWN], [DOWN])
  queue.enqueue(changeOf('seo'))
  await vi.advanceTimersByTimeAsync(1_300)
  expect(queue.getState()).toMatchObject({ status: 'failed', lastRebuild: null, isRebuilding: false })
  expect(lines).toEqual(['Not up to date: /gallery, /services. Contentful answered 503. Retrying in 10 s.'])
  await vi.advanceTimersByTimeAsync(11_000 + 61_000)
  expect(types(runs)).toEqual(['seo', 'seo', 'seo'])
  await vi.advanceTimersByTimeAsync(301_000 + 301_000)
  expect(runs).toHaveLength(5)
  expect(queue.getState()).toMatchObject({ status: 'ok', failures: [] })
  expect(lines.at(-1)).toBe('The pages are up to date again.')
  await vi.advanceTimersByTimeAsync(600_000)
  expect(runs).toHaveLength(5)
})

test('rebuilds a new change without delay, together with the failed one', async () => {
  const { queue, runs, next } = startQueue()
  next.push([DOWN])
  queue.enqueue(changeOf('seo'))
  await vi.advanceTimersByTimeAsync(2_000)
  queue.enqueue(changeOf('fact'))
  await vi.advanceTimersByTimeAsync(2_000)
  expect(types(runs)).toEqual(['seo', 'fact,seo'])
  await vi.advanceTimersByTimeAsync(600_000)
  expect(runs).toHaveLength(2)
})

test('reports a rejected rebuild as a failure of all pages', async () => {
  const { queue, lines, next } = startQueue()
  next.push(new Error('The rebuild failed: no memory'))
  queue.enqueue(changeOf('seo'))
  await vi.advanceTimersByTimeAsync(2_000)
  expect(queue.getState().failures).toEqual([{ what: 'the pages', reason: 'The rebuild failed: no memory' }])
  expect(lines).toEqual(['Not up to date: the pages. The rebuild failed: no memory. Retrying in 10 s.'])
})

test('retries the failures of the build at the start', async () => {
  const { queue, runs, lines } = startQueue([DOWN])
  expect(queue.getState().status).toBe('failed')
  await vi.advanceTimersByTimeAsync(12_000)
  expect(runs).toEqual([ANY_CHANGE])
  expect(queue.getState().status).toBe('ok')
  expect(lines.at(-1)).toBe('The pages are up to date again.')
})

test('calls the listeners after each rebuild', async () => {
  const { queue } = startQueue()
  const listener = vi.fn(async () => {})
  queue.onRebuilt(listener)
  queue.enqueue(changeOf('redirect'))
  await vi.advanceTimersByTimeAsync(1_200)
  expect(listener).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(200)
  expect(listener).toHaveBeenCalledOnce()
})

test.each([0, 1, 2, 3, 4, 5])(
  'keeps a change that arrives at the end of a rebuild (%i microtasks later)',
  async (steps) => {
    const { queue, runs } = startQueue()
    queue.onRebuilt(async () => {
      if (runs.length > 1) return
      let after = Promise.resolve()
      for (let step = 0; step < steps; step += 1) after = after.then(() => {})
      void after.then(() => queue.enqueue(changeOf('fact')))
    })
    queue.enqueue(changeOf('seo'))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(types(runs)).toEqual(['seo', 'fact'])
  },
)

test('close aborts the running rebuild and starts no other', async () => {
  const { queue, runs, lines } = startQueue()
  queue.enqueue(changeOf('seo'))
  await vi.advanceTimersByTimeAsync(500)
  queue.enqueue(changeOf('fact'))
  await queue.close()
  queue.enqueue(changeOf('fact'))
  await vi.advanceTimersByTimeAsync(600_000)
  expect(runs).toHaveLength(1)
  expect(lines).toEqual([])
})

test('includes other failures in its state, without a rebuild for them', async () => {
  const otherFailures: RebuildFailure[] = []
  const { queue, runs, lines, next } = startQueue(undefined, otherFailures)
  const unread = { what: 'the pages', reason: 'Announcements cannot be read' }
  otherFailures.push(unread)
  expect(queue.getState()).toMatchObject({ status: 'failed', failures: [unread], isRebuilding: false })
  next.push([DOWN])
  queue.enqueue(changeOf('seo'))
  await vi.advanceTimersByTimeAsync(2_000)
  expect(queue.getState()).toMatchObject({ status: 'failed', failures: [DOWN, unread] })
  await vi.advanceTimersByTimeAsync(600_000)
  expect(queue.getState()).toMatchObject({ status: 'failed', failures: [unread] })
  otherFailures.length = 0
  expect(queue.getState()).toMatchObject({ status: 'ok', failures: [] })
  expect(runs).toHaveLength(2)
  expect(lines).toHaveLength(2)
})

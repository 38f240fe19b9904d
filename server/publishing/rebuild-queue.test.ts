import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ANY_CHANGE, type ContentChange, type RebuildFailure } from './publishing-options.ts'
import { createRebuildQueue } from './rebuild-queue.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2030-01-01T08:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

const of = (...contentTypes: readonly string[]): ContentChange => ({
  contentTypes: new Set(contentTypes),
  assets: false,
  anything: false,
})
const DOWN: RebuildFailure = { what: '/gallery', reason: 'Contentful answered 503' }

/** A queue whose rebuilds take a second, and fail with what `next` holds. */
function begin(initialFailures?: readonly RebuildFailure[], otherFailures: readonly RebuildFailure[] = []) {
  const runs: ContentChange[] = []
  const lines: string[] = []
  const next: (readonly RebuildFailure[] | Error)[] = []
  const queue = createRebuildQueue({
    rebuild: async (touched, signal) => {
      runs.push(touched)
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

test('what is published within a moment is one rebuild', async () => {
  const { queue, runs } = begin()
  queue.enqueue(of('seo'))
  await vi.advanceTimersByTimeAsync(200)
  queue.enqueue(of('fact'))
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

test('one rebuild at a time: what arrives meanwhile is done next, and nothing is lost', async () => {
  const { queue, runs } = begin()
  queue.enqueue(of('seo'))
  await vi.advanceTimersByTimeAsync(800)
  queue.enqueue(of('fact'))
  queue.enqueue({ ...of(), assets: true })
  await vi.advanceTimersByTimeAsync(400)
  expect(types(runs)).toEqual(['seo'])
  await vi.advanceTimersByTimeAsync(5_000)
  expect(runs[1]).toEqual({ contentTypes: new Set(['fact']), assets: true, anything: false })
  expect(runs).toHaveLength(2)
})

test('what failed is said, is tried again by itself with growing waits, and its end is said', async () => {
  const { queue, runs, lines, next } = begin()
  next.push([DOWN, { ...DOWN, what: '/services' }], [DOWN], [DOWN], [DOWN])
  queue.enqueue(of('seo'))
  await vi.advanceTimersByTimeAsync(1_300)
  expect(queue.getState()).toMatchObject({ status: 'failed', lastRebuild: null, isRebuilding: false })
  expect(lines).toEqual(['Not up to date: /gallery, /services. Contentful answered 503. Tried again in 10 s.'])
  await vi.advanceTimersByTimeAsync(11_000 + 61_000)
  expect(types(runs)).toEqual(['seo', 'seo', 'seo'])
  await vi.advanceTimersByTimeAsync(301_000 + 301_000)
  expect(runs).toHaveLength(5)
  expect(queue.getState()).toMatchObject({ status: 'ok', failures: [] })
  expect(lines.at(-1)).toBe('The pages are up to date again.')
  await vi.advanceTimersByTimeAsync(600_000)
  expect(runs).toHaveLength(5)
})

test('a change does not wait for what failed, and takes it along', async () => {
  const { queue, runs, next } = begin()
  next.push([DOWN])
  queue.enqueue(of('seo'))
  await vi.advanceTimersByTimeAsync(2_000)
  queue.enqueue(of('fact'))
  await vi.advanceTimersByTimeAsync(2_000)
  expect(types(runs)).toEqual(['seo', 'fact,seo'])
  await vi.advanceTimersByTimeAsync(600_000)
  expect(runs).toHaveLength(2)
})

test('a rebuild that fails as a whole is a failure too', async () => {
  const { queue, lines, next } = begin()
  next.push(new Error('The rebuild failed: no memory'))
  queue.enqueue(of('seo'))
  await vi.advanceTimersByTimeAsync(2_000)
  expect(queue.getState().failures).toEqual([{ what: 'the pages', reason: 'The rebuild failed: no memory' }])
  expect(lines).toEqual(['Not up to date: the pages. The rebuild failed: no memory. Tried again in 10 s.'])
})

test('what the start could not make is tried again', async () => {
  const { queue, runs, lines } = begin([DOWN])
  expect(queue.getState().status).toBe('failed')
  await vi.advanceTimersByTimeAsync(12_000)
  expect(runs).toEqual([ANY_CHANGE])
  expect(queue.getState().status).toBe('ok')
  expect(lines.at(-1)).toBe('The pages are up to date again.')
})

test('after each rebuild those who want to know are told', async () => {
  const { queue } = begin()
  const told = vi.fn(async () => {})
  queue.onRebuilt(told)
  queue.enqueue(of('redirect'))
  await vi.advanceTimersByTimeAsync(1_200)
  expect(told).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(200)
  expect(told).toHaveBeenCalledOnce()
})

test.each([0, 1, 2, 3, 4, 5])(
  'what arrives just as a rebuild ends is not forgotten (%i steps later)',
  async (steps) => {
    const { queue, runs } = begin()
    queue.onRebuilt(async () => {
      if (runs.length > 1) return
      let after = Promise.resolve()
      for (let step = 0; step < steps; step += 1) after = after.then(() => {})
      void after.then(() => queue.enqueue(of('fact')))
    })
    queue.enqueue(of('seo'))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(types(runs)).toEqual(['seo', 'fact'])
  },
)

test('the end stops what runs, and begins nothing more', async () => {
  const { queue, runs, lines } = begin()
  queue.enqueue(of('seo'))
  await vi.advanceTimersByTimeAsync(500)
  queue.enqueue(of('fact'))
  await queue.close()
  queue.enqueue(of('fact'))
  await vi.advanceTimersByTimeAsync(600_000)
  expect(runs).toHaveLength(1)
  expect(lines).toEqual([])
})

test('other reasons for old pages are part of the state, and cause no rebuild', async () => {
  const others: RebuildFailure[] = []
  const { queue, runs, lines, next } = begin(undefined, others)
  const unread = { what: 'the pages', reason: 'Announcements cannot be read' }
  others.push(unread)
  expect(queue.getState()).toMatchObject({ status: 'failed', failures: [unread], isRebuilding: false })
  next.push([DOWN])
  queue.enqueue(of('seo'))
  await vi.advanceTimersByTimeAsync(2_000)
  expect(queue.getState()).toMatchObject({ status: 'failed', failures: [DOWN, unread] })
  await vi.advanceTimersByTimeAsync(600_000)
  expect(queue.getState()).toMatchObject({ status: 'failed', failures: [unread] })
  others.length = 0
  expect(queue.getState()).toMatchObject({ status: 'ok', failures: [] })
  expect(runs).toHaveLength(2)
  expect(lines).toHaveLength(2)
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTestCma } from '#tests/setup/photo-desk/test-cma.ts'
import { createDeskClient, splitIntoBatches } from './desk-client.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

interface AdapterRequest {
  readonly params?: { readonly query?: Readonly<Record<string, unknown>>; readonly entryId?: string }
}

const RESPONSE = { sys: { id: 'photo' } }

/** Creates a client whose requests `respond` answers. */
function createTestClient(respond: (request: AdapterRequest) => unknown) {
  const makeRequest = vi.fn(respond)
  const client = createDeskClient(createTestCma(makeRequest))
  const get = (entryId = 'photo', options: Parameters<typeof client.send>[1] = {}) =>
    client.send((cma) => cma.entry.get({ entryId }), options)
  return { client, get, makeRequest }
}

/** Throws an error of the management client with a status. */
function fail(status: number): never {
  throw new Error(JSON.stringify({ status, message: '' }))
}

test.each([0, 429, 500])('repeats a request that fails with %i, with growing delays', async (status) => {
  const times: number[] = []
  const { get } = createTestClient(() => {
    times.push(Date.now())
    return times.length < 4 ? fail(status) : RESPONSE
  })
  const response = get()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(await response).toEqual(RESPONSE)
  const delays = times.slice(1).map((time, index) => time - (times[index] ?? 0))
  expect(delays).toEqual([500, 1_000, 2_000])
})

test('throws the last error after five retries', async () => {
  const { get, makeRequest } = createTestClient(() => fail(503))
  const response = get()
  const failure = expect(response).rejects.toMatchObject({ name: 'RequestError', status: 503 })
  await vi.advanceTimersByTimeAsync(20_000)
  await failure
  expect(makeRequest).toHaveBeenCalledTimes(6)
})

test.each([400, 401, 403, 404, 409, 422])('does not repeat a request that fails with %i', async (status) => {
  const { get, makeRequest } = createTestClient(() => fail(status))
  await expect(get()).rejects.toMatchObject({ status })
  expect(makeRequest).toHaveBeenCalledTimes(1)
})

test('a response that never comes counts as a lost connection, and does not hold up other requests', async () => {
  const { get, makeRequest } = createTestClient(({ params }) =>
    params?.entryId === 'photo' ? new Promise(() => {}) : RESPONSE,
  )
  const lost = Array.from({ length: 6 }, () => get())
  const failures = Promise.all(
    lost.map((request) =>
      expect(request).rejects.toMatchObject({
        status: 0,
        message: 'Contentful does not respond (no response within 30 seconds). Check the connection, then retry',
      }),
    ),
  )
  const other = get('other')
  await vi.advanceTimersByTimeAsync(5_000)
  expect(makeRequest).toHaveBeenCalledTimes(6) // at the same time
  await vi.advanceTimersByTimeAsync(31_000)
  expect(await other).toEqual(RESPONSE)
  await vi.advanceTimersByTimeAsync(60_000)
  await failures
  expect(makeRequest).toHaveBeenCalledTimes(1 + 2 * 6)
})

test('waits longer for a request that sends a file', async () => {
  const { get, makeRequest } = createTestClient(
    () => new Promise((resolve) => setTimeout(() => resolve(RESPONSE), 50_000)),
  )
  const response = get('photo', { timeoutMs: 60_000 })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await response).toEqual(RESPONSE)
  expect(makeRequest).toHaveBeenCalledTimes(1)
})

test('repeats a request whose response is a page instead of data', async () => {
  let requests = 0
  const { get } = createTestClient(() => {
    requests += 1
    return requests === 1 ? '<html>Sign in to the network</html>' : RESPONSE
  })
  const response = get()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await response).toEqual(RESPONSE)
})

test('starts requests in their order, at most six per second', async () => {
  const started: (string | undefined)[] = []
  const { get } = createTestClient(({ params }) => started.push(params?.entryId))
  const ids = Array.from({ length: 15 }, (_, index) => `photo-${index}`)
  const responses = [get('photo-0')]
  await vi.advanceTimersByTimeAsync(900)
  responses.push(...ids.slice(1).map((id) => get(id)))
  await vi.advanceTimersByTimeAsync(900)
  expect(started).toEqual(ids.slice(0, 7))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(started).toEqual(ids.slice(0, 13))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(started).toEqual(ids)
  await Promise.all(responses)
})

test('a signal ends the wait for a retry', async () => {
  const { get, makeRequest } = createTestClient(() => fail(503))
  const controller = new AbortController()
  const response = get('photo', { signal: controller.signal })
  const failure = expect(response).rejects.toThrow('cancelled')
  await vi.advanceTimersByTimeAsync(100)
  controller.abort(new Error('cancelled'))
  await failure
  await vi.advanceTimersByTimeAsync(20_000)
  expect(makeRequest).toHaveBeenCalledTimes(1)
})

test('a signal ends the wait for a turn', async () => {
  const { get, makeRequest } = createTestClient(() => RESPONSE)
  const controller = new AbortController()
  const responses = Array.from({ length: 6 }, () => get())
  const waiting = get('last', { signal: controller.signal })
  const failure = expect(waiting).rejects.toThrow('cancelled')
  controller.abort(new Error('cancelled'))
  await Promise.all(responses)
  await vi.advanceTimersByTimeAsync(5_000)
  await failure
  expect(makeRequest).toHaveBeenCalledTimes(6)
})

test('a request that is sent is waited for', async () => {
  const { get } = createTestClient(async () => {
    await new Promise((resolve) => setTimeout(resolve, 5_000))
    return RESPONSE
  })
  const controller = new AbortController()
  const response = get('photo', { signal: controller.signal })
  await vi.advanceTimersByTimeAsync(1_000)
  controller.abort(new Error('cancelled'))
  await vi.advanceTimersByTimeAsync(5_000)
  expect(await response).toEqual(RESPONSE)
})

test('reads all pages of a list', async () => {
  const { client, makeRequest } = createTestClient(({ params }) => ({ items: [params?.query], total: 450 }))
  const items = client.readAll(async (cma, query) => cma.entry.getMany({ query }))
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await items).toEqual([0, 200, 400].map((skip) => ({ order: 'sys.id', skip, limit: 200 })))
  expect(makeRequest).toHaveBeenCalledTimes(3)
})

const createIds = (count: number, length: number) =>
  Array.from({ length: count }, (_, n) => `${n}`.padStart(length, 'x'))

test.each([
  ['short ids into batches of 100', createIds(250, 4), [100, 100, 50]],
  ['ids of 37 characters into batches of 45, which are 1,800 characters', createIds(91, 37), [45, 45, 1]],
  ['no ids', [], []],
])('splits %s', (_, all, sizes) => {
  expect(splitIntoBatches(all).map((batch) => batch.length)).toEqual(sizes)
  expect(splitIntoBatches(all).flat()).toEqual(all)
})

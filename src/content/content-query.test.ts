import { environmentManager, onlineManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { contentQuery, createFileLoader, OtherBuildError } from './content-query.ts'

vi.mock('virtual:seed-content', () => ({
  default: { home: async () => ({ default: { title: 'Of the seed' } }), gallery: () => new Promise(() => {}) },
}))

environmentManager.setIsServer(() => false) // a server has no timers

const loader = createFileLoader('build 1')
const options = contentQuery('home', loader)
let queryClient = new QueryClient()

beforeEach(() => {
  queryClient = new QueryClient()
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const mockResponse = (respond: (init?: RequestInit) => Promise<Response>) =>
  vi.spyOn(globalThis, 'fetch').mockImplementation((_, init) => respond(init))
const createFile = (title: string, build = 'build 1') => Response.json({ build, content: { title } })

test.each([
  ['404', async () => new Response('Not found', { status: 404 }), new Error('The server responded with 404')],
  ['503', async () => new Response('', { status: 503 }), new Error('The server responded with 503')],
  ['HTML in its place', async () => new Response('<!doctype html>'), expect.any(SyntaxError)],
])(
  '%s: shows the seed, requests the file every 15 s, and shows it when it is there again',
  async (_, respond, error) => {
    vi.useFakeTimers()
    const fetch = mockResponse(respond)
    const observer = new QueryObserver(queryClient, options)
    const unsubscribe = observer.subscribe(() => {})
    await vi.waitFor(() => expect(observer.getCurrentResult().data).toEqual({ title: 'Of the seed' }), 30_000)
    expect(loader.shownSeeds.has('home')).toBe(true)
    expect(vi.mocked(console.warn).mock.lastCall).toEqual(['Failed to load the content of home', error])
    await vi.advanceTimersByTimeAsync(14_000)
    expect(fetch).toHaveBeenCalledOnce()
    mockResponse(async () => createFile('Published'))
    await vi.advanceTimersByTimeAsync(1_000)
    expect(observer.getCurrentResult().data).toEqual({ title: 'Published' })
    expect(loader.shownSeeds.has('home')).toBe(false)
    unsubscribe()
  },
)

test('no response within 1.5 s shows the seed', async () => {
  const timeout = vi
    .spyOn(AbortSignal, 'timeout')
    .mockReturnValue(AbortSignal.abort(new DOMException('', 'TimeoutError')))
  mockResponse(async (init) => {
    init?.signal?.throwIfAborted()
    return createFile('Too late')
  })
  expect(await queryClient.fetchQuery(options)).toEqual({ title: 'Of the seed' })
  expect(timeout).toHaveBeenCalledWith(1_500)
})

test('a seed without a response within 8 s is an error', async () => {
  vi.useFakeTimers()
  mockResponse(async () => new Response('', { status: 503 }))
  const content = queryClient.fetchQuery({ ...contentQuery('gallery', loader), retry: false })
  const failed = expect(content).rejects.toThrow('The seed did not respond in time')
  await vi.advanceTimersByTimeAsync(8_000)
  await failed
})

test('a page that is left ends its request, without a warning or the seed', async () => {
  const signals: unknown[] = []
  mockResponse((init) => {
    signals.push(init?.signal)
    return new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)))
  })
  const ownLoader = createFileLoader('build 1')
  const content = queryClient.fetchQuery(contentQuery('home', ownLoader))
  await vi.waitFor(() => expect(signals).toHaveLength(1), 30_000)
  queryClient.cancelQueries()
  await expect(content).rejects.toThrow('CancelledError')
  expect(signals).toEqual([expect.objectContaining({ aborted: true })])
  await new Promise((resolve) => setTimeout(resolve))
  expect([vi.mocked(console.warn).mock.calls, ownLoader.shownSeeds.size]).toEqual([[], 0])
})

test('content is fetched again after 5 s, when the visitor comes back, and in an hour not loaded again', async () => {
  vi.useFakeTimers()
  const fetch = mockResponse(async () => createFile('Published'))
  const visit = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms)
    const unsubscribe = new QueryObserver(queryClient, options).subscribe(() => {})
    await vi.advanceTimersByTimeAsync(0)
    return unsubscribe
  }
  for (const ms of [0, 4_999]) (await visit(ms))()
  expect(fetch).toHaveBeenCalledTimes(1)
  const unsubscribe = await visit(1)
  expect(fetch).toHaveBeenCalledTimes(2)
  queryClient.getQueryCache().onFocus()
  await vi.advanceTimersByTimeAsync(0)
  expect(fetch).toHaveBeenCalledTimes(3)
  unsubscribe()
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(queryClient.getQueryData(options.queryKey)).toEqual({ title: 'Published' })
})

test('a browser that reports no connection requests content once, and again when it reports one', async () => {
  onlineManager.setOnline(false)
  vi.useFakeTimers()
  const fetch = mockResponse(() => Promise.reject(new TypeError('Failed to fetch')))
  const content = queryClient.fetchQuery({ ...options, retry: 3 })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(fetch).toHaveBeenCalledOnce()
  mockResponse(async () => createFile('Published'))
  onlineManager.setOnline(true)
  queryClient.getQueryCache().onOnline()
  expect(await content).toEqual({ title: 'Published' })
})

test('only a build has documents', () => {
  expect([loader.hasDocuments, createFileLoader().hasDocuments]).toEqual([true, false])
})

test('content that cannot be requested shows no seed, and is an error at once where no retry is wanted', async () => {
  const fetch = mockResponse(() => Promise.reject(new TypeError('Failed to fetch')))
  await expect(queryClient.fetchQuery({ ...options, retry: false })).rejects.toThrow('Failed to fetch')
  expect(fetch).toHaveBeenCalledOnce()
})

test('§2.42 shown content that cannot be requested any more is requested four times, and again when the visitor comes back', async () => {
  vi.useFakeTimers()
  const shown = { ...contentQuery('home', createFileLoader('build 1')), staleTime: 0 }
  mockResponse(async () => createFile('Published'))
  await queryClient.fetchQuery(shown)
  const fetch = mockResponse(() => Promise.reject(new TypeError('Failed to fetch'))).mockClear()
  const observer = new QueryObserver(queryClient, shown)
  const unsubscribe = observer.subscribe(() => {})
  await vi.advanceTimersByTimeAsync(8_999)
  expect(fetch).toHaveBeenCalledTimes(3)
  await vi.advanceTimersByTimeAsync(1)
  expect(fetch).toHaveBeenCalledTimes(4)
  expect(observer.getCurrentResult().data).toEqual({ title: 'Published' })
  queryClient.getQueryCache().onFocus()
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(fetch).toHaveBeenCalledTimes(8)
  unsubscribe()
})

test('loads the content of the file, and a failed refetch keeps it', async () => {
  const fetch = mockResponse(async () => createFile('Published'))
  await queryClient.fetchQuery(options)
  expect(fetch).toHaveBeenCalledExactlyOnceWith('/content/home.json', expect.anything())
  mockResponse(async () => new Response('', { status: 500 }))
  await expect(queryClient.fetchQuery({ ...options, staleTime: 0, retry: false })).rejects.toThrow('500')
  expect(queryClient.getQueryData(options.queryKey)).toEqual({ title: 'Published' })
  expect(loader.shownSeeds.has('home')).toBe(false)
})

test('the file of another build is an error that names the build, without a retry', async () => {
  const fetch = mockResponse(async () => createFile('For other pages', 'build 2'))
  const result = queryClient.fetchQuery(options)
  await expect(result).rejects.toEqual(expect.any(OtherBuildError))
  await expect(result).rejects.toHaveProperty('build', 'build 2')
  expect(fetch).toHaveBeenCalledOnce()
})

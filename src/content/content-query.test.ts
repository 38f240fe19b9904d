import { environmentManager, focusManager, onlineManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ContentClient } from './content-client.ts'
import { type ContentDefinition, contentQueryOptions, loadContent } from './content-query.ts'
import { TypedDocumentString } from './generated/graphql.ts'

const request = vi.fn<(signal: AbortSignal) => Promise<Response>>()
const visitor: ContentClient = {
  endpoint: { url: 'http://cms.invalid', headers: {} },
  requestTimeoutMs: 10_000,
  fallbackDelayMs: 1_500,
}

beforeEach(() => {
  request.mockReset()
  vi.useFakeTimers()
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.stubGlobal('fetch', (_: string, { signal }: { signal: AbortSignal }) => request(signal))
  environmentManager.setIsServer(() => false) // React Query runs no timers on a server
  focusManager.setFocused(true)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  environmentManager.setIsServer(() => typeof window === 'undefined')
  focusManager.setFocused(undefined)
  onlineManager.setOnline(true)
})

const loadFallback = vi.fn(async () => 'seed')
const definition: ContentDefinition<string, string> = {
  page: 'test',
  document: new TypedDocumentString<string, Record<string, never>>('{ test }'),
  loadFallback,
  map: (response, fallback) => {
    if (response.includes('null') && !fallback) throw new Error('a field is null')
    return response.replace('null', fallback ?? '').toUpperCase()
  },
}

const respond = (data: string) => async () => Response.json({ data })
const fail = async (): Promise<Response> => {
  throw new TypeError('unreachable')
}
const neverRespond = (signal: AbortSignal) =>
  new Promise<Response>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
const advanceSeconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1_000)

const load = (contentClient: ContentClient = visitor, queryClient = new QueryClient()) =>
  loadContent({ queryClient, contentClient }, definition)

/** Loads a page and mounts its query, as a route does. */
async function openPage(live: (signal: AbortSignal) => Promise<Response>, loaded?: string) {
  request.mockImplementation(live)
  const queryClient = new QueryClient()
  queryClient.mount() // subscribes to focus and connection
  const content = loaded ?? (await load(visitor, queryClient))
  const observer = new QueryObserver(queryClient, contentQueryOptions(definition, visitor, content))
  const unsubscribe = observer.subscribe(() => {})
  await advanceSeconds(0)
  return {
    queryClient,
    getContent: () => observer.getCurrentResult().data?.content,
    close: () => {
      unsubscribe()
      queryClient.unmount()
    },
  }
}

test('sends no request without a configured CMS', async () => {
  expect(await load({ ...visitor, endpoint: undefined })).toBe('SEED')
  expect(request).not.toHaveBeenCalled()
})

test('does not load the fallback if the CMS responds', async () => {
  loadFallback.mockClear()
  request.mockImplementation(respond('live'))
  expect(await load()).toBe('LIVE')
  expect(loadFallback).not.toHaveBeenCalled()
})

test('loads the fallback at once if the first request fails', async () => {
  request.mockImplementation(fail)
  expect(await load()).toBe('SEED')
  expect(request).toHaveBeenCalledOnce()
})

test('loads the fallback after 1.5 s without a response, and shows the response when it arrives', async () => {
  let sendResponse = (_: Response) => {}
  const isSent = new Promise<Response>((resolve) => {
    sendResponse = resolve
  })
  const isOpen = openPage(() => isSent)
  await advanceSeconds(1.5)
  const page = await isOpen
  expect(page.getContent()).toBe('SEED')
  sendResponse(Response.json({ data: 'late' }))
  await advanceSeconds(0)
  expect(page.getContent()).toBe('LATE')
  expect(request).toHaveBeenCalledOnce()
  page.close()
})

test('waits only once for a slow CMS', async () => {
  request.mockImplementation(neverRespond)
  const queryClient = new QueryClient()
  const loading = load(visitor, queryClient)
  await advanceSeconds(1.5)
  expect(await loading).toBe('SEED')
  expect(await load(visitor, queryClient)).toBe('SEED')
  expect(request).toHaveBeenCalledOnce()
})

test('a build fails with the first failed request', async () => {
  request.mockImplementation(fail)
  await expect(load({ endpoint: visitor.endpoint, requestTimeoutMs: 20_000 })).rejects.toThrow('unreachable')
  expect(request).toHaveBeenCalledOnce()
})

test('a build fails if the CMS does not respond in time', async () => {
  request.mockImplementation(neverRespond)
  const loading = expect(load({ endpoint: visitor.endpoint, requestTimeoutMs: 20 })).rejects.toThrow()
  vi.useRealTimers() // AbortSignal.timeout has its own clock
  await loading
})

test('a page that is opened again shows its content and is fetched again', async () => {
  const page = await openPage(respond('old'))
  page.close()
  await advanceSeconds(6)
  request.mockImplementation(respond('new'))
  expect(await load(visitor, page.queryClient)).toBe('OLD')
  const observer = new QueryObserver(page.queryClient, contentQueryOptions(definition, visitor, 'OLD'))
  const unsubscribe = observer.subscribe(() => {})
  await advanceSeconds(0)
  expect(observer.getCurrentResult().data?.content).toBe('NEW')
  unsubscribe()
})

test('the loader and the component share one request, also if a slow phone renders 4 seconds later', async () => {
  request.mockImplementation(respond('live'))
  const queryClient = new QueryClient()
  const content = await load(visitor, queryClient)
  await advanceSeconds(4)
  const unsubscribe = new QueryObserver(queryClient, contentQueryOptions(definition, visitor, content)).subscribe(
    () => {},
  )
  await advanceSeconds(0)
  expect(request).toHaveBeenCalledOnce()
  unsubscribe()
})

test('retries a failed request after 5, 15 and 45 seconds, then stops', async () => {
  const page = await openPage(fail)
  const counts: number[] = []
  for (const delay of [0, 4, 1, 14, 1, 44, 1, 3_600]) {
    await advanceSeconds(delay)
    counts.push(request.mock.calls.length)
  }
  expect(counts).toEqual([1, 1, 2, 2, 3, 3, 4, 4])
  expect(page.getContent()).toBe('SEED')
  page.close()
})

test('keeps prerendered content while requests fail', async () => {
  const page = await openPage(fail, 'PRERENDERED')
  await advanceSeconds(100)
  expect(request).toHaveBeenCalledTimes(4)
  expect(page.getContent()).toBe('PRERENDERED')
  expect(await load(visitor, page.queryClient)).toBe('PRERENDERED')
  page.close()
})

test('shows the new content after a successful retry and stops retrying', async () => {
  const page = await openPage(fail)
  request.mockImplementation(respond('new'))
  await advanceSeconds(5)
  expect(page.getContent()).toBe('NEW')
  await advanceSeconds(3_600)
  expect(request).toHaveBeenCalledTimes(2)
  page.close()
})

test('shows an incomplete response with fallback fields and fetches it again', async () => {
  const page = await openPage(respond('new and null'))
  expect(page.getContent()).toBe('NEW AND SEED')
  request.mockImplementation(respond('new'))
  await advanceSeconds(5)
  expect(page.getContent()).toBe('NEW')
  await advanceSeconds(3_600)
  expect(request).toHaveBeenCalledTimes(2)
  page.close()
})

test('fetches an incomplete response again after 5, 15 and 45 seconds, then stops', async () => {
  const page = await openPage(respond('null'))
  const counts: number[] = []
  for (const delay of [0, 5, 15, 45, 3_600]) {
    await advanceSeconds(delay)
    counts.push(request.mock.calls.length)
  }
  expect(counts).toEqual([1, 2, 3, 4, 4])
  page.close()
})

test('does not retry without window focus, and retries when focus returns', async () => {
  const page = await openPage(fail)
  focusManager.setFocused(false)
  await advanceSeconds(3_600)
  expect(request).toHaveBeenCalledTimes(1)
  focusManager.setFocused(true)
  await advanceSeconds(0)
  expect(request).toHaveBeenCalledTimes(2)
  page.close()
})

test('does not retry without a connection, and retries when it is back', async () => {
  const page = await openPage(fail)
  onlineManager.setOnline(false)
  await advanceSeconds(3_600)
  expect(request).toHaveBeenCalledTimes(1)
  onlineManager.setOnline(true)
  await advanceSeconds(0)
  expect(request).toHaveBeenCalledTimes(2)
  page.close()
})

test.each([
  ['x-contentful-ratelimit-reset', '30', 30],
  ['retry-after', '12', 12],
  ['retry-after', '100000', 60],
  ['retry-after', '1', 5],
])('with %s: %s, retries after %i seconds', async (name, value, seconds) => {
  const page = await openPage(async () => new Response('', { status: 429, headers: { [name]: value } }))
  await advanceSeconds(seconds - 1)
  expect(request).toHaveBeenCalledTimes(1)
  await advanceSeconds(1)
  expect(request).toHaveBeenCalledTimes(2)
  page.close()
})

test('cancels the body of an error response, so that the connection is released', async () => {
  const cancel = vi.fn()
  request.mockImplementation(async () => new Response(new ReadableStream({ cancel }), { status: 503 }))
  const loading = load({ endpoint: visitor.endpoint, requestTimeoutMs: 10_000 })
  await expect(loading).rejects.toThrow('Contentful responded with 503')
  expect(cancel).toHaveBeenCalledOnce()
})

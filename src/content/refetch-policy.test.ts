import { environmentManager, focusManager, onlineManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { contentQueryOptions } from './content-query.ts'
import { TypedDocumentString } from './generated/graphql.ts'
import { ContentRequestError } from './refetch-policy.ts'

vi.mock('#src/env.ts', () => ({
  env: { contentful: { graphqlUrl: 'http://cms.invalid', token: 'delivery' }, contentTimeoutMs: 1_500 },
}))

const { request } = vi.hoisted(() => ({ request: vi.fn<() => Promise<string>>() }))
vi.mock('./request-graphql.ts', () => ({ requestGraphql: () => request() }))

beforeEach(() => {
  request.mockReset()
  vi.useFakeTimers()
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  environmentManager.setIsServer(() => false) // React Query runs no timers on a server
  focusManager.setFocused(true)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  environmentManager.setIsServer(() => typeof window === 'undefined')
  focusManager.setFocused(undefined)
  onlineManager.setOnline(true)
})

/** Opens a page whose fallback content is `seed`. `respond` mocks the CMS. */
function openPage(respond: () => Promise<string>) {
  request.mockImplementation(respond)
  const map = (response: string, fallback?: string) => {
    if (response.includes('null') && !fallback) throw new Error('a field is null')
    return response.replace('null', fallback ?? '')
  }
  const document = new TypedDocumentString<string, Record<string, never>>('{ test }')
  const query = contentQueryOptions({ page: 'test', document, loadFallback: async () => 'seed', map })
  const client = new QueryClient()
  client.mount() // subscribes to focus and connection events
  const observer = new QueryObserver(client, query)
  const unsubscribe = observer.subscribe(() => {})
  return {
    request,
    getContent: () => observer.getCurrentResult().data,
    close: () => {
      unsubscribe()
      client.unmount()
    },
  }
}
const failRequest = async (): Promise<string> => {
  throw new Error('down')
}
const advanceSeconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1_000)

test('retries after 5, 15 and 45 seconds, and then stops', async () => {
  const page = openPage(failRequest)
  const counts: number[] = []
  for (const delay of [0, 4, 1, 14, 1, 44, 1, 3_600]) {
    await advanceSeconds(delay)
    counts.push(page.request.mock.calls.length)
  }
  expect(counts).toEqual([1, 1, 2, 2, 3, 3, 4, 4])
  expect(page.getContent()).toBe('seed')
  page.close()
})

test('shows the new content after a successful retry, and stops retrying', async () => {
  let isDown = true
  const page = openPage(() => (isDown ? failRequest() : Promise.resolve('new')))
  await advanceSeconds(0)
  isDown = false
  await advanceSeconds(5)
  expect(page.getContent()).toBe('new')
  await advanceSeconds(3_600)
  expect(page.request).toHaveBeenCalledTimes(2)
  page.close()
})

test('completes an invalid response from the fallback, and retries', async () => {
  let isIncomplete = true
  const page = openPage(async () => (isIncomplete ? 'new and null' : 'new'))
  await advanceSeconds(0)
  expect(page.getContent()).toBe('new and seed')
  isIncomplete = false
  await advanceSeconds(5)
  expect(page.getContent()).toBe('new')
  await advanceSeconds(3_600)
  expect(page.request).toHaveBeenCalledTimes(2)
  page.close()
})

test('does not retry while the window has no focus; refetches on focus', async () => {
  const page = openPage(failRequest)
  await advanceSeconds(0)
  focusManager.setFocused(false)
  await advanceSeconds(3_600)
  expect(page.request).toHaveBeenCalledTimes(1)
  focusManager.setFocused(true)
  await advanceSeconds(0)
  expect(page.request).toHaveBeenCalledTimes(2)
  page.close()
})

test('refetches early on reconnect, but not twice within 5 seconds', async () => {
  const page = openPage(failRequest)
  await advanceSeconds(5)
  expect(page.request).toHaveBeenCalledTimes(2)
  const reconnect = async () => {
    onlineManager.setOnline(false)
    onlineManager.setOnline(true)
    await advanceSeconds(0)
  }
  await reconnect()
  expect(page.request).toHaveBeenCalledTimes(2)
  await advanceSeconds(6)
  await reconnect()
  expect(page.request).toHaveBeenCalledTimes(3)
  page.close()
})

test('waits for the retry delay that the CMS requests', async () => {
  const page = openPage(async () => {
    throw new ContentRequestError('429', 30_000)
  })
  await advanceSeconds(29)
  expect(page.request).toHaveBeenCalledTimes(1)
  await advanceSeconds(1)
  expect(page.request).toHaveBeenCalledTimes(2)
  page.close()
})

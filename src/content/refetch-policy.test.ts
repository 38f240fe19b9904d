import { environmentManager, focusManager, onlineManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { contentQueryOptions } from './content-query.ts'
import { TypedDocumentString } from './generated/graphql.ts'
import { ContentRequestError } from './refetch-policy.ts'

vi.mock('#src/env.ts', () => ({
  env: { contentful: { graphqlUrl: 'http://cms.invalid', token: 'delivery' }, contentTimeoutMs: 1_500 },
}))

const { asked } = vi.hoisted(() => ({ asked: vi.fn<() => Promise<string>>() }))
vi.mock('./request-graphql.ts', () => ({ requestGraphql: () => asked() }))

beforeEach(() => {
  asked.mockReset()
  vi.useFakeTimers()
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  environmentManager.setIsServer(() => false) // there no page is open, so no timer runs
  focusManager.setFocused(true)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  environmentManager.setIsServer(() => typeof window === 'undefined')
  focusManager.setFocused(undefined)
  onlineManager.setOnline(true)
})

/** A page that shows what the seed says, and asks a CMS that answers so. */
function openPage(live: () => Promise<string>) {
  asked.mockImplementation(live)
  const map = (answer: string, standIn?: string) => {
    if (answer.includes('null') && !standIn) throw new Error('a field is null')
    return answer.replace('null', standIn ?? '')
  }
  const document = new TypedDocumentString<string, Record<string, never>>('{ test }')
  const query = contentQueryOptions({ page: 'test', document, loadFallback: async () => 'seed', map })
  const client = new QueryClient()
  client.mount() // it hears of focus and connection
  const observer = new QueryObserver(client, query)
  const leave = observer.subscribe(() => {})
  return {
    asked,
    shows: () => observer.getCurrentResult().data,
    leave: () => {
      leave()
      client.unmount()
    },
  }
}
const down = async (): Promise<string> => {
  throw new Error('down')
}
const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1_000)

test('a CMS that fails is asked again after 5, 15 and 45 seconds, and no more', async () => {
  const page = openPage(down)
  const counts: number[] = []
  for (const wait of [0, 4, 1, 14, 1, 44, 1, 3_600]) {
    await seconds(wait)
    counts.push(page.asked.mock.calls.length)
  }
  expect(counts).toEqual([1, 1, 2, 2, 3, 3, 4, 4])
  expect(page.shows()).toBe('seed')
  page.leave()
})

test('when it is well again the page shows what it says, and asks no more', async () => {
  let isDown = true
  const page = openPage(() => (isDown ? down() : Promise.resolve('new')))
  await seconds(0)
  isDown = false
  await seconds(5)
  expect(page.shows()).toBe('new')
  await seconds(3_600)
  expect(page.asked).toHaveBeenCalledTimes(2)
  page.leave()
})

test('an answer that lacks something is shown with the seed’s in its place, and asked for again', async () => {
  let lacks = true
  const page = openPage(async () => (lacks ? 'new and null' : 'new'))
  await seconds(0)
  expect(page.shows()).toBe('new and seed')
  lacks = false
  await seconds(5)
  expect(page.shows()).toBe('new')
  await seconds(3_600)
  expect(page.asked).toHaveBeenCalledTimes(2)
  page.leave()
})

test('a page that nobody looks at does not ask; who comes back is the occasion', async () => {
  const page = openPage(down)
  await seconds(0)
  focusManager.setFocused(false)
  await seconds(3_600)
  expect(page.asked).toHaveBeenCalledTimes(1)
  focusManager.setFocused(true)
  await seconds(0)
  expect(page.asked).toHaveBeenCalledTimes(2)
  page.leave()
})

test('a page that comes on line asks early, and not twice within 5 seconds', async () => {
  const page = openPage(down)
  await seconds(5)
  expect(page.asked).toHaveBeenCalledTimes(2)
  const comeOnline = async () => {
    onlineManager.setOnline(false)
    onlineManager.setOnline(true)
    await seconds(0)
  }
  await comeOnline()
  expect(page.asked).toHaveBeenCalledTimes(2)
  await seconds(6)
  await comeOnline()
  expect(page.asked).toHaveBeenCalledTimes(3)
  page.leave()
})

test('a CMS that says how long to wait is not asked before', async () => {
  const page = openPage(async () => {
    throw new ContentRequestError('429', 30_000)
  })
  await seconds(29)
  expect(page.asked).toHaveBeenCalledTimes(1)
  await seconds(1)
  expect(page.asked).toHaveBeenCalledTimes(2)
  page.leave()
})

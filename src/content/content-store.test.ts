import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ContentClient } from './content-client.ts'
import type { ContentDefinition, ShownContent } from './content-query.ts'
import { createDigest } from './content-request.ts'
import { createContentStore, type LazyContentDefinition } from './content-store.ts'
import { TypedDocumentString } from './generated/graphql.ts'

const visitor: ContentClient = {
  endpoint: { url: 'http://cms.invalid', headers: {} },
  requestTimeoutMs: 10_000,
  fallbackDelayMs: 1_500,
}
const definition: ContentDefinition<string, string> = {
  page: 'home',
  document: new TypedDocumentString<string, Record<string, never>>('query Home'),
  loadFallback: async () => 'seed',
  map: (response) => response.toUpperCase(),
}
const loadDefinition = vi.fn(async () => definition)
const lazyDefinition: LazyContentDefinition<string, string> = { page: 'home', loadDefinition }
const PUBLISHED = JSON.stringify({ data: 'published' })

const fetchMock = vi.fn<(url: string, options: RequestInit) => Promise<Response>>()
const documentTarget = Object.assign(new EventTarget(), { readyState: 'complete', hidden: false })
const windowTarget = new EventTarget()

beforeEach(() => {
  loadDefinition.mockClear()
  fetchMock.mockReset()
  fetchMock.mockImplementation(async () => new Response(PUBLISHED))
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.stubGlobal('fetch', fetchMock)
  vi.stubGlobal('document', documentTarget)
  vi.stubGlobal('addEventListener', windowTarget.addEventListener.bind(windowTarget))
  vi.stubGlobal('removeEventListener', windowTarget.removeEventListener.bind(windowTarget))
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** Opens a prerendered page that shows `PUBLISHED`. */
async function openPage(client = visitor) {
  const digest = (await createDigest(PUBLISHED)) ?? ''
  const store = createContentStore(client, [{ page: 'home', query: 'query Home', digest }])
  const shown: ShownContent<string>[] = []
  const close = store.subscribe(lazyDefinition, 'PUBLISHED', (next) => shown.push(next))
  return { store, shown, close }
}

test('unchanged content is requested once, and its definition is not loaded', async () => {
  const { shown } = await openPage()
  await expect.poll(() => shown).toEqual([{ content: 'PUBLISHED', isFetched: true }])
  expect(fetchMock).toHaveBeenCalledOnce()
  expect(JSON.parse(String(fetchMock.mock.calls[0]?.[1].body))).toEqual({ query: 'query Home', variables: {} })
  expect(loadDefinition).not.toHaveBeenCalled()
})

test('changed content is shown without a second request', async () => {
  fetchMock.mockImplementation(async () => Response.json({ data: 'newer' }))
  const { shown } = await openPage()
  await expect.poll(() => shown.at(-1)).toEqual({ content: 'NEWER', isFetched: true })
  expect(fetchMock).toHaveBeenCalledOnce()
})

test('a failed request keeps the content and is reported', async () => {
  fetchMock.mockImplementation(async () => new Response('', { status: 503 }))
  const { shown, close } = await openPage()
  await expect.poll(() => shown.at(-1)).toEqual({ content: 'PUBLISHED', isFetched: true })
  expect(console.warn).toHaveBeenCalledWith('Failed to load the content of home from the CMS', expect.any(Error))
  close()
})

test.each([
  ['to the tab', () => documentTarget.dispatchEvent(new Event('visibilitychange'))],
  ['to the network', () => windowTarget.dispatchEvent(new Event('online'))],
])('content is requested again when the visitor comes back %s', async (_, comeBack) => {
  const { shown, close } = await openPage()
  await expect.poll(() => shown).toHaveLength(1)
  fetchMock.mockImplementation(async () => Response.json({ data: 'newer' }))
  comeBack()
  await expect.poll(() => shown.at(-1)?.content).toBe('NEWER')
  close()
})

test('a definition that cannot be loaded keeps the content, and is loaded again when the visitor comes back', async () => {
  fetchMock.mockImplementation(async () => Response.json({ data: 'newer' }))
  loadDefinition.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
  const { shown, close } = await openPage()
  await expect.poll(() => shown.at(-1)).toEqual({ content: 'PUBLISHED', isFetched: true })
  windowTarget.dispatchEvent(new Event('online'))
  await expect.poll(() => shown.at(-1)?.content).toBe('NEWER')
  close()
})

test('a page that is closed before the browser is idle sends no request', async () => {
  const { close, shown } = await openPage()
  close()
  await new Promise((resolve) => setTimeout(resolve, 300)) // ms; the task would run after 200
  expect(fetchMock).not.toHaveBeenCalled()
  expect(shown).toEqual([])
})

test('without a configured CMS there is no request', async () => {
  const { shown, store } = await openPage({ requestTimeoutMs: 10_000 })
  await new Promise((resolve) => setTimeout(resolve, 300)) // ms
  expect(fetchMock).not.toHaveBeenCalled()
  expect(shown).toEqual([])
  expect(await store.load(lazyDefinition)).toBe('SEED')
})

test('a build gets the request and the digest of each valid response', async () => {
  const onRendered = vi.fn()
  const store = createContentStore({ endpoint: visitor.endpoint, requestTimeoutMs: 10_000, onRendered })
  expect(await store.load(lazyDefinition)).toBe('PUBLISHED')
  const digest = await createDigest(PUBLISHED)
  expect(onRendered.mock.calls).toEqual([[{ page: 'home', query: 'query Home', digest }]])
})

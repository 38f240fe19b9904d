import { QueryClient } from '@tanstack/react-query'
import { createRootRoute } from '@tanstack/react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createBrowserStorage } from '#src/api/browser-storage.ts'
import { mapSeedContent } from '#src/content/cms-content.ts'
import { type ContentLoader, OtherBuildError } from '#src/content/content-query.ts'
import { loadPage } from './-load-page.ts'
import { reloadForBuild } from './-reload-for-build.ts'

const ORIGIN = 'https://site.example'
const [reload, replace] = [vi.fn<() => void>(), vi.fn<(url: string) => void>()]
let events = new EventTarget()

beforeEach(() => {
  vi.useFakeTimers()
  vi.clearAllMocks()
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  events = new EventTarget()
  vi.stubGlobal('document', { querySelectorAll: () => [] })
  vi.stubGlobal('location', { origin: ORIGIN, pathname: '/contact', search: '?utm=mail', reload, replace })
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events))
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

interface Visit {
  readonly load: ContentLoader['load']
  readonly isHovered?: boolean
  readonly hasDocuments?: boolean
  readonly preload?: () => Promise<void>
}

const NEVER = () => new Promise<void>(() => {})

/** Loads Services as the router does for a link on Contact. */
function followLink({ load, isHovered = false, hasDocuments = true, preload = NEVER }: Visit) {
  if (!isHovered) location.pathname = '/services' // the router changes the address first
  const storage = createBrowserStorage(() => undefined)
  const abortController = new AbortController()
  const result = loadPage('services', {
    context: {
      queryClient: new QueryClient(),
      contentLoader: { load, hasDocuments, getReaction: () => 'retry', shownSeeds: new Set() },
      storages: { local: storage, session: storage },
    },
    route: createRootRoute({ component: Object.assign(() => null, { preload }) }),
    abortController,
    location: { pathname: '/services' },
  })
  const states: string[] = []
  result.then(
    () => states.push('loaded'),
    () => states.push('failed'),
  )
  const leave = () => {
    location.pathname = '/contact'
    abortController.abort()
  }
  return { states, leave }
}

/** Longer than a page waits for anything. */
const wait = (ms = 15_000) => vi.advanceTimersByTimeAsync(ms)

/** Mocks the response to requests of documents; `undefined`: none can be reached. */
const mockDocument = (status?: number) => {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => {
    if (status === undefined) throw new TypeError('Failed to fetch')
    return new Response(null, { status })
  })
  vi.stubGlobal('fetch', fetch)
  return fetch
}

const loadWithoutScript: ContentLoader['load'] = async (name) => mapSeedContent(name)
const loadOtherBuild = () => Promise.reject(new OtherBuildError('other'))

test.each([
  ['a script without a response: an opened page is loaded again', { load: loadWithoutScript }, 1, []],
  ['a script without a response: a hovered link waits', { load: loadWithoutScript, isHovered: true }, 0, []],
  ['content of another build: the page before stays until the opened one is loaded', { load: loadOtherBuild }, 1, []],
  ['content of another build: a hovered link fails', { load: loadOtherBuild, isHovered: true }, 0, ['failed']],
])('%s', async (_, visit, reloads, states) => {
  const result = followLink(visit)
  await wait(9_999)
  const isScriptMissing = visit.load === loadWithoutScript
  expect(reload).toHaveBeenCalledTimes(isScriptMissing ? 0 : reloads)
  await wait(1)
  expect(reload).toHaveBeenCalledTimes(reloads)
  await wait()
  expect(reload).toHaveBeenCalledTimes(reloads)
  expect(result.states).toEqual(states)
})

/** Stubs the style sheets of the document. One with `retryDelay` has failed, others are requested. */
function stubStylesheets(...links: readonly { readonly href: string; readonly retryDelay?: string }[]) {
  const elements = links.map(({ href, ...dataset }) => {
    const [clone, replaceWith] = [new EventTarget(), vi.fn<(element: EventTarget) => void>()]
    const state = { href, dataset, sheet: dataset.retryDelay ? {} : null, cloneNode: () => clone, replaceWith }
    return { clone, element: Object.assign(new EventTarget(), state) }
  })
  const enabled = 'link[rel=stylesheet]:not([disabled])'
  vi.stubGlobal('document', {
    querySelectorAll: (selector: string) => (selector === enabled ? elements.map(({ element }) => element) : []),
  })
  return elements
}

test('a page is shown when its script is there, up to 10 s, and its style sheets, up to 5 s; it is not loaded again', async () => {
  stubStylesheets({ href: `${ORIGIN}/assets/services.css` })
  const { states } = followLink({
    load: loadWithoutScript,
    preload: () => new Promise((resolve) => setTimeout(resolve, 9_900)),
  })
  await wait(14_800)
  expect(states).toEqual([])
  await wait(200)
  expect(states).toEqual(['loaded'])
  await wait(60_000)
  expect(reload).not.toHaveBeenCalled()
})

test.each(['load', 'error'])(
  'a page is shown at the %s event of its style sheets, and requests failed ones',
  async (event) => {
    const [requested, failed, other] = stubStylesheets(
      { href: `${ORIGIN}/assets/services.css` },
      { href: `${ORIGIN}/assets/map.css`, retryDelay: '4000' },
      { href: 'https://fonts.example/assets/font.css', retryDelay: '4000' },
    )
    const { states } = followLink({ load: loadWithoutScript, preload: async () => {} })
    await wait(0)
    expect(requested?.element.replaceWith).not.toHaveBeenCalled()
    expect(failed?.element.replaceWith.mock.calls).toEqual([[failed?.clone]])
    expect(other?.element.replaceWith).not.toHaveBeenCalled()
    requested?.element.dispatchEvent(new Event(event))
    await wait(0)
    expect(states).toEqual([])
    failed?.clone.dispatchEvent(new Event(event))
    await wait(0)
    expect(states).toEqual(['loaded'])
  },
)

test('a page is loaded again once for each build', () => {
  const session = createBrowserStorage(() => undefined)
  const visits = [
    ['/contact', 'a'],
    ['/contact', 'a'],
    ['/services', 'a'],
    ['/contact', 'b'],
  ] as const
  const reloads = visits.map(([pathname, build]) => {
    location.pathname = pathname
    return reloadForBuild(build, session)
  })
  expect(reloads).toEqual([true, false, true, true])
  expect(reload).toHaveBeenCalledTimes(3)
})

const failToLoad = () => vi.fn(() => Promise.reject(new TypeError('Failed to fetch')))

test.each([
  ['opens the document of the page once, and the page before stays until then', {}, 1, []],
  ['of a link that is only hovered opens nothing', { isHovered: true }, 0, ['failed']],
  ['of a page without a document is an error', { hasDocuments: false }, 0, ['failed']],
])('§8.8 content that cannot be loaded from a site that responds %s', async (_, visit, openings, states) => {
  const [fetch, load] = [mockDocument(200), failToLoad()]
  using timeout = vi.spyOn(AbortSignal, 'timeout')
  const { states: result } = followLink({ load, ...visit })
  await wait(3_600_000)
  expect(replace.mock.calls).toEqual(Array(openings).fill(['/services?utm=mail']))
  expect(result).toEqual(states)
  expect(load).toHaveBeenCalledOnce()
  const signal = timeout.mock.results.at(-1)?.value
  if (openings) {
    const init = { method: 'HEAD', cache: 'no-store', signal }
    expect([fetch.mock.calls, timeout.mock.lastCall]).toEqual([[['/services', init]], [5_000]])
  }
})

test.each([undefined, 503])('§8.9 while documents are answered with %s, the page before stays', async (status) => {
  const [fetch, load] = [mockDocument(status), failToLoad()]
  const { states } = followLink({ load })
  await wait(3_000)
  expect(fetch).toHaveBeenCalledTimes(2)
  await wait(3_600_000)
  expect(fetch.mock.calls.length, 'requests in an hour').toBeLessThan(15)
  expect(states).toEqual([])
  expect(replace).not.toHaveBeenCalled()
})

test.each(['online', 'focus', 'visibilitychange'])(
  '§8.9 loads the page when the site responds at the event %s',
  async (type) => {
    mockDocument()
    const fail = failToLoad()
    followLink({ load: async (name) => (fail.mock.calls.length === 0 ? fail() : mapSeedContent(name)) })
    await wait(100_000)
    const fetch = mockDocument(200)
    await wait(1000)
    expect(fetch).not.toHaveBeenCalled()
    events.dispatchEvent(new Event(type))
    await wait(0)
    expect(fetch).toHaveBeenCalledOnce()
    await wait()
    expect(reload, 'the content is loaded, and its script is missing').toHaveBeenCalledOnce()
    expect(replace).not.toHaveBeenCalled()
  },
)

test('requests nothing more after the visitor has gone to another page', async () => {
  const [fetch, load] = [mockDocument(), failToLoad()]
  const { leave } = followLink({ load })
  await wait(2000)
  leave()
  mockDocument(200)
  await wait(3_600_000)
  expect(fetch).toHaveBeenCalledOnce()
  expect(load).toHaveBeenCalledOnce()
  expect(replace).not.toHaveBeenCalled()
})

import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { SITE_PATHS } from '#shared/site-paths.gen.ts'
import { queryFirstContent } from '#tests/first-content/query-first-content.ts'
import { contentNames, isContentName } from './content/cms-content.ts'
import { createBuildLoader, loadRedirects, prerender } from './prerender.tsx'

afterEach(() => vi.restoreAllMocks())

const ENDPOINT = { url: 'https://contentful.example', headers: { authorization: 'Bearer token' }, timeoutMs: 60_000 }
const PAGES = {
  '/': 'home',
  '/contact': 'contact',
  '/gallery': 'gallery',
  '/services': 'services',
  '/mainlinepipeline': 'mainline',
} as const

const redirect = { sys: { id: 'jobs' }, from: '/jobs', to: '/contact', isPermanent: false }

/** Answers queries with the first content. Returns the names of the queries. */
function mockContentful() {
  const requests: string[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    const name = /query (\w+)/.exec(String(init?.body))?.[1]?.toLowerCase() ?? ''
    requests.push(name)
    return Response.json({
      data: isContentName(name) ? queryFirstContent(name) : { redirectCollection: { items: [redirect, null] } },
    })
  })
  return requests
}

test('every page has head, content and data of the CMS, which is asked for each content once', async () => {
  const requests = mockContentful()
  const loader = createBuildLoader(ENDPOINT)
  const { signal } = new AbortController()
  for (const path of SITE_PATHS) {
    const { head, page, data, contents } = await prerender(path, loader, 'build 1')
    const content = await loader.load(PAGES[path], signal)
    expect(head).toContain(renderToStaticMarkup(<title>{content.seo.title}</title>))
    expect([head.includes('<div'), page.startsWith('<div'), page.includes('<title')]).toEqual([false, true, false])
    expect(data).toMatch(/^<script type="application\/json" id="page-data">.*"build":"build 1"}<\/script>$/)
    expect(contents).toEqual([
      { name: 'site', content: await loader.load('site', signal) },
      { name: PAGES[path], content },
    ])
  }
  expect(requests.toSorted()).toEqual(contentNames.toSorted())
})

test('a page whose content cannot be read is not rendered, and no seed takes its place', async () => {
  const fetch = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response('', { status: 503 }))
  const error = new Error('Contentful responded with 503')
  await expect(prerender('/gallery', createBuildLoader(ENDPOINT), 'build 1')).rejects.toEqual(error)
  expect(fetch.mock.calls.length, 'for site and page, without retries').toBeLessThanOrEqual(2)
  await expect(loadRedirects(ENDPOINT)).rejects.toEqual(error)
})

test('redirects are the valid ones of the CMS, without one those of the seed', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const requests = mockContentful()
  const { sys, ...fields } = redirect
  expect(await loadRedirects(ENDPOINT)).toEqual([{ id: sys.id, ...fields }])
  expect(requests).toEqual(['redirects'])
  const seeded = await loadRedirects(undefined)
  expect(seeded.map(({ id }) => id)).not.toContain(sys.id)
  expect(requests).toHaveLength(1)
})

import type { Page } from '@playwright/test'
import * as z from 'zod'
import { createErrorResponse, HTML_PAGE, type ProxyFault, startFaultProxy } from '#tests/contract/fault-proxy.ts'
import { publishField } from '#tests/setup/contentful/publish-field.ts'
import { test as base, expect, REDUCED_MOTION } from '#tests/setup/e2e/fixtures.ts'
import { readTextDelayMs, startTextTimer } from '#tests/setup/e2e/text-delay.ts'

type SetFault = (fault: ProxyFault) => void

interface Fixtures {
  /** Sets the fault of the page's requests to the GraphQL API. `no response` lasts until the fault is set again. */
  readonly setGraphqlFault: SetFault
  /** Sets the fault of the page's requests to the image host. */
  readonly setImageFault: SetFault
}

/** Sends requests that get a fault through a proxy. */
async function useFaults(page: Page, cmsUrl: string, path: string, use: (setFault: SetFault) => Promise<void>) {
  let fault: ProxyFault
  let change = Promise.withResolvers<void>()
  await using proxy = await startFaultProxy(cmsUrl, () => fault)
  await page.route(`${cmsUrl}${path}/**`, async (route) => {
    if (fault === 'no response') await change.promise
    const url = route.request().url()
    await route.continue({ url: fault === undefined ? url : url.replace(cmsUrl, proxy.url) })
  })
  await use((next) => {
    fault = next
    change.resolve()
    change = Promise.withResolvers()
  })
}

const test = base.extend<Fixtures>({
  setGraphqlFault: ({ page, cms }, use) => useFaults(page, cms.url, '/content', use),
  setImageFault: ({ page, cms }, use) => useFaults(page, cms.url, '/assets', use),
})

test.use(REDUCED_MOTION)

/** Each page, a page with a link to it, its query and a text of its content. */
const PAGES = [
  { path: '/', from: '/contact', link: 'Home', query: 'Home', text: 'Combined management experience' },
  { path: '/gallery', from: '/', link: 'Gallery', query: 'Gallery', text: '120 photographs' },
  {
    path: '/services',
    from: '/',
    link: 'Services',
    query: 'Services',
    text: 'From the first stake to the last pressure test',
  },
  { path: '/contact', from: '/', link: 'Contact', query: 'Contact', text: '1200 Courthouse Square, Suite 300' },
  {
    path: '/mainlinepipeline',
    from: '/services',
    link: 'See the sixteen stages',
    query: 'Mainline',
    text: 'Sixteen trades, one line',
  },
] as const

const FAULTS: Readonly<Record<string, ProxyFault>> = {
  'is slow': 'no response',
  'is down': 'cut before',
  'truncates responses': 'cut body',
  'responds with 429': createErrorResponse(429, 'Rate limit exceeded', 1),
  'responds with 500': createErrorResponse(500, 'Failed'),
  'responds with HTML': HTML_PAGE,
  'rejects the token': createErrorResponse(401, 'Expired'),
  'resolves no links': breakLinks,
}

const collectionSchema = z.looseObject({ items: z.array(z.unknown()) })
const responseSchema = z.object({
  data: z.record(z.string(), z.looseObject({ items: z.array(z.record(z.string(), z.unknown())) })),
})

/** Resolves each link of the entries in a GraphQL response to null, with an entry in `errors`. */
function breakLinks(body: string): string {
  const { data } = responseSchema.parse(JSON.parse(body))
  for (const { items } of Object.values(data))
    for (const entry of items)
      for (const [name, value] of Object.entries(entry)) {
        const { success, data: list } = collectionSchema.safeParse(value)
        if (success) entry[name] = { ...list, items: list.items.map(() => null) }
        else if (typeof value === 'object' && name !== 'sys') entry[name] = null
      }
  return JSON.stringify({ data, errors: [{ message: 'Query execution error. Links cannot be resolved' }] })
}

test.use({
  expectedProblems:
    /^request: |^response: |Failed to load resource|blocked by CORS|hero video does not play|Guest session failed to start/,
})

/** Counts the requests of each query from now on. */
function countQueries(page: Page, cmsUrl: string) {
  const queryCounts = new Map<string, number>()
  page.on('request', (request) => {
    if (!request.url().startsWith(`${cmsUrl}/content/v1`)) return
    const name = /query (\w+)/.exec(request.postData() ?? '')?.[1] ?? ''
    queryCounts.set(name, (queryCounts.get(name) ?? 0) + 1)
  })
  return queryCounts
}

/** Counts the load failures that the page logs, by content. */
function countFailures(page: Page) {
  const failureCounts = new Map<string, number>()
  page.on('console', (message) => {
    const [, content] = /^Failed to load the content of (\S+)/.exec(message.text()) ?? []
    if (content) failureCounts.set(content, (failureCounts.get(content) ?? 0) + 1)
  })
  return failureCounts
}

for (const [name, fault] of Object.entries(FAULTS)) {
  test.describe(`while the CMS ${name}`, () => {
    for (const { path, from, link, query, text } of PAGES) {
      test(`${path} shows its content within two seconds, and refetches it after the fault`, async ({
        page,
        ready,
        cms,
        setGraphqlFault,
      }) => {
        await page.clock.install()
        const queryCounts = countQueries(page, cms.url)
        // Other processes may delay the page or the server by more than `readTextDelayMs` subtracts: then it is repeated.
        await expect(async () => {
          setGraphqlFault(undefined)
          await page.goto(from)
          await ready()
          await page.waitForLoadState('networkidle')
          queryCounts.clear()
          setGraphqlFault(fault)

          await startTextTimer(page, text)
          await page
            .getByRole('main')
            .or(page.getByRole('banner'))
            .getByRole('link', { name: link, exact: true })
            .first()
            .click()
          await expect(page.getByText(text).first()).toBeVisible()
          expect(await readTextDelayMs(page)).toBeLessThan(2_000)
        }).toPass({ timeout: 30_000 })
        for (const count of queryCounts.values()) expect(count).toBeLessThanOrEqual(4)

        setGraphqlFault(undefined)
        const refetch = page.waitForResponse(
          (response) => response.ok() && Boolean(response.request().postData()?.includes(`query ${query}`)),
        )
        await page.clock.fastForward('00:46')
        expect(await (await refetch).json()).toHaveProperty('data')
        await expect(page.getByText(text).first()).toBeVisible()

        setGraphqlFault(fault)
        await page.goto(path)
        await ready()
        await expect(page.getByText(text).first()).toBeVisible()
      })
    }
  })
}

test('each query is sent four times while the CMS stays down; content published then is shown when it is back', async ({
  page,
  ready,
  cms,
  management,
  setGraphqlFault,
}) => {
  await page.clock.install()
  const queryCounts = countQueries(page, cms.url)
  const failureCounts = countFailures(page)
  setGraphqlFault(createErrorResponse(503, 'Unavailable'))
  await page.goto('/gallery')
  await ready()
  for (const [count, delay] of [
    [1, '00:06'],
    [2, '00:16'],
    [3, '00:46'],
    [4, '01:00:00'],
  ] as const) {
    // The next delay starts when the page has counted the failure.
    await expect.poll(() => [...failureCounts.values()]).toEqual([count, count])
    await page.clock.fastForward(delay)
  }
  await page.clock.fastForward('01:00:00')
  await page.waitForLoadState('networkidle')
  expect([...queryCounts.values()]).toEqual([4, 4])

  setGraphqlFault(undefined)
  const before = await publishField(management, 'gallery-page', 'gridTitle', 'Written meanwhile')
  try {
    // Not `setOffline(false)`: it may dispatch `online` before requests succeed.
    await page.evaluate(() => ['offline', 'online'].map((type) => dispatchEvent(new Event(type))))
    await expect(page.getByRole('heading', { name: 'Written meanwhile' })).toBeVisible()
    expect([...queryCounts.values()]).toEqual([5, 5])
  } finally {
    await publishField(management, 'gallery-page', 'gridTitle', before)
  }
})

for (const [name, fault] of Object.entries<ProxyFault>({
  'is down': 'cut before',
  'responds with 500': createErrorResponse(500, 'Failed'),
  'responds with HTML': HTML_PAGE,
})) {
  for (const { path } of PAGES) {
    test(`${path} shows its pictures while the image host ${name}`, async ({ page, ready, setImageFault }) => {
      setImageFault(fault)
      await page.goto(path)
      await ready()
      const areImagesLoaded = () =>
        page.locator('img').evaluateAll((images) =>
          images
            .filter((image): image is HTMLImageElement => image instanceof HTMLImageElement)
            .filter((image) => image.getBoundingClientRect().top < innerHeight)
            .map((image) => image.complete && image.naturalWidth > 0),
        )
      await expect.poll(areImagesLoaded).not.toContain(false)
      expect(await areImagesLoaded()).toContain(true)
    })
  }
}

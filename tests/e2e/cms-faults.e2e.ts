import type { Page } from '@playwright/test'
import { type FaultSettings, setFaults } from 'contentful-local/testing'
import { publishField } from '#tests/setup/contentful/publish-field.ts'
import { expect, REDUCED_MOTION, test } from '#tests/setup/e2e/fixtures.ts'
import { readTextDelayMs, startTextTimer } from '#tests/setup/e2e/text-delay.ts'

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

const apis: ['graphql'] = ['graphql']
const FAULTS: Readonly<Record<string, FaultSettings>> = {
  'is slow': { latency: { milliseconds: 8_000, apis } },
  'is down': { cutConnections: { apis } },
  'truncates responses': { cutBodies: { apis } },
  'responds with 429': { rateLimit: { requests: 1_000, seconds: 1, apis } },
  'responds with 500': { serverErrors: { status: 500, apis } },
  'responds with 503 after processing the request': { serverErrors: { status: 503, when: 'after', apis } },
  'responds with HTML': { html: { apis } },
  'rejects the token': { expiredTokens: { apis } },
  'resolves no links': { graphqlErrors: { links: 'all' } },
}

test.use({
  expectedProblems:
    /^request: |^response: |Failed to load resource|blocked by CORS|hero video does not play|Guest session failed to start/,
})
test.afterEach(({ cms }) => setFaults(cms.url, {}))

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
      }) => {
        await page.clock.install()
        const queryCounts = countQueries(page, cms.url)
        // Other processes may delay the page or the server by more than `readTextDelayMs` subtracts: then it is repeated.
        await expect(async () => {
          await setFaults(cms.url, {})
          await page.goto(from)
          await ready()
          await page.waitForLoadState('networkidle')
          queryCounts.clear()
          await setFaults(cms.url, fault)

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

        await setFaults(cms.url, {})
        const refetch = page.waitForResponse(
          (response) => response.ok() && Boolean(response.request().postData()?.includes(`query ${query}`)),
        )
        await page.clock.fastForward('00:46')
        expect(await (await refetch).json()).toHaveProperty('data')
        await expect(page.getByText(text).first()).toBeVisible()

        await setFaults(cms.url, fault)
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
}) => {
  await page.clock.install()
  const queryCounts = countQueries(page, cms.url)
  const failureCounts = countFailures(page)
  await setFaults(cms.url, { serverErrors: { status: 503, apis } })
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

  await setFaults(cms.url, {})
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

for (const [name, fault] of Object.entries<FaultSettings>({
  'is down': { cutConnections: { apis: ['images'] } },
  'responds with 500': { serverErrors: { status: 500, apis: ['images'] } },
  'responds with HTML': { html: { apis: ['images'] } },
})) {
  for (const { path } of PAGES) {
    test(`${path} shows its pictures while the image host ${name}`, async ({ page, ready, cms }) => {
      await setFaults(cms.url, fault)
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

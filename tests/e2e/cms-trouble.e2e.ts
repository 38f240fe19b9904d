import type { Page } from '@playwright/test'
import { type FaultSettings, setFaults } from '#cms/local/client.ts'
import { publishField } from '#tests/setup/contentful/publish-field.ts'
import { expect, REDUCED_MOTION, test } from '#tests/setup/e2e/fixtures.ts'
import { readTextDelayMs, startTextTimer } from '#tests/setup/e2e/text-delay.ts'

test.use(REDUCED_MOTION)

/** Each page, where a visitor comes to it from, and what is read there. */
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
const TROUBLES: Readonly<Record<string, FaultSettings>> = {
  'is slow': { latency: { milliseconds: 8_000, apis } },
  'is down': { cutConnections: { apis } },
  'answers half': { cutBodies: { apis } },
  'answers 429': { rateLimit: { requests: 1_000, seconds: 1, apis } },
  'answers 500': { serverErrors: { status: 500, apis } },
  'answers 503 after it did the work': { serverErrors: { status: 503, when: 'after', apis } },
  'answers HTML': { html: { apis } },
  'has forgotten the token': { expiredTokens: { apis } },
  'finds none of its links': { graphqlErrors: { links: 1 } },
}

test.use({
  expectedProblems:
    /^request: |^response: |Failed to load resource|blocked by CORS|hero video does not play|Guest session failed to start/,
})
test.afterEach(({ cms }) => setFaults(cms.url, {}))

/** How often each query was asked. */
function questions(page: Page, cmsUrl: string) {
  const asked = new Map<string, number>()
  page.on('request', (request) => {
    if (!request.url().startsWith(`${cmsUrl}/content/v1`)) return
    const name = /query (\w+)/.exec(request.postData() ?? '')?.[1] ?? ''
    asked.set(name, (asked.get(name) ?? 0) + 1)
  })
  return asked
}

/** How often the page has said that it did not get which content. */
function failuresOn(page: Page) {
  const failed = new Map<string, number>()
  page.on('console', (message) => {
    const [, content] = /^Failed to load the content of (\S+)/.exec(message.text()) ?? []
    if (content) failed.set(content, (failed.get(content) ?? 0) + 1)
  })
  return failed
}

for (const [name, trouble] of Object.entries(TROUBLES)) {
  test.describe(`while the CMS ${name}`, () => {
    for (const { path, from, link, query, text } of PAGES) {
      test(`${path} shows its content within two seconds, and asks again until it is well`, async ({
        page,
        ready,
        cms,
      }) => {
        await page.clock.install()
        const asked = questions(page, cms.url)
        // Other processes may delay the page or the server by more than `delayOf` subtracts: then it is measured again.
        await expect(async () => {
          await setFaults(cms.url, {})
          await page.goto(from)
          await ready()
          await page.waitForLoadState('networkidle')
          asked.clear()
          await setFaults(cms.url, trouble)

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
        for (const count of asked.values()) expect(count).toBeLessThanOrEqual(4)

        await setFaults(cms.url, {})
        const again = page.waitForResponse(
          (response) => response.ok() && Boolean(response.request().postData()?.includes(`query ${query}`)),
        )
        await page.clock.fastForward('00:46')
        expect(await (await again).json()).toHaveProperty('data')
        await expect(page.getByText(text).first()).toBeVisible()

        await setFaults(cms.url, trouble)
        await page.goto(path)
        await ready()
        await expect(page.getByText(text).first()).toBeVisible()
      })
    }
  })
}

test('a CMS that stays down is asked four times, and what an editor writes then is shown when it is back', async ({
  page,
  ready,
  cms,
  management,
}) => {
  await page.clock.install()
  const asked = questions(page, cms.url)
  const failed = failuresOn(page)
  await setFaults(cms.url, { serverErrors: { status: 503, apis } })
  await page.goto('/gallery')
  await ready()
  for (const [count, wait] of [
    [1, '00:06'],
    [2, '00:16'],
    [3, '00:46'],
    [4, '01:00:00'],
  ] as const) {
    // The next pause begins when the page has counted the failure.
    await expect.poll(() => [...failed.values()]).toEqual([count, count])
    await page.clock.fastForward(wait)
  }
  await page.clock.fastForward('01:00:00')
  await page.waitForLoadState('networkidle')
  expect([...asked.values()]).toEqual([4, 4])

  await setFaults(cms.url, {})
  const before = await publishField(management, 'gallery-page', 'gridTitle', 'Written meanwhile')
  try {
    // `setOffline(false)` may report the line before requests can use it.
    await page.evaluate(() => ['offline', 'online'].map((type) => dispatchEvent(new Event(type))))
    await expect(page.getByRole('heading', { name: 'Written meanwhile' })).toBeVisible()
    expect([...asked.values()]).toEqual([5, 5])
  } finally {
    await publishField(management, 'gallery-page', 'gridTitle', before)
  }
})

for (const [name, trouble] of Object.entries<FaultSettings>({
  'is gone': { cutConnections: { apis: ['images'] } },
  'answers 500': { serverErrors: { status: 500, apis: ['images'] } },
  'answers HTML': { html: { apis: ['images'] } },
})) {
  for (const { path } of PAGES) {
    test(`${path} has its pictures while the image host ${name}`, async ({ page, ready, cms }) => {
      await setFaults(cms.url, trouble)
      await page.goto(path)
      await ready()
      const seen = () =>
        page.locator('img').evaluateAll((images) =>
          images
            .filter((image): image is HTMLImageElement => image instanceof HTMLImageElement)
            .filter((image) => image.getBoundingClientRect().top < innerHeight)
            .map((image) => image.complete && image.naturalWidth > 0),
        )
      await expect.poll(seen).not.toContain(false)
      expect(await seen()).toContain(true)
    })
  }
}

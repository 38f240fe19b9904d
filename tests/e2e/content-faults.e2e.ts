import type { Page, Route } from '@playwright/test'
import { expect, REDUCED_MOTION, test } from '#tests/setup/e2e/fixtures.ts'
import { type SitePage, sitePages } from '#tests/setup/e2e/site-pages.ts'
import { readTextDelayMs, startTextTimer } from '#tests/setup/e2e/text-delay.ts'

test.use(REDUCED_MOTION)
test.use({
  expectedProblems: /^request: |^response: |Failed to load resource|hero video does not play|Guest session failed/,
})

/** Answers the requests of content files. */
const mockContentFiles = (page: Page, respond: (route: Route) => unknown) => page.route('**/content/*.json', respond)

/** Opens the page by a link and asserts that its text appears within two seconds. */
async function expectTextInTime(page: Page, { linked, text }: SitePage): Promise<void> {
  await startTextTimer(page, text)
  await page
    .getByRole('main')
    .or(page.getByRole('banner'))
    .getByRole('link', { name: linked.name, exact: true })
    .first()
    .click()
  await expect(page.getByText(text).first()).toBeVisible()
  expect(await readTextDelayMs(page)).toBeLessThan(2_000)
}

for (const each of sitePages) {
  test(`${each.path} shows the content of the seed within two seconds when its file gets no response`, async ({
    page,
    ready,
  }) => {
    // Other processes may delay the page or the server by more than `readTextDelayMs` subtracts: then it is repeated.
    await expect(async () => {
      await page.unroute('**/content/*.json')
      await page.goto(each.linked.from)
      await ready()
      await page.waitForLoadState('networkidle')
      await mockContentFiles(page, () => {})
      await expectTextInTime(page, each)
    }).toPass({ timeout: 30_000 })
  })
}

test('a prerendered page keeps its content while the files respond with an error', async ({ page, ready }) => {
  await mockContentFiles(page, (route) => route.fulfill({ status: 503 }))
  await page.goto('/gallery')
  await ready()
  await page.waitForLoadState('networkidle')
  await expect(page.getByText('120 photographs')).toBeVisible()
})

test('a page with the content of the seed shows the published one when its file is there again', async ({
  page,
  ready,
}) => {
  await page.clock.install()
  await page.goto('/')
  await ready()
  await mockContentFiles(page, (route) => route.fulfill({ status: 404 }))
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Services' }).click()
  await expect(page.getByText('From the first stake to the last pressure test').first()).toBeVisible()
  await page.unroute('**/content/*.json')
  await mockContentFiles(page, async (route) => {
    const file = await (await route.fetch()).text()
    await route.fulfill({
      body: file.replace('From the first stake', 'Since the first stake'),
      contentType: 'application/json',
    })
  })
  await page.clock.fastForward('00:16')
  await expect(page.getByText('Since the first stake').first()).toBeVisible()
})

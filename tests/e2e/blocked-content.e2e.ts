import type { Page } from '@playwright/test'
import { expect, REDUCED_MOTION, test } from '#tests/setup/e2e/fixtures.ts'
import { removeRequestLimit } from '#tests/setup/e2e/request-limit.ts'
import { getItemName, getMainNavigation, getPageHeading, sitePages } from '#tests/setup/e2e/site-pages.ts'
import { countMissingStylesheets } from './missing-stylesheets.ts'
import { mockOtherHosts } from './mock-other-hosts.ts'

test.use({ ...REDUCED_MOTION, expectedProblems: /content\/\w+\.json|ERR_CONNECTION_RESET|Guest session failed/ })
test.beforeEach(async ({ context }) => {
  await mockOtherHosts(context)
  await removeRequestLimit(context)
})

const getLink = (page: Page, name: string) => getMainNavigation(page).getByRole('link', { name })

/** Lets 20 s pass on the page's clock, in steps after which a request that failed can be sent again. */
async function passTime(page: Page): Promise<void> {
  for (let second = 0; second < 20; second++) {
    await page.clock.runFor(1000)
    await page.evaluate(() => fetch('/health/live'))
  }
}

test('§8.8 §8 a page whose content file is blocked opens as a document, once for each click', async ({
  page,
  context,
  ready,
}) => {
  await context.route('**/content/*.json', (route) => route.abort('connectionreset'))
  const documents: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname)
  })
  await page.goto('/gallery')
  await ready()
  const failure = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/content/services.json'))
  await getLink(page, getItemName('/services')).hover()
  await failure
  await page.evaluate(() => scrollTo(0, 300))
  await getLink(page, getItemName('/services')).dispatchEvent('click') // does not scroll to the link
  await expect(page).toHaveTitle(sitePages.find(({ path }) => path === '/services')?.title ?? '')
  await ready()
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await expect(page).toHaveTitle(sitePages.find(({ path }) => path === '/gallery')?.title ?? '')
  await expect.poll(() => documents).toEqual(['/gallery', '/services', '/gallery'])
  await expect(page.getByRole('alert')).toBeEmpty()
})

test('a page whose style sheet is blocked is shown; the style sheet is requested less and less often, until it loads', async ({
  page,
  ready,
}) => {
  await page.clock.install()
  let requests = 0
  await page.goto('/services')
  await ready()
  await page.route('**/assets/contact-*.css', async (route) => {
    requests++
    await route.abort('connectionreset')
  })
  await getLink(page, getItemName('/contact')).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(getPageHeading('/contact'))
  await passTime(page)
  expect(requests, 'requests in 20 s').toBeGreaterThan(3)
  expect(requests, 'requests in 20 s').toBeLessThan(8)
  await expect.poll(() => countMissingStylesheets(page)).toBe(1)
  await page.unroute('**/assets/contact-*.css')
  await passTime(page)
  await expect.poll(() => countMissingStylesheets(page)).toBe(0)
})

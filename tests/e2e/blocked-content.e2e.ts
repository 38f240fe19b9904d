import type { Page } from '@playwright/test'
import type { SitePath } from '#shared/site-paths.gen.ts'
import { expect, REDUCED_MOTION, test } from '#tests/setup/e2e/fixtures.ts'
import { getItemName, getMainNavigation, getPageHeading, sitePages } from '#tests/setup/e2e/site-pages.ts'
import { mockOtherHosts } from './mock-other-hosts.ts'

test.use({ ...REDUCED_MOTION, expectedProblems: /content\/\w+\.json|ERR_CONNECTION_RESET|Guest session failed/ })
test.beforeEach(({ context }) => mockOtherHosts(context))

const getLink = (page: Page, name: string) => getMainNavigation(page).getByRole('link', { name })

/** Lets 20 s pass on the page's clock, in steps after which a request that failed can be sent again. */
async function passTime(page: Page): Promise<void> {
  for (let second = 0; second < 20; second++) {
    await page.clock.runFor(1000)
    await page.evaluate(() => fetch('/health/live'))
  }
}

test('§8 a page whose content file is blocked opens as a document, once for each click', async ({
  page,
  context,
  ready,
}) => {
  await page.clock.install()
  await context.route('**/content/*.json', (route) => route.abort('connectionreset'))
  const requests: string[] = []
  page.on('request', (request) => {
    const isDocument = request.isNavigationRequest()
    if (isDocument || /\/content\/\w+\.json$/.test(request.url())) requests.push(new URL(request.url()).pathname)
  })
  /** Asserts that the page is shown, was opened as one document, and ends its requests. */
  const expectDocument = async (path: SitePath) => {
    await expect.poll(() => requests, 'the document is requested').toContain(path)
    await expect(page).toHaveTitle(sitePages.find((each) => each.path === path)?.title ?? '')
    await ready()
    await passTime(page) // the shown content is requested again, a few times
    const own = requests.slice(requests.indexOf(path) + 1)
    expect(new Set(own)).toEqual(new Set(['/content/site.json', `/content${path}.json`]))
    requests.length = 0
    await passTime(page)
    expect(requests, 'requests of a page that nobody uses').toEqual([])
    await expect(page.getByRole('alert')).toBeEmpty()
  }
  const hover = async (name: string) => {
    const failure = page.waitForEvent('requestfailed')
    await getLink(page, name).hover()
    await failure
  }

  await page.goto('/gallery')
  await expectDocument('/gallery')

  await test.step('a click opens the page at its top', async () => {
    await hover(getItemName('/services'))
    await page.evaluate(() => scrollTo(0, 300))
    await getLink(page, getItemName('/services')).dispatchEvent('click') // does not scroll to the link
    await expectDocument('/services')
    expect(await page.evaluate(() => scrollY)).toBe(0)
  })

  await test.step('a hovered link opens nothing', async () => {
    await hover(getItemName('/contact'))
    await passTime(page)
    expect(requests).toEqual(['/content/contact.json'])
    requests.length = 0
  })

  await test.step('Back opens the page before, and a second click the page again', async () => {
    await page.goBack()
    await expectDocument('/gallery')
    await getLink(page, getItemName('/services')).click()
    await expectDocument('/services')
  })
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
  await page.unroute('**/assets/contact-*.css')
  await passTime(page)
  const countRules = () =>
    page.evaluate(() => [...document.styleSheets].filter(({ href }) => href?.includes('/assets/contact-')).length)
  await expect.poll(countRules, 'loaded style sheets of the page').toBe(1)
})

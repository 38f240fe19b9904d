import type { Page } from '@playwright/test'
import { expect, REDUCED_MOTION, test } from '#tests/setup/e2e/fixtures.ts'
import { getItemName, getMainNavigation, getPageHeading, navigationPages } from '#tests/setup/e2e/site-pages.ts'
import { getLabel } from '#tests/setup/seed-content.ts'

test.use(REDUCED_MOTION)

const getBar = (page: Page) => getMainNavigation(page)
const getOverlay = (page: Page) => page.getByRole('status').getByText(getLabel('loading'))
const readScrollY = (page: Page) => page.evaluate(() => scrollY)

/** Navigates without a page load, as a script or the Back button does. */
const navigateTo = (page: Page, url: string) =>
  page.evaluate((next) => {
    history.pushState({}, '', next)
    dispatchEvent(new PopStateEvent('popstate'))
  }, url)

test('§2.2 §2.4 §2.6 §2.8 every item of the navigation opens its page at the top; the first page keeps its scroll position', async ({
  page,
  ready,
}) => {
  await test.step('a reload keeps the scroll position', async () => {
    await page.goto('/services')
    await ready()
    await page.evaluate(() => scrollTo(0, 1_000))
    await page.reload()
    await ready()
    expect(await readScrollY(page)).toBe(1_000)
  })

  await test.step('a hovered link loads its page, and the overlay is shown until a slow page is loaded', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/assets/contact-*.js', async (route) => {
      await released
      await route.continue()
    })
    const link = getBar(page).getByRole('link', { name: getItemName('/contact') })
    const prefetches = Promise.all([
      page.waitForRequest('**/content/contact.json'),
      page.waitForRequest('**/assets/contact-*.js'),
    ])
    await link.hover()
    await prefetches
    await expect(getOverlay(page)).toBeHidden()
    await link.press('Enter')
    await expect(getOverlay(page)).toBeVisible()
    const overlay = getOverlay(page).locator('..')
    expect(await overlay.boundingBox()).toEqual({ x: 0, y: 0, ...page.viewportSize() })
    await expect(overlay.locator('[aria-hidden=true]'), 'the spinner').toBeVisible()
    release()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(getPageHeading('/contact'))
    await expect(getOverlay(page)).toBeHidden()
  })

  await test.step('each item by keyboard: marked, announced, at the top, with the focus in the page', async () => {
    await expect(getBar(page).getByRole('link')).toHaveText(navigationPages.map(({ name }) => name))
    // The page that is open comes last.
    const pages = navigationPages.toSorted((a, b) => Number(a.path === '/contact') - Number(b.path === '/contact'))
    for (const { name, path, title, heading } of pages) {
      await page.evaluate(() => scrollTo(0, 500))
      const link = getBar(page).getByRole('link', { name })
      await link.press('Enter')
      await expect(page).toHaveURL(path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
      await expect(page).toHaveTitle(title)
      await expect(page.locator('[aria-live]').filter({ hasText: title })).toHaveText(title)
      await expect(link).toHaveAttribute('aria-current', 'page')
      await expect(getBar(page).locator('[aria-current]')).toHaveCount(1)
      expect(await link.evaluate((item) => getComputedStyle(item, '::after').borderTopWidth)).toBe('3px')
      await expect(page.getByRole('main')).toBeFocused()
      await expect.poll(() => readScrollY(page)).toBe(0)
    }
  })

  await test.step('another spelling of a path opens its page, and an unknown path Home', async () => {
    await navigateTo(page, '/GALLERY//?from=Mail#content')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(getPageHeading('/gallery'))
    await expect(page).toHaveURL('/gallery?from=Mail#content')
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(getPageHeading('/contact'))
    await navigateTo(page, '/no/such/page')
    await expect(page).toHaveURL('/')
  })

  await test.step('a page whose host adds a slash to its address is shown', async () => {
    await page.addInitScript(() => {
      if (location.pathname === '/gallery') history.replaceState(null, '', '/gallery/')
    })
    await page.goto('/gallery')
    await ready()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(getPageHeading('/gallery'))
  })
})

import type { Page } from '@playwright/test'
import { LOCALE } from '#shared/constants.ts'
import { publishField } from '#tests/setup/contentful/publish-field.ts'
import { expect, test } from '#tests/setup/e2e/fixtures.ts'
import { navigationNames, sitePages } from '#tests/setup/e2e/site-pages.ts'
import { expectContentFile } from '#tests/setup/e2e/wait-for-rebuild.ts'

for (const { path, title, heading } of sitePages) {
  test(`requirements §2: ${path} has its title, its heading, the navigation bar and the footer`, async ({ page }) => {
    await page.goto(path)
    await expect(page).toHaveTitle(title)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
    await expect(page.getByRole('contentinfo')).toContainText('© 2025 Blackland Energy Services')
  })
}

test('requirements §2: shows the items in order and marks that of the current page', async ({ page }) => {
  await page.goto('/')
  const bar = page.getByRole('navigation', { name: 'Main' })
  await expect(bar.getByRole('link')).toHaveText(navigationNames)
  for (const name of navigationNames.toReversed()) {
    await bar.getByRole('link', { name }).click()
    await expect(bar.getByRole('link', { name })).toHaveAttribute('aria-current', 'page')
    await expect(bar.locator('[aria-current]')).toHaveCount(1)
  }
})

test('requirements §2: an unknown path redirects to Home', async ({ page }) => {
  await page.goto('/no/such/page')
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pipelines built to outlast us')
})

test('requirements §2: client-side navigation to an unknown path redirects to Home', async ({ page, ready }) => {
  await page.goto('/services')
  await ready()
  await page.evaluate(() => history.pushState({}, '', '/no/such/page'))
  await page.evaluate(() => dispatchEvent(new PopStateEvent('popstate')))
  await expect(page).toHaveURL('/')
})

test('requirements §2: every navigation but the first scrolls to the top', async ({ page, ready }) => {
  await page.goto('/gallery')
  await ready()
  await page.evaluate(() => scrollTo(0, 2_000))
  await page.getByRole('contentinfo').getByRole('link', { name: 'Services', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('What We Do')
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await page.evaluate(() => scrollTo(0, 1_000))
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Past Work and Projects')
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
})

test('requirements §2: the first navigation keeps the scroll position that the browser restores', async ({
  page,
  ready,
}) => {
  await page.goto('/gallery')
  await ready()
  await page.evaluate(() => scrollTo(0, 1_000))
  await page.reload()
  await ready()
  await page.waitForLoadState('networkidle')
  expect(await page.evaluate(() => scrollY)).toBe(1_000)
})

test('a navigation announces the title to screen readers and focuses the main element', async ({ page, ready }) => {
  await page.goto('/')
  await ready()
  const liveRegion = page.locator('[aria-live]').filter({ hasText: 'Blackland Energy Services' })
  await expect(liveRegion).toHaveCount(0)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contact' }).click()
  await expect(page).toHaveTitle(/^Contact us/)
  await expect(liveRegion).toHaveText(/^Contact us/)
  await expect(page.getByRole('main')).toBeFocused()
})

test('requirements §2: the footer has the same links under EXPLORE, and the copyright', async ({ page }) => {
  await page.goto('/')
  const footer = page.getByRole('contentinfo')
  const explore = footer.getByRole('navigation', { name: 'EXPLORE' })
  await expect(explore.getByRole('link')).toHaveText(navigationNames)
  await expect(footer.getByText('© 2025 Blackland Energy Services. All rights reserved.')).toBeVisible()
  await explore.getByRole('link', { name: 'Contact' }).click()
  await expect(page).toHaveURL('/contact')
})

test('requirements §2: social links open in a new tab', async ({ page }) => {
  await page.goto('/')
  const footer = page.getByRole('contentinfo')
  await expect(footer.getByRole('heading', { name: 'SOCIAL' })).toBeVisible()
  for (const name of ['Facebook', 'LinkedIn']) {
    const link = footer.getByRole('link', { name: `${name} (opens in a new tab)` })
    await expect(link).toHaveAttribute('target', '_blank')
    await expect(link).toHaveAttribute('rel', /noopener/)
    await expect(link).toHaveAttribute('href', new RegExp(`^https://www.${name.toLowerCase()}.com/`))
  }
})

test('requirements §9: the bar is 76 px high at every width, and stays in the viewport', async ({ page }) => {
  await page.goto('/gallery')
  await page.evaluate(() => scrollTo(0, 1_000))
  const bar = page.getByRole('banner')
  for (const width of [1920, 1101, 1100, 992, 991, 901, 900, 768, 767, 480, 479, 320]) {
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(() => bar.boundingBox(), `at ${width} px`).toMatchObject({ y: 0, width, height: 76 })
  }
})

test.describe('with changed content', () => {
  test.describe.configure({ mode: 'serial' })
  const getItems = (page: Page, name: 'Main' | 'EXPLORE') => page.getByRole('navigation', { name }).getByRole('link')

  test('requirements §3: a disabled item is neither in the bar nor in the footer', async ({ page, management }) => {
    const setEnabled = (isEnabled: boolean) => publishField(management, 'nav-gallery', 'isEnabled', isEnabled)
    await setEnabled(false)
    try {
      await expectContentFile(page, 'site').not.toContain('"name":"Gallery"')
      await page.goto('/')
      for (const name of ['Main', 'EXPLORE'] as const)
        await expect(getItems(page, name)).toHaveText(navigationNames.filter((each) => each !== 'Gallery'))
    } finally {
      await setEnabled(true)
    }
  })

  test('requirements §2: shows the items in the order of the content', async ({ page, management }) => {
    const { fields } = await management.entry.get({ entryId: 'site-settings' })
    const before = fields.navigation[LOCALE]
    const setOrder = (links: unknown) => publishField(management, 'site-settings', 'navigation', links)
    await setOrder(before.toReversed())
    try {
      await expectContentFile(page, 'site').toMatch(/"name":"Contact".+"name":"Home"/)
      await page.goto('/services')
      for (const name of ['Main', 'EXPLORE'] as const)
        await expect(getItems(page, name)).toHaveText(navigationNames.toReversed())
      await expect(getItems(page, 'Main').and(page.locator('[aria-current=page]'))).toHaveText('Services')
    } finally {
      await setOrder(before)
    }
  })
})

test('the content of a page is prefetched when its link is hovered', async ({ page, ready }) => {
  await page.goto('/')
  await ready()
  await page.waitForLoadState('networkidle')
  const prefetch = page.waitForRequest('**/content/gallery.json')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Gallery' }).hover()
  await prefetch
})

test('requirements §2: the loading overlay is shown while a slow page loads', async ({ page, ready }) => {
  await page.goto('/')
  await ready()
  await page.waitForLoadState('networkidle')
  await page.route('**/content/gallery.json', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    await route.continue()
  })
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Gallery' }).click()
  await expect(page.getByRole('status').getByText('Loading')).toBeVisible()
  await expect(page.getByText('120 photographs')).toBeVisible()
  await expect(page.getByRole('status').getByText('Loading')).toBeHidden()
})

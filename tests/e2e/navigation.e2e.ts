import { expect, test } from '#tests/setup/fixtures.ts'

const PAGES = [
  { path: '/', title: /^Blackland Energy Services/, heading: 'Pipelines built to outlast us' },
  { path: '/gallery', title: /^Past work/, heading: 'Past Work and Projects' },
  { path: '/services', title: /^What we do/, heading: 'What We Do' },
  { path: '/contact', title: /^Contact us/, heading: 'Drop Us A Line' },
  { path: '/mainlinepipeline', title: /^Mainline pipeline/, heading: 'Mainline pipeline' },
]

for (const { path, title, heading } of PAGES) {
  test(`spec §2: ${path} has its title, its heading, the navigation bar and the footer`, async ({ page }) => {
    await page.goto(path)
    await expect(page).toHaveTitle(title)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
    await expect(page.getByRole('contentinfo')).toContainText('© 2025 Blackland Energy Services')
  })
}

test('spec §2: the items stand in order, and the one of the page is marked', async ({ page }) => {
  await page.goto('/')
  const bar = page.getByRole('navigation', { name: 'Main' })
  await expect(bar.getByRole('link')).toHaveText(['Home', 'Gallery', 'Services', 'Contact'])
  for (const name of ['Gallery', 'Services', 'Contact', 'Home']) {
    await bar.getByRole('link', { name }).click()
    await expect(bar.getByRole('link', { name })).toHaveAttribute('aria-current', 'page')
    await expect(bar.locator('[aria-current]')).toHaveCount(1)
  }
})

test('spec §2: an unknown path leads to Home', async ({ page }) => {
  await page.goto('/no/such/page')
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pipelines built to outlast us')
})

test('spec §2: an unknown path inside the running site leads to Home', async ({ page, ready }) => {
  await page.goto('/services')
  await ready()
  await page.evaluate(() => history.pushState({}, '', '/no/such/page'))
  await page.evaluate(() => dispatchEvent(new PopStateEvent('popstate')))
  await expect(page).toHaveURL('/')
})

test('spec §2: every navigation but the first scrolls to the top', async ({ page, ready }) => {
  await page.goto('/gallery')
  await ready()
  await page.evaluate(() => scrollTo(0, 2_000))
  await page.getByRole('contentinfo').getByRole('link', { name: 'Services', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('What We Do')
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
})

test('spec §2: social links open a new tab', async ({ page }) => {
  await page.goto('/')
  for (const name of ['Facebook', 'LinkedIn']) {
    const link = page.getByRole('contentinfo').getByRole('link', { name: `${name} (opens in a new tab)` })
    await expect(link).toHaveAttribute('target', '_blank')
    await expect(link).toHaveAttribute('rel', /noopener/)
    await expect(link).toHaveAttribute('href', new RegExp(`^https://www.${name.toLowerCase()}.com/`))
  }
})

test.describe('at 900 px and below', () => {
  test.use({ viewport: { width: 900, height: 800 } })

  test('spec §2: the menu opens, is 222 px high, and closes 300 ms after a tap', async ({ page, ready }) => {
    await page.goto('/')
    await ready()
    const bar = page.getByRole('navigation', { name: 'Main' })
    await expect(bar.getByRole('link', { name: 'Gallery' })).toBeHidden()
    await page.getByRole('button', { name: 'Open menu' }).click()
    const item = bar.getByRole('link', { name: 'Gallery' })
    await expect(item).toBeVisible()
    const dropdown = page.locator('#menu')
    await expect.poll(async () => (await dropdown.boundingBox())?.height).toBe(222)
    await item.click()
    await expect(page).toHaveURL('/gallery')
    await expect(item).toBeHidden()
  })

  test('the menu closes on Escape and on a click outside', async ({ page, ready }) => {
    await page.goto('/')
    await ready()
    const item = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Gallery' })
    for (const close of [() => page.keyboard.press('Escape'), () => page.mouse.click(450, 700)]) {
      await page.getByRole('button', { name: 'Open menu' }).click()
      await expect(item).toBeVisible()
      await close()
      await expect(item).toBeHidden()
    }
  })
})

test('spec §9: above 900 px there is no menu button', async ({ page }) => {
  await page.setViewportSize({ width: 901, height: 800 })
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeHidden()
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Gallery' })).toBeVisible()
})

test('a page is fetched when somebody is about to open it', async ({ page, ready, cms }) => {
  await page.goto('/')
  await ready()
  await page.waitForLoadState('networkidle')
  const asked = page.waitForRequest(
    (request) => request.url().startsWith(cms.url) && Boolean(request.postData()?.includes('query Gallery')),
  )
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Gallery' }).hover()
  await asked
})

test('spec §2: the loading overlay covers the page while a slow page is on its way', async ({ page, ready, cms }) => {
  await page.goto('/')
  await ready()
  await page.waitForLoadState('networkidle')
  await page.route(`${cms.url}/content/**`, async (route) => {
    await new Promise((later) => setTimeout(later, 1_000))
    await route.continue()
  })
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Gallery' }).click()
  await expect(page.getByRole('status').getByText('Loading')).toBeVisible()
  await expect(page.getByText('120 photographs')).toBeVisible()
  await expect(page.getByRole('status').getByText('Loading')).toBeHidden()
})

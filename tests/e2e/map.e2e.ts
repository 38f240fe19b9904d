import type { Page } from '@playwright/test'
import { expectNoAxeViolations } from '#tests/setup/e2e/axe.ts'
import { expect, REDUCED_MOTION, test } from '#tests/setup/e2e/fixtures.ts'
import { mockGoogleMaps } from '#tests/setup/e2e/mock-google-maps.ts'
import { mockOtherHosts } from '#tests/setup/e2e/mock-other-hosts.ts'

test.use({ ...REDUCED_MOTION, googleMap: 'mocked' })
test.beforeEach(({ context }) => mockOtherHosts(context))

const map = (page: Page) => page.getByRole('region', { name: 'Map of the office' })
const directions = (page: Page) => page.getByRole('link', { name: 'Directions' })
const goToFooter = (page: Page) => page.getByRole('contentinfo').scrollIntoViewIfNeeded()

/** To another page, and down to the map again. */
async function comeBack(page: Page): Promise<void> {
  const navigation = page.getByRole('navigation', { name: 'Main' })
  await navigation.getByRole('link', { name: 'Services' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('What We Do')
  await navigation.getByRole('link', { name: 'Contact' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Drop Us A Line')
  await goToFooter(page)
}

test('requirements §2, §9: one marker with the short name, in the middle of the map, at zoom 15', async ({ page }) => {
  const maps = await mockGoogleMaps(page)
  await page.goto('/contact')
  await goToFooter(page)
  await expect(map(page).getByText('Blackland', { exact: true })).toBeVisible()
  const office = { lat: 33.2343, lng: -97.5861 }
  expect(await maps.readMaps()).toEqual([
    { center: office, zoom: 15, markers: [{ position: office, label: 'Blackland' }] },
  ])
  expect(maps.requests.map((query) => query.get('key'))).toEqual(['key-of-the-tests'])
  await expect(directions(page)).toBeVisible()
  await expectNoAxeViolations(page)
})

test('nothing of it is asked for before it comes near the viewport', async ({ page, ready }) => {
  const maps = await mockGoogleMaps(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  const scripts: string[] = []
  page.on('request', (request) => /google-map.*\.js$/.test(request.url()) && scripts.push(request.url()))
  await page.goto('/contact')
  await ready()
  await page.waitForLoadState('networkidle')
  expect([...scripts, ...maps.requests]).toEqual([])
  const top = await directions(page).evaluate((link) => link.closest('[data-map]')?.getBoundingClientRect().top ?? 0)
  const scrollToBefore = (distance: number) => page.evaluate((far) => scrollTo(0, far), top - 900 - distance)
  await scrollToBefore(410)
  await page.waitForLoadState('networkidle')
  expect([...scripts, ...maps.requests]).toEqual([])
  await scrollToBefore(390)
  await expect(map(page)).toBeAttached()
  expect(scripts).toHaveLength(1)
})

test('requirements §4: the maps script is loaded once, then remembered', async ({ page }) => {
  const maps = await mockGoogleMaps(page)
  await page.goto('/contact')
  await goToFooter(page)
  await expect(map(page)).toBeVisible()
  await comeBack(page)
  await expect(map(page)).toBeVisible()
  expect(await maps.readMaps()).toHaveLength(2)
  expect(maps.requests).toHaveLength(1)
})

for (const width of [1440, 768, 767, 320]) {
  test(`the address hides no marker, and nothing moves when the map appears, at ${width} px`, async ({
    page,
    ready,
  }) => {
    await mockGoogleMaps(page)
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/contact')
    await ready()
    await page.evaluate(() => document.fonts.ready)
    const places = () =>
      page
        .locator('address, footer')
        .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().top + scrollY))
    const before = await places()
    await goToFooter(page)
    const middle = await map(page).boundingBox()
    const address = await page.locator('address').boundingBox()
    expect(await places()).toEqual(before)
    if (!middle || !address) throw new Error('not shown')
    expect(address.y - 40).toBeGreaterThan(middle.y + middle.height / 2)
  })
}

test.describe('when it fails', () => {
  test.use({ expectedProblems: /Google Maps/i })

  /** Spec §8: it is only logged, and the address stands there. */
  async function expectAddressOnly(page: Page): Promise<void> {
    await expect(page.locator('address')).toBeVisible()
    await expect(directions(page)).toHaveAttribute('href', /^https:\/\/www\.google\.com\/maps\/dir\//)
    await expect(map(page)).toHaveCount(0)
  }

  /** What the page itself says; the library tells of its tries. */
  function reports(page: Page): readonly string[] {
    const texts: string[] = []
    page.on('console', (message) => {
      if (message.text().startsWith('Google Maps API failed to load')) texts.push(message.text())
    })
    return texts
  }

  for (const type of ['js', 'css']) {
    test.describe(`by the page’s own ${type}`, () => {
      test.use({ expectedProblems: /google-map|Google Maps|Failed to load resource/ })

      test('it is only logged, and the address stands there', async ({ page }) => {
        await page.route(`**/assets/google-map*.${type}`, (route) => route.abort())
        const logged = reports(page)
        await page.goto('/contact')
        await goToFooter(page)
        await expect.poll(() => logged.length).toBe(1)
        await expectAddressOnly(page)
        await expect(page.locator('[data-map]')).toHaveAttribute('data-map', 'failed')
      })
    })
  }

  test('requirements §8: the maps script cannot be loaded', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 800 })
    await page.route('https://maps.googleapis.com/**', (route) => route.abort('aborted'))
    const logged = reports(page)
    await page.goto('/contact')
    const height = await page.evaluate(() => document.body.scrollHeight)
    await goToFooter(page)
    await expect.poll(() => logged.length).toBe(1)
    await expectAddressOnly(page)
    expect(await page.evaluate(() => document.body.scrollHeight)).toBe(height)
    expect(logged).toHaveLength(1)
  })

  test('requirements §8: Google refuses the key; it stays so on the next visit', async ({ page }) => {
    await mockGoogleMaps(page, { rejectsKey: true })
    const logged = reports(page)
    await page.goto('/contact')
    await goToFooter(page)
    await expect.poll(() => logged.length).toBe(1)
    await expectAddressOnly(page)
    await comeBack(page)
    await expect.poll(() => logged.length).toBe(2)
    await expectAddressOnly(page)
  })

  test('requirements §8: the maps script never answers', async ({ page }) => {
    await page.clock.install()
    const logged = reports(page)
    const asked = page.waitForResponse('https://maps.googleapis.com/**')
    const session = page.waitForResponse('**/auth/guest')
    await page.goto('/contact')
    await goToFooter(page)
    await page.clock.runFor(2_000)
    await asked
    await expectAddressOnly(page)
    expect(logged).toEqual([])
    // Else the clock would run out for the session too.
    await (await session).finished()
    await page.clock.runFor(20_000)
    await expect.poll(() => logged.length).toBe(1)
    await expectAddressOnly(page)
  })
})

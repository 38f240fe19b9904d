import type { Locator, Page } from '@playwright/test'
import { mockBadContent } from '#tests/bad-content/mock-bad-content.ts'
import { expectNoAxeViolations } from '#tests/setup/e2e/axe.ts'
import { expect, REDUCED_MOTION, test } from '#tests/setup/e2e/fixtures.ts'
import { mockGoogleMaps } from '#tests/setup/e2e/mock-google-maps.ts'
import { mockOtherHosts } from '#tests/setup/e2e/mock-other-hosts.ts'

test.use({ ...REDUCED_MOTION, googleMap: 'mocked' })
test.beforeEach(({ context }) => mockOtherHosts(context))

const getMap = (page: Page) => page.getByRole('region', { name: 'Map of the office' })
const getPicture = (page: Page) => page.getByRole('img', { name: /^Street plan of Decatur, Texas/ })
const getDirectionsLink = (page: Page) => page.getByRole('link', { name: 'Directions' })
const scrollToFooter = (page: Page) => page.getByRole('contentinfo').scrollIntoViewIfNeeded()

/** Opens another page, comes back and scrolls to the map. */
async function returnToMap(page: Page): Promise<void> {
  const navigation = page.getByRole('navigation', { name: 'Main' })
  await navigation.getByRole('link', { name: 'Services' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('What We Do')
  await navigation.getByRole('link', { name: 'Contact' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Drop Us A Line')
  await scrollToFooter(page)
}

test('requirements §2, §9: shows one marker with the short name in the center of the map, at zoom 15', async ({
  page,
}) => {
  const maps = await mockGoogleMaps(page)
  await page.goto('/contact')
  await scrollToFooter(page)
  await expect(getMap(page).getByText('Blackland', { exact: true })).toBeVisible()
  const office = { lat: 33.2343, lng: -97.5861 }
  expect(await maps.readMaps()).toEqual([
    { center: office, zoom: 15, markers: [{ position: office, label: 'Blackland' }] },
  ])
  expect(maps.requests.map((query) => query.get('key'))).toEqual(['key-of-the-tests'])
  await expect(getDirectionsLink(page)).toBeVisible()
  await expectNoAxeViolations(page)
})

test('loads no script before the map is near the viewport', async ({ page, ready }) => {
  const maps = await mockGoogleMaps(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  const scripts: string[] = []
  page.on('request', (request) => /google-map.*\.js$/.test(request.url()) && scripts.push(request.url()))
  await page.goto('/contact')
  await ready()
  await page.waitForLoadState('networkidle')
  expect([...scripts, ...maps.requests]).toEqual([])
  const top = await getDirectionsLink(page).evaluate(
    (link) => link.closest('[data-map]')?.getBoundingClientRect().top ?? 0,
  )
  const scrollToDistance = (distance: number) => page.evaluate((y) => scrollTo(0, y), top - 900 - distance)
  await scrollToDistance(410)
  await page.waitForLoadState('networkidle')
  expect([...scripts, ...maps.requests]).toEqual([])
  await scrollToDistance(390)
  await expect(getMap(page)).toBeAttached()
  expect(scripts).toHaveLength(1)
})

test('does not load the picture that replaces the map', async ({ page }) => {
  await mockGoogleMaps(page)
  const pictures: string[] = []
  page.on('request', (request) => request.url().includes('courthouse-square') && pictures.push(request.url()))
  await page.goto('/contact')
  await expect(getPicture(page)).toHaveCount(0)
  await scrollToFooter(page)
  await expect(getMap(page)).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(getPicture(page)).toHaveCount(0)
  expect(pictures).toEqual([])
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('shows the picture in place of the map', async ({ page }) => {
    await page.goto('/contact')
    await getPicture(page).scrollIntoViewIfNeeded()
    await expect(getPicture(page)).toBeVisible()
    await expect(getDirectionsLink(page)).toBeVisible()
  })
})

test('requirements §4: loads the maps script once', async ({ page }) => {
  const maps = await mockGoogleMaps(page)
  await page.goto('/contact')
  await scrollToFooter(page)
  await expect(getMap(page)).toBeVisible()
  await returnToMap(page)
  await expect(getMap(page)).toBeVisible()
  expect(await maps.readMaps()).toHaveLength(2)
  expect(maps.requests).toHaveLength(1)
})

for (const width of [1440, 768, 767, 320]) {
  test(`the address does not cover the marker, and the map shifts no layout, at ${width} px`, async ({
    page,
    ready,
  }) => {
    await mockGoogleMaps(page)
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/contact')
    await ready()
    await page.evaluate(() => document.fonts.ready)
    const readPositions = () =>
      page
        .locator('address, footer')
        .evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect().top + scrollY))
    const before = await readPositions()
    await scrollToFooter(page)
    const mapBox = await getMap(page).boundingBox()
    const addressBox = await page.locator('address').boundingBox()
    expect(await readPositions()).toEqual(before)
    if (!mapBox || !addressBox) throw new Error('The map or the address is not visible')
    expect(addressBox.y - 40).toBeGreaterThan(mapBox.y + mapBox.height / 2)
  })
}

test.describe('when the map fails to load', () => {
  test.use({ expectedProblems: /Google Maps/i })

  /** Asserts that the picture and the address are shown without a map (requirements §8). */
  async function expectPictureAndAddress(page: Page): Promise<void> {
    await expect(page.locator('address')).toBeVisible()
    await expect(getDirectionsLink(page)).toHaveAttribute('href', /^https:\/\/www\.google\.com\/maps\/dir\//)
    await expect(getMap(page)).toHaveCount(0)
    await getPicture(page).scrollIntoViewIfNeeded()
    const readWidth = () => getPicture(page).evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth)
    await expect.poll(readWidth).toBe(2_400)
  }

  /** Records the errors that the page logs. The library logs its attempts separately. */
  function recordMapErrors(page: Page): readonly string[] {
    const texts: string[] = []
    page.on('console', (message) => {
      if (message.text().startsWith('Google Maps API failed to load')) texts.push(message.text())
    })
    return texts
  }

  for (const type of ['js', 'css']) {
    test.describe(`because of the site’s own ${type} file`, () => {
      test.use({ expectedProblems: /google-map|Google Maps|Failed to load resource/ })

      test('only logs the error and shows the picture and the address', async ({ page }) => {
        await page.route(`**/assets/google-map*.${type}`, (route) => route.abort())
        const logged = recordMapErrors(page)
        await page.goto('/contact')
        await scrollToFooter(page)
        await expect.poll(() => logged.length).toBe(1)
        await expectPictureAndAddress(page)
        await expect(page.locator('[data-map]')).toHaveAttribute('data-map', 'failed')
      })
    })
  }

  test('requirements §8: only logs that the maps script cannot be loaded', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 800 })
    await page.route('https://maps.googleapis.com/**', (route) => route.abort('aborted'))
    const logged = recordMapErrors(page)
    await page.goto('/contact')
    const height = await page.evaluate(() => document.body.scrollHeight)
    await scrollToFooter(page)
    await expect.poll(() => logged.length).toBe(1)
    await expectPictureAndAddress(page)
    expect(await page.evaluate(() => document.body.scrollHeight)).toBe(height)
    expect(logged).toHaveLength(1)
  })

  test('requirements §8: only logs that Google rejects the key, also on the next visit', async ({ page }) => {
    await mockGoogleMaps(page, { rejectsKey: true })
    const logged = recordMapErrors(page)
    await page.goto('/contact')
    await scrollToFooter(page)
    await expect.poll(() => logged.length).toBe(1)
    await expectPictureAndAddress(page)
    await returnToMap(page)
    await expect.poll(() => logged.length).toBe(2)
    await expectPictureAndAddress(page)
  })

  for (const width of [1440, 768, 390]) {
    test(`a map that fails after it was shown is replaced by the picture without a layout shift at ${width} px`, async ({
      page,
    }) => {
      await mockGoogleMaps(page)
      await page.setViewportSize({ width, height: 900 })
      await page.goto('/contact')
      await scrollToFooter(page)
      await expect(getMap(page)).toBeVisible()
      const readBoxes = (target: Locator) =>
        target.evaluateAll((elements) =>
          elements.map((element) => {
            const { x, y, width, height } = element.getBoundingClientRect()
            return [x, y + scrollY, width, height]
          }),
        )
      const surroundings = page.locator('address, footer')
      const before = await readBoxes(surroundings)
      const mapBox = await readBoxes(getMap(page))
      await page.evaluate(() => Reflect.get(window, 'gm_authFailure')?.())
      await expectPictureAndAddress(page)
      expect(await readBoxes(surroundings)).toEqual(before)
      expect(await readBoxes(getPicture(page))).toEqual(mapBox)
    })
  }

  test('without a picture, the address alone has the same space', async ({ page, ready, site }) => {
    await mockBadContent(
      { page, site },
      { page: 'contact', changes: { mapImage: null, officeStreet: 'Another street 7' } },
    )
    await page.setViewportSize({ width: 390, height: 800 })
    await page.route('https://maps.googleapis.com/**', (route) => route.abort('aborted'))
    const logged = recordMapErrors(page)
    await page.goto('/contact')
    await ready()
    await expect(page.locator('address')).toContainText('Another street 7')
    const height = await page.evaluate(() => document.body.scrollHeight)
    await scrollToFooter(page)
    await expect.poll(() => logged.length).toBe(1)
    await expect(page.locator('[data-map]')).toHaveAttribute('data-map', 'failed')
    await expect(getPicture(page)).toHaveCount(0)
    expect(await page.evaluate(() => document.body.scrollHeight)).toBe(height)
  })

  test('requirements §8: only logs that the maps script does not call back', async ({ page }) => {
    await page.clock.install()
    const logged = recordMapErrors(page)
    const script = page.waitForResponse('https://maps.googleapis.com/**')
    const session = page.waitForResponse('**/auth/guest')
    await page.goto('/contact')
    await scrollToFooter(page)
    await page.clock.runFor(2_000)
    await script
    await expect(page.locator('address')).toBeVisible()
    await expect(getPicture(page)).toHaveCount(0)
    expect(logged).toEqual([])
    // Otherwise the session request would time out too.
    await (await session).finished()
    await page.clock.runFor(20_000)
    await expect.poll(() => logged.length).toBe(1)
    await expectPictureAndAddress(page)
  })
})

import type { Locator, Page } from '@playwright/test'
import { color } from '#src/theme/tokens.ts'
import { waitForGuestSession } from '#tests/setup/e2e/contact-form.ts'
import { expect, REDUCED_MOTION, test } from '#tests/setup/e2e/fixtures.ts'
import { getItemName, getMainNavigation, getPageHeading } from '#tests/setup/e2e/site-pages.ts'
import { getSeedNumber, getSeedText } from '#tests/setup/seed-content.ts'
import { expectNoAxeViolations } from './axe.ts'
import { changeContent } from './change-content.ts'
import { mockGoogleMaps } from './mock-google-maps.ts'
import { mockOtherHosts } from './mock-other-hosts.ts'

test.use({ ...REDUCED_MOTION, googleMap: 'mocked' })
test.beforeEach(({ context }) => mockOtherHosts(context))

const getMap = (page: Page) => page.getByRole('region', { name: getSeedText('contactPage', 'mapLabel') })
const getPicture = (page: Page) => page.getByRole('img', { name: getSeedText('contactPage', 'mapImageAlt') })
const getDirectionsLink = (page: Page) =>
  page.getByRole('link', { name: getSeedText('contactPage', 'directionsLabel') })
const getSurroundings = (page: Page) => page.locator('address, footer')
const scrollToFooter = (page: Page) => page.getByRole('contentinfo').scrollIntoViewIfNeeded()

/** Returns the positions in the page and the sizes of elements. */
const measure = (elements: Locator) =>
  elements.evaluateAll((boxes) =>
    boxes.map((box) => {
      const { x, y, width, height } = box.getBoundingClientRect()
      return { x, y: y + scrollY, width, height }
    }),
  )

/** Opens another page, comes back and scrolls to the map. */
async function returnToMap(page: Page): Promise<void> {
  const navigation = getMainNavigation(page)
  await navigation.getByRole('link', { name: getItemName('/services') }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(getPageHeading('/services'))
  await navigation.getByRole('link', { name: getItemName('/contact') }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(getPageHeading('/contact'))
  await scrollToFooter(page)
}

/** Asserts that the address does not cover the marker, which is in the center of map or picture, and its label above. */
async function expectMarkerUncovered(page: Page, surface: Locator): Promise<void> {
  const [{ y, height } = { y: Number.NaN, height: 0 }] = await measure(surface)
  const [address] = await measure(page.locator('address'))
  expect(address?.y).toBeGreaterThan(y + height / 2 + 40)
}

/** Waits until the picture is loaded. */
const expectPictureLoaded = (page: Page) =>
  expect
    .poll(() => getPicture(page).evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
    .toBe(2_400)

test('§2.36 §7.1 the map loads once when it is near, with one marker that has the short name, and shifts no layout', async ({
  page,
  ready,
}) => {
  const maps = await mockGoogleMaps(page)
  const requests: string[] = []
  page.on('request', (request) => {
    if (/google-map.*\.js$|courthouse-square/.test(request.url())) requests.push(request.url())
  })
  await page.setViewportSize({ width: 1440, height: 900 })
  const session = waitForGuestSession(page)
  await page.goto('/contact')
  await ready()
  await page.evaluate(() => document.fonts.ready)
  await session // is requested when the page is idle
  const positions = await measure(getSurroundings(page))
  const [band] = await measure(page.locator('[data-map]'))

  await test.step('the script is loaded 400 px before the map is in the viewport', async () => {
    const scrollToDistance = (distance: number) =>
      page.evaluate((y) => scrollTo({ top: y, behavior: 'instant' }), (band?.y ?? 0) - 900 - distance)
    await scrollToDistance(410)
    expect([...requests, ...maps.requests]).toEqual([])
    await scrollToDistance(390)
    await expect(getMap(page)).toBeAttached()
    expect(requests).toEqual([expect.stringMatching(/google-map.*\.js$/)]) // and no picture
    await expect(getPicture(page)).toHaveCount(0)
  })

  await test.step('one marker at the office, with the styles of Google and no axe violations', async () => {
    await scrollToFooter(page)
    await expect(getMap(page).getByText(getSeedText('siteSettings', 'shortName'), { exact: true })).toBeVisible()
    const office = {
      lat: getSeedNumber('contactPage', 'mapLatitude'),
      lng: getSeedNumber('contactPage', 'mapLongitude'),
    }
    const name = getSeedText('siteSettings', 'shortName')
    const marker = {
      position: office,
      label: name,
      title: name,
      isClickable: false,
      fillColor: color.clay,
      labelY: -58,
    }
    const options = {
      backgroundColor: color.sand,
      ...{ clickableIcons: false, disableDefaultUI: true, gestureHandling: 'cooperative', zoomControl: true },
      styles: [{ stylers: [{ saturation: -70 }] }],
    }
    expect(await maps.readMaps()).toEqual([{ center: office, zoom: 15, options, markers: [marker] }])
    await expect(page.locator('.gm-style').first()).toHaveCSS('outline-style', 'dashed')
    expect(await measure(page.locator('.gm-style')), 'it fills its region').toEqual(await measure(getMap(page)))
    expect(await measure(getSurroundings(page))).toEqual(positions)
    await expectMarkerUncovered(page, getMap(page))
    await expectNoAxeViolations(page, { part: '[data-map]' })
  })

  await test.step('the script is loaded once', async () => {
    await returnToMap(page)
    await expect(getMap(page)).toBeVisible()
    expect(await maps.readMaps()).toHaveLength(2)
    const parameters = ['key', 'libraries'] as const
    expect(maps.requests.map((query) => parameters.map((name) => query.get(name)))).toEqual([
      ['key-of-the-tests', 'maps,marker'],
    ])
  })
})

test('without a location, the picture has the place of the map on screen and on paper', async ({ page }) => {
  const maps = await mockGoogleMaps(page)
  await changeContent(page, 'contact', (content) => ({ ...content, map: null }))
  await page.goto('/contact')
  await expect(page.locator('[data-map]')).toHaveAttribute('data-map', 'none')
  const width = 320
  await page.setViewportSize({ width, height: 900 })
  await scrollToFooter(page)
  await expectPictureLoaded(page)
  await expect.poll(() => measure(getPicture(page))).toEqual([expect.objectContaining({ x: 0, width, height: 320 })])
  await expectMarkerUncovered(page, getPicture(page))
  await getDirectionsLink(page).click({ trial: true }) // nothing covers the link
  await expectNoAxeViolations(page, { part: '[data-map]' })

  await page.emulateMedia({ media: 'print' })
  const [picture] = await measure(getPicture(page))
  const [address] = await measure(page.locator('address'))
  expect(picture?.height).toBeGreaterThan(100)
  expect((picture?.y ?? 0) + (picture?.height ?? 0)).toBeLessThan(address?.y ?? 0)
  expect(maps.requests).toEqual([])
})

test.describe('when the map fails', () => {
  test.use({ expectedProblems: /google-map|Google Maps|Failed to load resource|Guest session/i })

  /** Asserts that the picture and the address are shown without a map. */
  async function expectPictureAndAddress(page: Page): Promise<void> {
    await expect(page.locator('address')).toBeVisible()
    await expect(getDirectionsLink(page)).toHaveAttribute('href', /^https:\/\/www\.google\.com\/maps\/dir\//)
    await expect(getMap(page)).toHaveCount(0)
    await getPicture(page).scrollIntoViewIfNeeded()
    await expectPictureLoaded(page)
  }

  /** Records the errors that the page logs. The library logs its attempts separately. */
  function recordMapErrors(page: Page): readonly string[] {
    const texts: string[] = []
    page.on('console', (message) => {
      if (message.text().startsWith('Google Maps API failed to load')) texts.push(message.text())
    })
    return texts
  }

  test('§8.4 §8 a style sheet or a script of the map that fails to load is only logged', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 800 })
    const logged = recordMapErrors(page)
    for (const [index, file] of ['**/assets/google-map*.css', 'https://maps.googleapis.com/**'].entries()) {
      await page.route(file, (route) => route.abort('aborted'))
      await page.goto('/contact')
      const height = await page.evaluate(() => document.body.scrollHeight)
      await scrollToFooter(page)
      await expect.poll(() => logged.length).toBe(index + 1)
      await expectPictureAndAddress(page)
      expect(await page.evaluate(() => document.body.scrollHeight)).toBe(height)
      expect(logged).toHaveLength(index + 1)
      await page.unroute(file)
    }
  })

  test('a script of the map that has no response within 20 s counts as failed', async ({ page, ready }) => {
    const logged = recordMapErrors(page)
    await page.clock.install()
    await page.route('https://maps.googleapis.com/**', () => {})
    await page.goto('/contact')
    await ready()
    await page.clock.pauseAt(Date.now() + 60_000)
    const request = page.waitForRequest('https://maps.googleapis.com/**')
    await scrollToFooter(page)
    await request
    await page.clock.runFor(19_999)
    expect(logged).toEqual([])
    await page.clock.runFor(1)
    await expectPictureAndAddress(page)
    expect(logged).toHaveLength(1)
  })

  test('a map that fails after it was shown becomes the picture in the same place, also on the next visit', async ({
    page,
  }) => {
    await mockGoogleMaps(page)
    const logged = recordMapErrors(page)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto('/contact')
    await scrollToFooter(page)
    await expect(getMap(page)).toBeVisible()
    const positions = await measure(getSurroundings(page))
    const map = await measure(getMap(page))
    await page.evaluate(() => Reflect.get(window, 'gm_authFailure')?.()) // Google rejects the key
    await expectPictureAndAddress(page)
    expect(await measure(getSurroundings(page))).toEqual(positions)
    expect(await measure(getPicture(page))).toEqual(map)

    await returnToMap(page)
    await expect.poll(() => logged.length).toBe(2)
    await expectPictureAndAddress(page)
  })
})

import type { Page } from '@playwright/test'
import { mockBadContent } from '#tests/bad-content/mock-bad-content.ts'
import { expectNoAxeViolations } from '#tests/setup/e2e/axe.ts'
import { expect, REDUCED_MOTION, test } from '#tests/setup/e2e/fixtures.ts'
import { expectPictureSizes } from '#tests/setup/e2e/picture-sizes.ts'

test.use({ ...REDUCED_MOTION, mapKey: 'none' })

const getPicture = (page: Page) => page.getByRole('img', { name: /^Street plan of Decatur, Texas/ })
const getDirectionsLink = (page: Page) => page.getByRole('link', { name: 'Directions' })
const scrollToFooter = (page: Page) => page.getByRole('contentinfo').scrollIntoViewIfNeeded()

/** Waits until the picture is loaded. */
const expectLoaded = (page: Page) =>
  expect
    .poll(() => getPicture(page).evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
    .toBe(2_400)

/** Returns the distances of address and footer from the top of the page. */
const readPositions = (page: Page) =>
  page
    .locator('address, footer')
    .evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect().top + scrollY))

for (const [width, height] of [
  [1440, 440],
  [768, 440],
  [767, 320],
  [390, 320],
  [320, 320],
] as const) {
  test(`without a key, a picture has the place of the map at ${width} px, with the address on top or below`, async ({
    page,
    ready,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/contact')
    await ready()
    await page.evaluate(() => document.fonts.ready)
    const positions = await readPositions(page)
    await scrollToFooter(page)
    await expectLoaded(page)
    expect(await readPositions(page)).toEqual(positions)
    const picture = await getPicture(page).boundingBox()
    expect(picture).toMatchObject({ x: 0, width, height })
    // The marker is in the center of the picture, and its label above it.
    const address = await page.locator('address').boundingBox()
    expect((address?.y ?? 0) - 40).toBeGreaterThan((picture?.y ?? 0) + height / 2)
    await getDirectionsLink(page).click({ trial: true }) // nothing covers the link
    await expectNoAxeViolations(page)
  })
}

test('the sizes attributes of /contact are the widths that its pictures need', ({ page }) =>
  expectPictureSizes(page, '/contact'))

test('the picture loads lazily', async ({ page }) => {
  await page.goto('/contact')
  await expect(getPicture(page)).toHaveAttribute('loading', 'lazy')
})

test('Tab reaches the link to directions on top of the picture', async ({ page, ready }) => {
  await page.goto('/contact')
  await ready()
  await page.getByRole('link', { name: '(940) 555-0142' }).focus()
  await page.keyboard.press('Tab')
  await expect(getDirectionsLink(page)).toBeFocused()
})

for (const [problem, changes] of [
  ['no picture', { mapImage: null, mapImageAlt: null }],
  ['a picture without its file', { 'mapImage.url': null }],
] as const) {
  test(`with ${problem}, the address stands alone in the center of the band`, async ({ page, ready, site }) => {
    await mockBadContent({ page, site }, { page: 'contact', changes: { ...changes, officeStreet: 'Another street 7' } })
    await page.goto('/contact')
    await ready()
    await expect(page.locator('address')).toContainText('Another street 7')
    await expect(getPicture(page)).toHaveCount(0)
    const band = await page.locator('[data-map]').boundingBox()
    const card = await page.locator('address').locator('..').boundingBox()
    expect(band?.height).toBe(440)
    const getCenter = (box: typeof band) => [
      (box?.x ?? 0) + (box?.width ?? 0) / 2,
      (box?.y ?? 0) + (box?.height ?? 0) / 2,
    ]
    expect(getCenter(card).map(Math.round)).toEqual(getCenter(band).map(Math.round))
  })
}

test.describe('with a picture whose file cannot be loaded', () => {
  test.use({ expectedProblems: /courthouse-square|Failed to load resource/ })

  test('shows its alternative text in the same place', async ({ page, ready }) => {
    await page.route(/courthouse-square/, (route) => route.abort())
    await page.goto('/contact')
    await ready()
    const positions = await readPositions(page)
    await scrollToFooter(page)
    await expect(page.getByText(/^Street plan of Decatur, Texas/)).toBeVisible()
    expect(await readPositions(page)).toEqual(positions)
    await expectNoAxeViolations(page)
  })
})

test('prints the picture above the address', async ({ page, ready }) => {
  await page.setViewportSize({ width: 688, height: 971 })
  await page.goto('/contact')
  await ready()
  await scrollToFooter(page)
  await expectLoaded(page)
  await page.emulateMedia({ media: 'print' })
  const picture = await getPicture(page).boundingBox()
  const address = await page.locator('address').boundingBox()
  expect(picture?.height).toBeGreaterThan(100)
  expect((picture?.y ?? 0) + (picture?.height ?? 0)).toBeLessThan(address?.y ?? 0)
  for (const format of ['A4', 'Letter']) {
    const file = (await page.pdf({ format, printBackground: true })).toString('latin1')
    expect(Number(/\/Count (\d+)/.exec(file)?.[1])).toBe(1)
  }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('shows the picture', async ({ page }) => {
    await page.goto('/contact')
    await getPicture(page).scrollIntoViewIfNeeded()
    await expect(getPicture(page)).toBeVisible()
  })
})

import type { Page } from '@playwright/test'
import { expect, REDUCED_MOTION, test } from '#tests/setup/e2e/fixtures.ts'

test.use(REDUCED_MOTION)

const getGrid = (page: Page) => page.getByRole('region', { name: 'On the right-of-way' }).getByRole('list')
const getPhotos = (page: Page) => getGrid(page).getByRole('img')

test('requirements §9: shows 120 photos, each with a unique text alternative', async ({ page }) => {
  await page.goto('/gallery')
  await expect(getPhotos(page)).toHaveCount(120)
  const texts = await getPhotos(page).evaluateAll((images) => images.map((image) => image.getAttribute('alt') ?? ''))
  expect(new Set(texts).size).toBe(120)
  expect(texts.filter((text) => text.length < 5 || text.length > 160)).toEqual([])
  await expect(page.getByText('120 photographs')).toBeVisible()
})

for (const [width, columns] of [
  [992, 4],
  [991, 3],
  [480, 3],
  [479, 2],
] as const) {
  test(`requirements §9: ${columns} columns at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/gallery')
    // Of the list items: images that are not near the viewport have no layout (content-visibility).
    const lefts = await getGrid(page)
      .getByRole('listitem')
      .evaluateAll((items) => items.map((item) => Math.round(item.getBoundingClientRect().x)))
    expect(lefts).toHaveLength(120)
    expect(new Set(lefts).size).toBe(columns)
  })
}

for (const width of [1440, 767, 390]) {
  test(`after a route change the page keeps its height while photos are mounted at ${width} px`, async ({
    page,
    ready,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/services')
    await ready()
    await page.evaluate(recordGalleryHeights)
    if (width < 1440) await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Gallery' }).click()
    await expect(getGrid(page).getByRole('listitem')).toHaveCount(120)
    const heights = await page.evaluate(() => Reflect.get(window, 'galleryHeights'))
    expect(heights.length).toBeGreaterThan(1)
    expect(Math.max(...heights) - Math.min(...heights)).toBeLessThan(10)
  })
}

/** Records the height of the page whenever the number of its photos changes. */
function recordGalleryHeights() {
  const heights: number[] = []
  Reflect.set(window, 'galleryHeights', heights)
  let previous = 0
  const record = () => {
    const { length } = document.querySelectorAll('[aria-labelledby="photographs"] li')
    if (length !== previous) heights.push(document.documentElement.scrollHeight)
    previous = length
  }
  // An observer is called after each update of the document, also when two updates are shown in one frame.
  new MutationObserver(record).observe(document.body, { childList: true, subtree: true })
}

test('requirements §9: the grid is at most 1150 px wide', async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 800 })
  await page.goto('/gallery')
  const box = await getGrid(page).boundingBox()
  expect(box?.width).toBe(1150)
})

test('a photo is fetched near the viewport, in a suitable size', async ({ page }) => {
  const requestUrls: string[] = []
  page.on('request', (request) => request.resourceType() === 'image' && requestUrls.push(request.url()))
  await page.goto('/gallery')
  await page.waitForLoadState('networkidle')
  const earlyCount = requestUrls.length
  expect(earlyCount).toBeLessThan(80)
  expect(requestUrls.filter((url) => /[?&]w=(1440|960)/.test(url) && /\/gallery-\d/.test(url))).toEqual([])
  await getPhotos(page).last().scrollIntoViewIfNeeded()
  await expect
    .poll(() =>
      getPhotos(page)
        .last()
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBeGreaterThan(0)
  expect(requestUrls.length).toBeGreaterThan(earlyCount)
})

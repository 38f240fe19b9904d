import type { Page } from '@playwright/test'
import { expect, REDUCED_MOTION, test } from '#tests/setup/e2e/fixtures.ts'
import { expectShownPhoto, getThumbnail, PHOTO_COUNT, photoAssetIds } from '#tests/setup/e2e/gallery-dialog.ts'
import { getItemName, getMainNavigation } from '#tests/setup/e2e/site-pages.ts'
import { getLabel, getSeedText } from '#tests/setup/seed-content.ts'

test.use(REDUCED_MOTION)

/** px: less than a row, if the last row is not full. */
const MAX_DIFFERENCE = PHOTO_COUNT % 4 === 0 ? 10 : 200

const getPhotos = (page: Page) =>
  page.getByRole('region', { name: getSeedText('galleryPage', 'gridTitle') }).getByRole('listitem')

test('after a route change the page keeps its height while photos are mounted', async ({ page, ready }) => {
  await page.setViewportSize({ width: 1440, height: 800 })
  await page.goto('/services')
  await ready()
  const navigation = getMainNavigation(page)
  for (const width of [1440, 390]) {
    await page.evaluate(recordGalleryHeights)
    if (width < 1440) await page.getByRole('button', { name: getLabel('openMenu') }).click()
    await navigation.getByRole('link', { name: getItemName('/gallery') }).click()
    await expect(getPhotos(page)).toHaveCount(PHOTO_COUNT)
    const heights = await page.evaluate(() => Reflect.get(window, 'galleryHeights'))
    expect(heights.length).toBeGreaterThan(1)
    expect(Math.max(...heights) - Math.min(...heights), `at ${width} px`).toBeLessThan(MAX_DIFFERENCE)
    if (width < 1440) return
    await navigation.getByRole('link', { name: getItemName('/services') }).click()
    await expect(getPhotos(page)).toHaveCount(0)
    await page.setViewportSize({ width: 390, height: 800 })
  }
})

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

test('files of photos and of the dialog are loaded when a visitor may soon see them', async ({ page, ready }) => {
  const urls: URL[] = []
  page.on('request', (request) => urls.push(new URL(request.url())))
  const findFiles = (extension: string) =>
    urls.map(({ pathname }) => pathname).filter((path) => path.endsWith(extension))
  const listPhotos = (size: RegExp) =>
    photoAssetIds.filter((id) => urls.some(({ href }) => href.includes(`/${id}/`) && size.test(href)))
  const listLargePhotos = () => listPhotos(/[?&]w=(?:960|1440|1920)/)
  const listAllPhotos = () => listPhotos(/^/)
  await page.setViewportSize({ width: 1440, height: 600 })
  await page.goto('/gallery')
  await ready()
  await expect.poll(() => findFiles('.json').length).toBe(2)
  await page.waitForLoadState('networkidle')

  await test.step('at the top of the page', async () => {
    expect(listAllPhotos().length).toBeLessThan(80)
    expect(listLargePhotos()).toEqual([])
    expect([...findFiles('.js'), ...findFiles('.css')].filter((path) => /lightbox|dialog|strip/.test(path))).toEqual([])
  })
  await test.step('when photos are on the screen', async () => {
    const before = { scripts: findFiles('.js').length, styles: findFiles('.css').length }
    await getThumbnail(page, 3).scrollIntoViewIfNeeded()
    await expect.poll(() => findFiles('.js').length).toBeGreaterThan(before.scripts)
    await expect.poll(() => findFiles('.css').length).toBeGreaterThan(before.styles)
  })
  await test.step('in the dialog', async () => {
    const scripts = findFiles('.js')
    await page.setViewportSize({ width: 1440, height: 900 })
    await getThumbnail(page, 3).click()
    await expectShownPhoto(page, 3)
    await expect.poll(listLargePhotos).toEqual(photoAssetIds.slice(1, 4))
    await page.keyboard.press('ArrowRight')
    await expect.poll(listLargePhotos).toEqual(photoAssetIds.slice(1, 5))
    expect(findFiles('.js')).toEqual(scripts)
    await page.keyboard.press('Escape')
  })
  await test.step('all photos are printed, and of an open one only that photo', async () => {
    await expect.poll(() => listAllPhotos().length).toBe(PHOTO_COUNT)
    expect(await countPrintedPictures(page)).toBeGreaterThanOrEqual(PHOTO_COUNT)
    await getThumbnail(page, 3).click()
    await expectShownPhoto(page, 3)
    expect(await countPrintedPictures(page)).toBe(1)
    await page.setViewportSize({ width: 688, height: 971 })
    await page.emulateMedia({ media: 'print' })
    const photo = page.getByRole('dialog').getByRole('img').filter({ visible: true })
    await expect(photo).toBeInViewport({ ratio: 1 })
    expect((await photo.boundingBox())?.width).toBeCloseTo(688, 0)
  })
})

async function countPrintedPictures(page: Page): Promise<number> {
  const file = (await page.pdf({ format: 'Letter' })).toString('latin1')
  return file.split('/Subtype /Image').length - 1
}

import type { Page } from '@playwright/test'
import { expect, REDUCED_MOTION, test } from '#tests/setup/e2e/fixtures.ts'
import { getItemName, getMainNavigation, photoCount, sitePages } from '#tests/setup/e2e/site-pages.ts'
import { changeContent } from './change-content.ts'

test.use(REDUCED_MOTION)

/** Waits until all pictures in the viewport are loaded. */
const expectPictures = (page: Page) =>
  expect
    .poll(() =>
      page.locator('img').evaluateAll((images) =>
        images
          .filter((image): image is HTMLImageElement => image instanceof HTMLImageElement)
          .filter((image) => image.getBoundingClientRect().top < innerHeight)
          .map((image) => image.complete && image.naturalWidth > 0),
      ),
    )
    .not.toContain(false)

test.describe('while the CMS is stopped', () => {
  test.use({ expectedProblems: /ERR_CONNECTION_REFUSED|The hero video does not play/ })
  test.beforeEach(({ cms }) => cms.stop())
  test.afterEach(({ cms }) => cms.start())

  test('§2.40 §12.33 every page shows its last content and its pictures', async ({ page, ready }) => {
    for (const { path, text } of sitePages) {
      await page.goto(path)
      await ready()
      await expect(page.getByText(text).first()).toBeVisible()
      await expectPictures(page)
    }
    await getMainNavigation(page)
      .getByRole('link', { name: getItemName('/gallery') })
      .click()
    await expect(page.getByText(photoCount)).toBeVisible()
  })
})

test('a picture that cannot be loaded shows its text in a box of the same size', async ({ page, ready, cms }) => {
  const missing = { src: new URL('gone.jpg', cms.url).href, width: 3, height: 2, alt: 'Gone fishing' }
  await page.route(missing.src, (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Not here</h1>' }))
  await changeContent(page, 'gallery', (content) => ({
    ...content,
    images: content.images.map((image, index) => (index === 0 ? { id: image.id, ...missing } : image)),
  }))
  await page.goto('/gallery')
  await ready()
  const photos = page.getByRole('main').getByRole('listitem')
  await photos.first().scrollIntoViewIfNeeded()
  await expect(photos.first().getByText(missing.alt)).toBeVisible()
  await expect(page.getByRole('link', { name: missing.alt })).toBeVisible()
  const [first, second] = [await photos.first().boundingBox(), await photos.nth(1).boundingBox()]
  expect([first?.width, first?.height]).toEqual([second?.width, second?.height])
})

import { expect, REDUCED_MOTION, test } from '#tests/setup/e2e/fixtures.ts'
import { listSeedEntries } from '#tests/setup/seed-content.ts'

test.use(REDUCED_MOTION)

test('§10 Photo desk: the editor of the CMS opens the desk of the site, with the photographs of the gallery', async ({
  page,
  cms,
}) => {
  const desk = page.frameLocator('iframe.app')
  const tile = desk.locator('.order-tile').first()
  const [first] = listSeedEntries('galleryPage', 'images')
  await page.goto(`${cms.url}/app`)
  await page.getByRole('link', { name: 'Photo desk' }).click()
  await desk.getByRole('tab', { name: 'Order' }).click()
  await expect(tile).toHaveAttribute('data-entry-id', first?.id ?? '')
  const picture = tile.locator('img')
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
})

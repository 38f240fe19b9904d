import type { Page } from '@playwright/test'
import { expect, REDUCED_MOTION, test } from '#tests/setup/e2e/fixtures.ts'
import {
  expectShownPhoto,
  getGalleryDialog,
  getThumbnail,
  PHOTO_COUNT,
  photoAssetIds,
} from '#tests/setup/e2e/gallery-dialog.ts'

test.use(REDUCED_MOTION)

test('§2.44 files of photos and of the dialog are loaded when a visitor may soon see them', async ({ page, ready }) => {
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
    await expect(getGalleryDialog(page)).toBeHidden()
  })
  await test.step('all photos are printed, and of an open one only that photo', async () => {
    await expect.poll(() => listAllPhotos().length).toBe(PHOTO_COUNT)
    // Pictures may still arrive, and on a busy machine a print takes many seconds.
    const count = expect.poll(() => countPrintedPictures(page), { timeout: 100_000 })
    await count.toBeGreaterThanOrEqual(PHOTO_COUNT)
    await getThumbnail(page, 3).click()
    await expectShownPhoto(page, 3)
    expect(await countPrintedPictures(page)).toBe(1)
  })
})

async function countPrintedPictures(page: Page): Promise<number> {
  const file = (await page.pdf({ format: 'Letter' })).toString('latin1')
  return file.split('/Subtype /Image').length - 1
}

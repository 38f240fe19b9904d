import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

const TITLE = 'On the right-of-way'
export const getThumbnail = (page: Page, number: number) =>
  page
    .getByRole('region', { name: TITLE })
    .getByRole('listitem')
    .nth(number - 1)
    .locator('a')
export const getGalleryDialog = (page: Page) => page.getByRole('dialog', { name: TITLE })
export const getThumbnailStrip = (page: Page) => getGalleryDialog(page).getByRole('list', { name: 'All photographs' })
export const getCurrentThumbnail = (page: Page) => getThumbnailStrip(page).locator('[aria-current=true]')
export const getSlide = (page: Page, number: number) =>
  getGalleryDialog(page).getByRole('group', { name: `${number} of 120` })
export const getLiveRegion = (page: Page) => getGalleryDialog(page).locator('p[aria-live=polite]')
export const getPreviousButton = (page: Page) => getGalleryDialog(page).getByRole('button', { name: 'Previous photo' })
export const getNextButton = (page: Page) => getGalleryDialog(page).getByRole('button', { name: 'Next photo' })
export const expectShownPhoto = (page: Page, number: number) =>
  expect(getLiveRegion(page)).toContainText(`${number} of 120`)

/** Clicks the backdrop, beside a photo of 3:2 in a viewport of 16:10. */
export const clickOutside = (page: Page) => page.mouse.click(40, 250)

/** Closes the dialog. Clicks again if the first click came right after opening and was ignored. */
export const closeDialog = (page: Page, close: (page: Page) => Promise<void>) =>
  expect(async () => {
    if (await getGalleryDialog(page).isVisible()) await close(page)
    await expect(getGalleryDialog(page)).toBeHidden({ timeout: 1_000 })
  }).toPass()

export async function openPhoto(page: Page, ready: () => Promise<void>, number: number) {
  await page.goto('/gallery')
  await ready()
  await getThumbnail(page, number).click()
  await expectShownPhoto(page, number)
}

/** Returns the distance between the centers of the current thumbnail and the viewport, in px. */
export async function measureDistanceFromCenter(page: Page): Promise<number> {
  const box = await getCurrentThumbnail(page).boundingBox()
  const width = page.viewportSize()?.width ?? 0
  return box ? Math.abs(box.x + box.width / 2 - width / 2) : Number.NaN
}

/** Waits until a click on the backdrop closes the dialog. */
export const waitForClickGuard = (page: Page) =>
  page.evaluate(() => new Promise<void>((resolve) => setTimeout(resolve, 600)))

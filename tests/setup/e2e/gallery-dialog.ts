import type { Page } from '@playwright/test'
import { getLabel, getSeedText, listSeedEntries } from '#tests/setup/seed-content.ts'
import { expect } from './fixtures.ts'

const TITLE = getSeedText('galleryPage', 'gridTitle')
const photos = listSeedEntries('galleryPage', 'images')
export const PHOTO_COUNT = photos.length

/** The asset ids of all photos, in the order of the gallery. */
export const photoAssetIds = photos.map(({ fields }) => String(fields.photo))

/** Returns the address of the dialog with a photo. */
export const getPhotoUrl = (number: number) => `/gallery?photo=${photos.at(number - 1)?.id}`

/** Returns the text of the dialog that says which photo is shown. */
export const formatPosition = (number: number, count = PHOTO_COUNT) =>
  getLabel('photoPosition').replace('{index}', String(number)).replace('{count}', String(count))

export const getThumbnail = (page: Page, number: number) =>
  page
    .getByRole('region', { name: TITLE })
    .getByRole('listitem')
    .nth(number - 1)
    .locator('a')
export const getGalleryDialog = (page: Page) => page.getByRole('dialog', { name: TITLE })
export const getThumbnailStrip = (page: Page) =>
  getGalleryDialog(page).getByRole('list', { name: getLabel('allPhotos') })
export const getCurrentThumbnail = (page: Page) => getThumbnailStrip(page).locator('[aria-current=true]')
export const getSlide = (page: Page, number: number) =>
  getGalleryDialog(page).getByRole('group', { name: formatPosition(number) })
export const getLiveRegion = (page: Page) => getGalleryDialog(page).locator('p[aria-live=polite]')
export const getPreviousButton = (page: Page) =>
  getGalleryDialog(page).getByRole('button', { name: getLabel('previousPhoto') })
export const getNextButton = (page: Page) => getGalleryDialog(page).getByRole('button', { name: getLabel('nextPhoto') })
export const expectShownPhoto = (page: Page, number: number) =>
  expect(getLiveRegion(page)).toContainText(formatPosition(number))

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

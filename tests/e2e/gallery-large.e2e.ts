import type { Page } from '@playwright/test'
import { expect, REDUCED_MOTION, test } from '#tests/setup/e2e/fixtures.ts'
import {
  formatPosition,
  getCurrentThumbnail,
  getGalleryDialog,
  getLiveRegion,
  getThumbnail,
  getThumbnailStrip,
  measureDistanceFromCenter,
} from '#tests/setup/e2e/gallery-dialog.ts'
import { getItemName, getMainNavigation } from '#tests/setup/e2e/site-pages.ts'
import { getLabel, getSeedText } from '#tests/setup/seed-content.ts'
import { changeContent } from './change-content.ts'

test.use(REDUCED_MOTION)

/** More than are mounted at once. `npm run bench -- gallery` measures the maximum of a list in Contentful, 1,000. */
const COUNT = 300

/** Photos in the prerendered page of a large gallery. */
const PRERENDERED_COUNT = 120

const getItems = (page: Page) =>
  page
    .getByRole('region', { name: getSeedText('galleryPage', 'gridTitle') })
    .getByRole('list')
    .first()
    .getByRole('listitem')
const getFooterLink = (page: Page) => page.getByRole('contentinfo').getByRole('link').first()
const readScrollHeight = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight)

// The first photos stay the same: the page begins as the prerendered one.
test.beforeEach(({ page }) =>
  changeContent(page, 'gallery', ({ images, ...content }) => ({
    ...content,
    images: Array.from({ length: COUNT }, (_, index) => ({
      ...images[index % images.length],
      ...(index >= Math.min(images.length, PRERENDERED_COUNT) && {
        id: `extra-photo-${index + 1}`,
        alt: `Extra photo ${index + 1}`,
      }),
    })),
  })),
)

async function expectShownPhoto(page: Page, number: number): Promise<void> {
  await expect(getLiveRegion(page)).toContainText(formatPosition(number, COUNT))
  await expect(getGalleryDialog(page).getByRole('group', { name: formatPosition(number, COUNT) })).toBeInViewport()
}

/** Opens another page and comes back: a part of the gallery is mounted again. */
async function returnToGallery(page: Page): Promise<void> {
  for (const path of ['/contact', '/gallery'] as const) {
    const link = getMainNavigation(page).getByRole('link', { name: getItemName(path) })
    await link.click()
    await expect(link).toHaveAttribute('aria-current', 'page')
    await expect(page.getByRole('main')).toBeFocused()
  }
  await expect(getItems(page)).toHaveCount(PRERENDERED_COUNT)
}

test('§2.44 all photos of a gallery of 300 are mounted when a visitor scrolls to the end, moves the focus after them or prints', async ({
  page,
}) => {
  await test.step('after scrolling, in a page of the same height', async () => {
    await page.goto('/gallery')
    await expect(page.getByText(getLabel('photoCount').replace('{count}', String(COUNT)))).toBeVisible()
    await expect(getItems(page).first()).toHaveAttribute('aria-setsize', String(COUNT))
    await expect(getItems(page)).toHaveCount(PRERENDERED_COUNT)
    const height = await readScrollHeight(page)
    await page.evaluate((end) => scrollTo({ top: end, behavior: 'instant' }), height)
    await expect(getItems(page)).toHaveCount(COUNT)
    await expect(getFooterLink(page)).toBeInViewport()
    await expect(getItems(page).last()).not.toHaveAttribute('aria-setsize')
    expect(Math.abs((await readScrollHeight(page)) - height)).toBeLessThan(250) // a row
  })
  await test.step('with the focus in the footer: Shift + Tab reaches the last photo', async () => {
    await returnToGallery(page)
    await getFooterLink(page).focus()
    await page.keyboard.press('Shift+Tab')
    await expect(getThumbnail(page, COUNT)).toBeFocused()
  })
  await test.step('Tab moves through the last prerendered photos into the others, and from the last to the footer', async () => {
    await returnToGallery(page)
    await getThumbnail(page, 118).focus()
    for (let number = 119; number <= 122; number++) {
      await page.keyboard.press('Tab')
      await expect(getThumbnail(page, number)).toBeFocused()
    }
    await getThumbnail(page, COUNT).focus()
    await page.keyboard.press('Tab')
    await expect(getFooterLink(page)).toBeFocused()
  })
  await test.step('on paper, in six columns', async () => {
    await returnToGallery(page)
    await page.setViewportSize({ width: 688, height: 971 })
    await page.emulateMedia({ media: 'print' })
    const layout = await page.evaluate(() => {
      dispatchEvent(new Event('beforeprint'))
      const boxes = [...document.querySelectorAll('main li')].map((item) => item.getBoundingClientRect())
      const footer = document.querySelector('footer')?.getBoundingClientRect()
      return {
        photos: boxes.filter(({ width, height }) => width > 50 && height > 30).length,
        columns: new Set(boxes.map(({ x }) => Math.round(x))).size,
        distance: (footer?.top ?? 0) - (boxes.at(-1)?.bottom ?? 0),
      }
    })
    expect(layout).toMatchObject({ photos: COUNT, columns: 6 })
    expect(layout.distance).toBeLessThan(100)
  })
})

test('§2.29 the dialog of a gallery of 300 mounts a part of its strip, and leads back to a photo that was not mounted', async ({
  page,
}) => {
  const strip = getThumbnailStrip(page)
  await test.step('a link opens a photo after the prerendered ones', async () => {
    await page.goto('/gallery?photo=extra-photo-280')
    await expectShownPhoto(page, 280)
    expect(await strip.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe((COUNT - 1) * 104)
    expect(await strip.getByRole('button').count()).toBeLessThan(50)
  })
  await test.step('the focus stays in a strip that was scrolled away', async () => {
    await getCurrentThumbnail(page).focus()
    await strip.evaluate((row) => row.scrollTo({ left: 0, behavior: 'instant' }))
    await expect(strip.getByRole('listitem').first()).toHaveAttribute('aria-posinset', '1')
    expect(await strip.getByRole('button').count()).toBeLessThan(50)
    await page.keyboard.press('ArrowRight')
    await expectShownPhoto(page, 281)
    await expect(getCurrentThumbnail(page)).toBeFocused()
    await expect.poll(() => measureDistanceFromCenter(page)).toBeLessThan(1)
  })
  await test.step('closing it mounts and focuses the photo', async () => {
    await page.keyboard.press('Escape')
    await expect(getGalleryDialog(page)).toBeHidden()
    await expect(getThumbnail(page, 281)).toBeFocused()
    await expect(getThumbnail(page, 281)).toBeInViewport({ ratio: 0.9 })
  })
  await test.step('End and Home show the last and the first photo', async () => {
    await page.keyboard.press('Enter')
    await page.keyboard.press('End')
    await expectShownPhoto(page, COUNT)
    await page.keyboard.press('Home')
    await expectShownPhoto(page, 1)
    await expect.poll(() => measureDistanceFromCenter(page)).toBeLessThan(1)
  })
})

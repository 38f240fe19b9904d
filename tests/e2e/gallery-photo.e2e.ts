import type { Page } from '@playwright/test'
import { expect, REDUCED_MOTION, test } from '#tests/setup/e2e/fixtures.ts'
import {
  clickOutside,
  closeDialog,
  expectShownPhoto,
  getGalleryDialog,
  getLiveRegion,
  getNextButton,
  getPhotoUrl,
  getPreviousButton,
  getSlide,
  getThumbnail,
  getThumbnailStrip,
  photoAssetIds,
} from '#tests/setup/e2e/gallery-dialog.ts'
import { photoCount } from '#tests/setup/e2e/site-pages.ts'
import { getLabel } from '#tests/setup/seed-content.ts'
import { expectNoAxeViolations } from './axe.ts'
import { changeContent } from './change-content.ts'

test.use({ ...REDUCED_MOTION, viewport: { width: 1024, height: 640 } })

test('§2.26 §2.31 the address names the photo, and links, Back and Forward open and close it', async ({
  page,
  ready,
}) => {
  const dialog = getGalleryDialog(page)
  await test.step('a click while the photo of a link is loading opens another one; Escape leads to the gallery', async () => {
    const dialogFiles = Promise.withResolvers<void>()
    await page.route(/lightbox.*\.js$/, async (route) => {
      await dialogFiles.promise
      await route.continue()
    })
    await page.goto(getPhotoUrl(12))
    await expect(getThumbnail(page, 12)).toHaveAttribute('aria-busy', 'true')
    const historyLength = await page.evaluate(() => history.length)
    await getThumbnail(page, 3).click()
    await expect(page).toHaveURL(getPhotoUrl(3))
    dialogFiles.resolve()
    await expectShownPhoto(page, 3)
    await page.keyboard.press('Escape')
    await expect(getThumbnail(page, 3)).toBeFocused()
    await expect(page).toHaveURL(/\/gallery$/)
    expect(await page.evaluate(() => history.length)).toBe(historyLength)
  })
  await test.step('a link, also in capitals, opens its photo; Escape leads to the gallery', async () => {
    await page.goto(getPhotoUrl(12).replace('/gallery', '/GALLERY/'))
    await expectShownPhoto(page, 12)
    await expect(page).toHaveURL(getPhotoUrl(12))
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/gallery$/)
    const historyLength = await page.evaluate(() => history.length)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(page).toHaveURL(/\/gallery$/)
    await expect(getThumbnail(page, 12)).toBeFocused()
    await expect(getThumbnail(page, 12)).toBeInViewport({ ratio: 0.9 })
    expect(await page.evaluate(() => history.length)).toBe(historyLength)
  })
  await test.step('Back closes the dialog after any number of photos, Forward opens it again', async () => {
    await getThumbnail(page, 22).scrollIntoViewIfNeeded()
    const scrollPosition = await page.evaluate(() => scrollY)
    await getThumbnail(page, 22).click()
    await expectShownPhoto(page, 22)
    await expect(page.locator('p[aria-live]:not([aria-atomic])'), 'no other page is announced').toHaveText('')
    await page.keyboard.press('ArrowRight')
    await expect(page).toHaveURL(getPhotoUrl(23))
    await page.goBack()
    await expect(dialog).toBeHidden()
    await expect(getThumbnail(page, 23)).toBeFocused()
    expect(await page.evaluate(() => scrollY)).toBe(scrollPosition)
    await page.goForward()
    await expectShownPhoto(page, 23)
  })
  await test.step('a click that opens another tab opens the photo there', async () => {
    await page.goto('/gallery')
    await ready()
    const opened = page.context().waitForEvent('page')
    await getThumbnail(page, 3).click({ modifiers: ['ControlOrMeta'] })
    await expectShownPhoto(await opened, 3)
    await expect(dialog).toBeHidden()
    await (await opened).close()
    const countKept = (link: Element) => {
      const clicks = [{ altKey: true }, { ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { button: 1 }]
      const isKept = (click: MouseEventInit) => {
        let isPrevented = true
        const onClick = (event: Event) => {
          isPrevented = event.defaultPrevented
          event.preventDefault() // the test stays on the page
        }
        addEventListener('click', onClick, { once: true })
        link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...click }))
        return !isPrevented
      }
      return clicks.filter(isKept).length
    }
    expect(await getThumbnail(page, 3).evaluate(countKept), 'clicks that are the browser’s').toBe(5)
  })
  await test.step('an unknown id shows the gallery', async () => {
    await page.goto('/gallery?photo=nobody')
    await expect(page).toHaveURL(/\/gallery$/)
    await expect(dialog).toBeHidden()
    await expect(page.getByText(photoCount)).toBeVisible()
  })
})

test.describe('a file that cannot be loaded', () => {
  // The hero video may still be loading when the test disconnects the network.
  test.use({ expectedProblems: /ERR_FAILED|net::|hero video does not play/ })

  // Photos that are on the screen would load the dialog.
  test.use({ viewport: { width: 1024, height: 600 } })

  test('the gallery stays, and a photo that is missing has a message', async ({ page, ready, context }) => {
    await page.route(new RegExp(`${photoAssetIds[7]?.replace('gallery-', '')}.*(w=1440|w=960|-1440|-960)`), (route) =>
      route.abort(),
    )
    await page.goto('/gallery')
    await ready()
    await page.waitForLoadState('networkidle')
    await context.setOffline(true)
    const warning = page.waitForEvent('console', (message) => message.text().includes('could not be opened'))
    await getThumbnail(page, 7).click()
    await warning
    await expect(page).toHaveURL(/\/gallery$/)
    await expect(getThumbnail(page, 7)).not.toHaveAttribute('aria-busy')
    await expect(getGalleryDialog(page)).toBeHidden()

    await context.setOffline(false)
    await page.setViewportSize({ width: 1024, height: 640 }) // large enough for the missing file
    await getThumbnail(page, 7).click()
    await expectShownPhoto(page, 7)
    await expect(getGalleryDialog(page)).toHaveCSS('position', 'fixed')
    await getNextButton(page).click()
    await expect(getSlide(page, 8)).toHaveText(getLabel('photoFailed'))
  })
})

test('a long description can be read in low windows, with the keyboard too', async ({ page }) => {
  const alt = `${'Sidebooms lower the pipe along the right-of-way, '.repeat(3)}end of it.`
  const caption = `${'Sixteen miles of pipe in the north of Texas, '.repeat(3)}end of caption.`
  await changeContent(page, 'gallery', ({ images, ...content }) => ({
    ...content,
    images: images.map((image, index) => (index === 7 ? { ...image, alt, caption } : image)),
  }))
  await page.goto(getPhotoUrl(8))
  await expect(getLiveRegion(page)).toContainText('end of caption.')
  const text = getLiveRegion(page).locator('[tabindex="0"]') // if it is higher than its box

  for (const [width, height] of [
    [667, 375],
    [320, 256], // 1280 × 1024 px at 400 % zoom
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect.poll(() => findCoveredButtons(page)).toEqual([])
    await text.focus()
    await expect(async () => {
      for (let press = 0; press < 5; press++) await page.keyboard.press('ArrowDown')
      const rest = await text.evaluate((element) => element.scrollHeight - element.clientHeight - element.scrollTop)
      expect(rest).toBeLessThan(2)
    }).toPass({ timeout: 15_000 })
    const lineCount = await text.evaluate(
      (element) => (element.clientHeight + 1) / Number.parseFloat(getComputedStyle(element).lineHeight),
    )
    expect(lineCount, 'three lines are shown without scrolling').toBeGreaterThanOrEqual(3)
    const [image, box] = [await getSlide(page, 8).getByRole('img').boundingBox(), await text.boundingBox()]
    expect(image?.height).toBeGreaterThanOrEqual(height * 0.4)
    expect((image?.y ?? 0) + (image?.height ?? 0)).toBeLessThanOrEqual(height + 1)
    expect(image?.y).toBeGreaterThanOrEqual((box?.y ?? 0) + 1)
  }
})

/** Returns the names of the dialog's buttons that the description of the photo covers. */
const findCoveredButtons = (page: Page) =>
  getGalleryDialog(page).evaluate((dialog) => {
    const text = dialog.querySelector('[aria-live] [tabindex="0"]')?.getBoundingClientRect()
    return [...dialog.querySelectorAll('button')]
      .filter((button) => {
        const box = button.getBoundingClientRect()
        const isCovered =
          !text || (text.left < box.right && box.left < text.right && text.top < box.bottom && box.top < text.bottom)
        return box.width > 0 && isCovered
      })
      .map((button) => button.ariaLabel)
  })

test('§2.33 the classic lightbox shows one photo without a strip and fades out in 300 ms', async ({ page, ready }) => {
  await changeContent(page, 'gallery', (content) => ({ ...content, photoDialog: 'classic lightbox' }))
  const changed = page.waitForResponse('**/content/gallery.json')
  await page.goto('/gallery')
  await ready()
  await changed
  await getThumbnail(page, 1).click()
  await expectShownPhoto(page, 1)
  await expect(getThumbnailStrip(page)).toHaveCount(0)
  await expect(getLiveRegion(page), 'only screen readers get the caption').toHaveCSS('clip-path', 'inset(50%)')
  await expect(getPreviousButton(page)).toBeDisabled()
  await getNextButton(page).click()
  await expectShownPhoto(page, 2)
  await expect(getSlide(page, 2).getByRole('img')).toBeInViewport({ ratio: 1 })
  await expectNoAxeViolations(page, { part: '[role=dialog]' })
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await expect(getGalleryDialog(page)).toHaveCSS('transition-duration', '0.3s')
  await closeDialog(page, clickOutside)
  await expect(getThumbnail(page, 2)).toBeFocused()
})

import type { Locator, Page } from '@playwright/test'
import { expect, REDUCED_MOTION, test } from '#tests/setup/e2e/fixtures.ts'
import {
  clickOutside,
  closeDialog,
  expectShownPhoto,
  formatPosition,
  getCurrentThumbnail,
  getGalleryDialog,
  getLiveRegion,
  getNextButton,
  getPhotoUrl,
  getPreviousButton,
  getSlide,
  getThumbnail,
  getThumbnailStrip,
  measureDistanceFromCenter,
  PHOTO_COUNT,
  waitForClickGuard,
} from '#tests/setup/e2e/gallery-dialog.ts'
import { getLabel } from '#tests/setup/seed-content.ts'
import { expectNoAxeViolations } from './axe.ts'

const getCloseButton = (page: Page) =>
  getGalleryDialog(page).getByRole('button', { name: getLabel('close'), exact: true })
/** The lines of each icon: a plus, a minus, a cross, and arrows to the left and to the right. */
const ICONS = [
  ['zoomIn', 'M8 2v12M2 8h12'],
  ['zoomOut', 'M2 8h12'],
  ['close', 'M2 2l12 12M14 2 2 14'],
  ['previousPhoto', 'M10 3 5 8l5 5'],
  ['nextPhoto', 'm6 3 5 5-5 5'],
] as const
/** The border of the frame around a thumbnail in px. */
const readFrame = (thumbnail: Locator) =>
  thumbnail.evaluate((element) => Number.parseFloat(getComputedStyle(element, '::after').borderTopWidth))
const readScrollLeft = (row: Locator) => row.evaluate(({ scrollLeft }) => scrollLeft)

/** Presses a key several times, so fast that a photo is still moving at the next press. */
async function pressFast(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key, { delay: 15 })
}

test.use({ viewport: { width: 1024, height: 640 } })

test.describe('without animations', () => {
  test.use(REDUCED_MOTION)

  test('§2.26 §2.27 §2.28 §2.29 §2.30 §4.4 a thumbnail opens its photo in a dialog, where arrows, keys and the strip show others', async ({
    page,
    ready,
  }) => {
    const strip = getThumbnailStrip(page)
    await test.step('a click opens the dialog', async () => {
      await page.goto('/gallery')
      await ready()
      const name = await getThumbnail(page, 8).getByRole('img').getAttribute('alt')
      await getThumbnail(page, 8).click()
      await expect(getGalleryDialog(page)).toHaveAttribute('aria-modal', 'true')
      expect(await getGalleryDialog(page).boundingBox()).toEqual({ x: 0, y: 0, width: 1024, height: 640 })
      await expect(getLiveRegion(page)).toContainText(`${formatPosition(8)} ${name}`)
      const image = getSlide(page, 8).getByRole('img')
      await expect(image).toHaveAttribute('alt', name ?? '')
      await expect(image).toBeInViewport({ ratio: 1 })
      await expect(page).toHaveURL(getPhotoUrl(8))
      await expect(page.getByRole('main')).toBeHidden() // inert: hidden from screen readers
      await expectNoAxeViolations(page, { part: '[role=dialog]' })
    })
    await test.step('a double click zooms it, arrow keys then keep it, and the button zooms it out', async () => {
      const image = getSlide(page, 8).getByRole('img')
      const readWidth = () => image.evaluate((element) => Math.round(element.getBoundingClientRect().width))
      const zoomOut = getGalleryDialog(page).getByRole('button', { name: getLabel('zoomOut') })
      await expect.poll(readWidth).toBe(696)
      await page.mouse.dblclick(512, 300)
      await expect.poll(readWidth).toBeGreaterThan(2 * 696 - 1)
      await page.keyboard.press('ArrowRight')
      await expect(getLiveRegion(page)).toContainText(formatPosition(8))
      await zoomOut.click()
      await expect.poll(readWidth).toBe(696)
      await expect(zoomOut).toBeDisabled()
    })
    await test.step('the arrows move by one photo and stop at the ends', async () => {
      await getPreviousButton(page).click()
      await expectShownPhoto(page, 7)
      await page.keyboard.press('End')
      await expectShownPhoto(page, PHOTO_COUNT)
      await expect(getNextButton(page)).toBeDisabled()
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('ArrowLeft')
      await expectShownPhoto(page, PHOTO_COUNT - 1)
      await page.keyboard.press('Home')
      await expectShownPhoto(page, 1)
      await expect(getPreviousButton(page)).toBeDisabled()
      await expect(getNextButton(page)).toBeEnabled()
    })
    await test.step('the strip marks the current photo and centers it; a click in it shows a photo', async () => {
      expect(await strip.evaluate((row) => row.scrollWidth - row.clientWidth)).toBe((PHOTO_COUNT - 1) * (96 + 8))
      await expect(strip.getByRole('listitem').first()).toHaveAttribute('aria-setsize', String(PHOTO_COUNT))
      await strip.getByRole('button').nth(5).click()
      await expect(page).toHaveURL(getPhotoUrl(6))
      await getNextButton(page).click()
      await expectShownPhoto(page, 7)
      await expect(getSlide(page, 7).getByRole('img')).toBeInViewport({ ratio: 1 })
      await expect(getCurrentThumbnail(page)).toHaveCSS('opacity', '1')
      expect(await readFrame(getCurrentThumbnail(page))).toBe(3)
      await expect.poll(() => measureDistanceFromCenter(page)).toBeLessThan(1)
      await expect(strip.getByRole('button').first()).toHaveCSS('opacity', '0.55')
      expect(await readFrame(strip.getByRole('button').first())).toBe(0)
    })
    await test.step('the wheel and dragging scroll the strip, and keep the photo', async () => {
      const start = await readScrollLeft(strip)
      await page.mouse.move(500, 584)
      await page.mouse.wheel(0, 300)
      await expect.poll(() => readScrollLeft(strip)).toBe(start + 300)
      await page.mouse.down()
      await page.mouse.move(300, 584, { steps: 4 })
      await page.mouse.up()
      await expect.poll(() => readScrollLeft(strip)).toBe(start + 500)
      await expectShownPhoto(page, 7)
    })
  })

  test('§2.27 §2.31 §2.32 Escape, the close button and a click outside close the dialog, and the page is as before', async ({
    page,
    ready,
  }) => {
    await page.goto('/gallery')
    await ready()
    const thumbnail = page.locator('main li a').nth(21) // also while the page is inert
    await thumbnail.scrollIntoViewIfNeeded()
    const readPosition = () => thumbnail.evaluate((link) => link.getBoundingClientRect().toJSON())
    const position = await readPosition()
    const historyLength = await page.evaluate(() => history.length)

    await test.step('the first click right after opening is ignored', async () => {
      const clicked = page.evaluate(clickDialogWhenAdded)
      await thumbnail.click()
      await clicked
      await expectShownPhoto(page, 22)
    })
    for (const close of [
      () => page.keyboard.press('Escape'),
      () => getCloseButton(page).click(),
      () => clickOutside(page),
    ]) {
      if (await getGalleryDialog(page).isHidden()) await thumbnail.click()
      await expectShownPhoto(page, 22)
      await page.mouse.move(512, 300)
      await page.mouse.wheel(0, 600)
      expect(await readPosition(), 'the page behind neither scrolls nor shifts').toEqual(position)
      await closeDialog(page, close)
      await expect(thumbnail).toBeFocused()
      await expect(page).toHaveURL(/\/gallery$/)
      expect(await readPosition()).toEqual(position)
    }
    expect(await page.evaluate(() => history.length)).toBe(historyLength + 1)

    await test.step('clicks inside do not close it', async () => {
      await thumbnail.click()
      await expectShownPhoto(page, 22)
      await waitForClickGuard(page)
      await getSlide(page, 22).getByRole('img').click()
      await getLiveRegion(page).getByText(formatPosition(22)).click()
      await getThumbnailStrip(page).click({ position: { x: 4, y: 108 } })
      await getCurrentThumbnail(page).click()
      await page.mouse.move(20, 200)
      await page.mouse.down()
      await page.mouse.move(20, 260) // a movement outside is no click
      await page.mouse.up()
    })
    await test.step('after it, the thumbnail of the last shown photo has the focus', async () => {
      await page.keyboard.press('End')
      await expectShownPhoto(page, PHOTO_COUNT)
      await page.keyboard.press('Escape')
      await expect(getThumbnail(page, PHOTO_COUNT)).toBeFocused()
      await expect(getThumbnail(page, PHOTO_COUNT)).toBeInViewport({ ratio: 0.9 })
    })
  })
})

test('§4.4 in the dialog every fast press counts, and Tab stays inside', async ({ page, ready }) => {
  await page.goto('/gallery')
  await ready()
  await test.step('Enter opens it, Tab stays inside', async () => {
    await getThumbnail(page, 8).focus()
    await page.keyboard.press('Enter')
    await expectShownPhoto(page, 8)
    const stops: (string | null)[] = []
    for (let presses = 0; presses < 5; presses++) {
      await page.keyboard.press('Tab')
      stops.push(await page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? 'strip'))
    }
    const buttons = (['zoomIn', 'close', 'previousPhoto', 'nextPhoto'] as const).map(getLabel)
    expect(stops).toEqual([...buttons, 'strip'])
    for (const [name, icon] of ICONS) {
      const button = getGalleryDialog(page).getByRole('button', { name: getLabel(name), exact: true })
      await expect(button.locator('path')).toHaveAttribute('d', icon)
    }
    await page.keyboard.press('ArrowRight')
    await expectShownPhoto(page, 9)
    await expect(getCurrentThumbnail(page)).toBeFocused()
  })
  await test.step('§4.4 §4 fast presses add up and stop at the first photo', async () => {
    await pressFast(page, 'Home', 'ArrowRight', 'ArrowRight', 'ArrowLeft', 'ArrowRight')
    await expectShownPhoto(page, 3)
    await expect(page).toHaveURL(getPhotoUrl(3))
    await pressFast(page, ...Array(5).fill('ArrowLeft'))
    await expectShownPhoto(page, 1)
    await expect(getPreviousButton(page)).toBeDisabled()
    await getNextButton(page).click({ clickCount: 5 })
    await expectShownPhoto(page, 6)
  })
  await test.step('with a modifier they are keys of the browser', async () => {
    const preventedKeys = await page.evaluate(() =>
      // Dispatched, because Alt and an arrow would leave the page.
      ['altKey', 'ctrlKey', 'metaKey', 'shiftKey'].filter((modifier) => {
        const init = { key: 'ArrowLeft', [modifier]: true, bubbles: true, cancelable: true }
        return !document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', init))
      }),
    )
    expect(preventedKeys).toEqual([])
  })
})

test('Back while a photo fades in closes the dialog', async ({ page, ready }) => {
  await page.clock.install()
  await page.goto('/gallery')
  await ready()
  await page.clock.pauseAt(Date.now() + 60_000)
  await getThumbnail(page, 8).click()
  await expect(getGalleryDialog(page)).toBeVisible()
  await page.goBack()
  await page.clock.resume()
  await expect(getGalleryDialog(page)).toBeHidden()
  await expect(page).toHaveURL(/\/gallery$/)
  await expect(getThumbnail(page, 8)).toBeFocused()
})

test.describe('on a phone', () => {
  test.use({ ...REDUCED_MOTION, hasTouch: true, viewport: { width: 390, height: 844 } })

  test('§2.26 §2.28 a tap opens a photo, a swipe shows the next, and there are arrows from 768 px', async ({
    page,
    ready,
  }) => {
    await page.goto('/gallery')
    await ready()
    await getThumbnail(page, 8).tap()
    await expectShownPhoto(page, 8)
    await swipeLeft(page)
    await expectShownPhoto(page, 9)

    for (const [width, height] of [
      [568, 320],
      [320, 568],
    ] as const) {
      await page.setViewportSize({ width, height })
      for (const part of [getSlide(page, 9).getByRole('img'), getCloseButton(page), getCurrentThumbnail(page)])
        await expect(part).toBeInViewport({ ratio: 1 })
    }

    for (const width of [767, 768]) {
      await page.setViewportSize({ width, height: 900 })
      for (const arrow of [getPreviousButton(page), getNextButton(page)])
        await expect(arrow).toBeVisible({ visible: width >= 768 })
    }
  })
})

/** Clicks the backdrop of the dialog as soon as it is in the page. */
const clickDialogWhenAdded = () =>
  new Promise<void>((resolve) => {
    new MutationObserver((_, observer) => {
      const dialog = document.querySelector<HTMLElement>('[role=dialog]')
      if (!dialog) return
      observer.disconnect()
      dialog.click()
      resolve()
    }).observe(document.body, { childList: true })
  })

async function swipeLeft(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y: 420 }] })
  await touch('touchStart', 320)
  for (const x of [280, 240, 200, 150, 100]) await touch('touchMove', x)
  await touch('touchEnd')
}

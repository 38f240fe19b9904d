import type { Page } from '@playwright/test'
import { expectNoAxeViolations } from '#tests/setup/e2e/axe.ts'
import { expect, test } from '#tests/setup/e2e/fixtures.ts'
import {
  clickOutside,
  closeDialog,
  expectShownPhoto,
  getCurrentThumbnail,
  getGalleryDialog,
  getLiveRegion,
  getNextButton,
  getPreviousButton,
  getSlide,
  getThumbnail,
  getThumbnailStrip,
  measureDistanceFromCenter,
  openPhoto,
  recordFades,
  waitForClickGuard,
} from '#tests/setup/e2e/gallery-dialog.ts'

test.describe('at 1440 × 900 px', () => {
  test.use({ viewport: { width: 1440, height: 900 } })

  test('requirements §2: a click on a thumbnail opens the dialog with its photo', async ({ page, ready }) => {
    await page.goto('/gallery')
    await ready()
    const name = await getThumbnail(page, 8).getByRole('img').getAttribute('alt')
    await getThumbnail(page, 8).click()
    await expect(getGalleryDialog(page)).toHaveAttribute('aria-modal', 'true')
    await expect(getLiveRegion(page)).toHaveText(`8 of 120 ${name}`)
    const image = getSlide(page, 8).getByRole('img')
    await expect(image).toHaveAttribute('alt', name ?? '')
    await expect(image).toBeInViewport({ ratio: 1 })
    await expect(page).toHaveURL(/\/gallery\?photo=photo-008-/)
    await expect(page.getByRole('main')).toBeHidden() // inert: hidden from screen readers
  })

  test('requirements §2, §4: the arrows move by one photo; the previous is disabled on the first, the next on the last', async ({
    page,
    ready,
  }) => {
    await openPhoto(page, ready, 1)
    await expect(getPreviousButton(page)).toBeDisabled()
    await getNextButton(page).click()
    await expectShownPhoto(page, 2)
    await getPreviousButton(page).click()
    await expectShownPhoto(page, 1)
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('End')
    await expectShownPhoto(page, 120)
    await expect(getNextButton(page)).toBeDisabled()
    await expect(getPreviousButton(page)).toBeEnabled()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowLeft')
    await expectShownPhoto(page, 119)
    await page.keyboard.press('Home')
    await expectShownPhoto(page, 1)
  })

  test('requirements §2: the strip has the width of every photo, marks the current one and centers it', async ({
    page,
    ready,
  }) => {
    await openPhoto(page, ready, 60)
    const scrollRange = await getThumbnailStrip(page).evaluate((row) => row.scrollWidth - row.clientWidth)
    expect(scrollRange).toBe(119 * (96 + 8))
    await expect(getThumbnailStrip(page).getByRole('listitem').first()).toHaveAttribute('aria-setsize', '120')
    for (const step of [60, 61, 62]) {
      await expectShownPhoto(page, step)
      await expect(getCurrentThumbnail(page)).toHaveCount(1)
      await expect(getCurrentThumbnail(page)).toHaveCSS('opacity', '1')
      await expect.poll(() => measureDistanceFromCenter(page)).toBeLessThan(1)
      await page.keyboard.press('ArrowRight')
    }
    await expect(getThumbnailStrip(page).getByRole('button').first()).toHaveCSS('opacity', '0.55')
  })

  test('requirements §2: a click on a photo of the strip shows it', async ({ page, ready }) => {
    await openPhoto(page, ready, 8)
    await getThumbnailStrip(page).getByRole('button').nth(11).click()
    await expect(getLiveRegion(page)).toContainText('12 of 120')
    await expect(getSlide(page, 12).getByRole('img')).toBeInViewport({ ratio: 1 })
    await expect.poll(() => measureDistanceFromCenter(page)).toBeLessThan(1)
    await expect(page).toHaveURL(/photo=photo-012-/)
  })

  test('requirements §2: the strip scrolls by wheel and by dragging, without changing the photo', async ({
    page,
    ready,
  }) => {
    await openPhoto(page, ready, 8)
    const readScrollLeft = () => getThumbnailStrip(page).evaluate((row) => row.scrollLeft)
    const start = await readScrollLeft()
    await page.mouse.move(700, 844)
    await page.mouse.wheel(0, 300)
    await expect.poll(readScrollLeft).toBe(start + 300)
    await page.mouse.down()
    await page.mouse.move(500, 844, { steps: 4 })
    await page.mouse.up()
    await expect.poll(readScrollLeft).toBe(start + 500)
    await page.mouse.wheel(-200, 0)
    await expect.poll(readScrollLeft).toBe(start + 300)
    await expectShownPhoto(page, 8)
    await expect(getGalleryDialog(page)).toBeVisible()
  })

  for (const [how, close] of [
    ['Escape', (page) => page.keyboard.press('Escape')],
    ['the close button', (page) => getGalleryDialog(page).getByRole('button', { name: 'Close', exact: true }).click()],
    ['a click outside image, arrows and strip', clickOutside],
    ['a click above the image', (page) => page.mouse.click(1000, 30)],
  ] satisfies [string, (page: Page) => Promise<void>][]) {
    test(`requirements §2: ${how} closes the dialog and restores focus and scroll position`, async ({
      page,
      ready,
    }) => {
      await page.goto('/gallery')
      await ready()
      await getThumbnail(page, 22).scrollIntoViewIfNeeded()
      const before = await page.evaluate(() => [scrollY, history.length])
      await getThumbnail(page, 22).click()
      await expectShownPhoto(page, 22)
      await closeDialog(page, close)
      await expect(getThumbnail(page, 22)).toBeFocused()
      await expect(page).toHaveURL(/\/gallery$/)
      expect(await page.evaluate(() => [scrollY, history.length - 1])).toEqual(before)
    })
  }

  test('requirements §2: a click on photo, caption, arrows or strip does not close the dialog', async ({
    page,
    ready,
  }) => {
    await openPhoto(page, ready, 8)
    await waitForClickGuard(page)
    await getSlide(page, 8).getByRole('img').click()
    await getLiveRegion(page).getByText('8 of 120').click()
    await getNextButton(page).click()
    await expectShownPhoto(page, 9)
    await getThumbnailStrip(page).click({ position: { x: 4, y: 108 } })
    await getThumbnailStrip(page).getByRole('button').nth(9).click()
    await expectShownPhoto(page, 10)
    await expect(getGalleryDialog(page)).toBeVisible()
  })

  test('requirements §2: the first click right after opening is ignored', async ({ page, ready }) => {
    await page.goto('/gallery')
    await ready()
    const clicked = page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          new MutationObserver((_, observer) => {
            const dialog = document.querySelector<HTMLElement>('[role=dialog]')
            if (!dialog) return
            observer.disconnect()
            dialog.click()
            resolve()
          }).observe(document.body, { childList: true })
        }),
    )
    await getThumbnail(page, 8).click()
    await clicked
    await page.keyboard.press('ArrowRight')
    await expectShownPhoto(page, 9)
    await closeDialog(page, clickOutside)
  })

  test('closing the dialog focuses the thumbnail of the last shown photo', async ({ page, ready }) => {
    await openPhoto(page, ready, 8)
    await page.keyboard.press('End')
    await expectShownPhoto(page, 120)
    await page.keyboard.press('Escape')
    await expect(getThumbnail(page, 120)).toBeFocused()
    await expect(getThumbnail(page, 120)).toBeInViewport({ ratio: 0.9 })
  })

  test('requirements §9: the dialog fades in in 150 ms and out in 75 ms', async ({ page, ready }) => {
    const fades = await recordFades(page)
    await openPhoto(page, ready, 8)
    await expect(getGalleryDialog(page)).toHaveCSS('transition-duration', '0.075s')
    await expect(getGalleryDialog(page)).toHaveCSS('opacity', '1') // a reversed transition is shorter
    // The browser already reports the opacity 1 when it is only nearly 1.
    await expect.poll(() => getGalleryDialog(page).evaluate((dialog) => dialog.getAnimations().length)).toBe(0)
    await page.keyboard.press('Escape')
    await expect(getGalleryDialog(page)).toBeHidden()
    await expect.poll(() => fades[0]).toBe(150)
    // A slow browser may render no frame of the fade-out; then it reports no second fade.
    expect([[150], [150, 75]]).toContainEqual(fades)
  })

  test('a swipe with the mouse shows the previous photo and does not close the dialog', async ({ page, ready }) => {
    await openPhoto(page, ready, 8)
    await waitForClickGuard(page)
    await page.mouse.move(400, 400)
    await page.mouse.down()
    await page.mouse.move(1100, 400, { steps: 5 })
    await page.mouse.up()
    await expectShownPhoto(page, 7)
    await expect(getGalleryDialog(page)).toBeVisible()
  })

  test('the dialog can be used by keyboard: Enter opens it, Tab stays inside, the strip is one tab stop', async ({
    page,
    ready,
  }) => {
    await page.goto('/gallery')
    await ready()
    await getThumbnail(page, 8).focus()
    await page.keyboard.press('Enter')
    await expectShownPhoto(page, 8)
    const stops: (string | null)[] = []
    for (let presses = 0; presses < 5; presses++) {
      await page.keyboard.press('Tab')
      stops.push(await page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? 'strip'))
    }
    expect(stops).toEqual(['Zoom in', 'Close', 'Previous photo', 'Next photo', 'strip'])
    await expect(getCurrentThumbnail(page)).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expectShownPhoto(page, 9)
    await expect(getCurrentThumbnail(page)).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(getThumbnail(page, 9)).toBeFocused()
  })

  test('the page behind the dialog neither scrolls nor shifts', async ({ page, ready }) => {
    await page.goto('/gallery')
    await ready()
    await getThumbnail(page, 22).scrollIntoViewIfNeeded()
    const readPosition = () =>
      page
        .locator('main li a')
        .nth(21)
        .evaluate((link) => link.getBoundingClientRect().toJSON())
    const before = await readPosition()
    await getThumbnail(page, 22).click()
    await expectShownPhoto(page, 22)
    await page.mouse.move(720, 400)
    await page.mouse.wheel(0, 600)
    expect(await readPosition()).toEqual(before)
    await page.keyboard.press('Escape')
    await expect(getGalleryDialog(page)).toBeHidden()
    expect(await readPosition()).toEqual(before)
  })

  test('axe finds no violations in the open dialog', async ({ page, ready }) => {
    await openPhoto(page, ready, 8)
    await expectNoAxeViolations(page)
  })
})

for (const [width, isShown] of [
  [768, true],
  [767, false],
] as const) {
  test(`requirements §2: the arrows are ${isShown ? 'visible' : 'hidden'} at ${width} px`, async ({ page, ready }) => {
    await page.setViewportSize({ width, height: 900 })
    await openPhoto(page, ready, 8)
    await expect(getNextButton(page)).toBeVisible({ visible: isShown })
    await expect(getPreviousButton(page)).toBeVisible({ visible: isShown })
    await expect(getCurrentThumbnail(page)).toBeInViewport({ ratio: 1 })
  })
}

for (const [width, height] of [
  [320, 568],
  [568, 320],
] as const) {
  test(`the dialog fits the viewport at ${width} × ${height} px`, async ({ page, ready }) => {
    await page.setViewportSize({ width, height })
    await openPhoto(page, ready, 8)
    await expect(getSlide(page, 8).getByRole('img')).toBeInViewport({ ratio: 1 })
    await expect(getGalleryDialog(page).getByRole('button', { name: 'Close', exact: true })).toBeInViewport({
      ratio: 1,
    })
    await expect(getCurrentThumbnail(page)).toBeInViewport({ ratio: 1 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    await expectNoAxeViolations(page)
  })
}

test.describe('with touch', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } })

  test('a swipe shows the next photo', async ({ page, ready }) => {
    await page.goto('/gallery')
    await ready()
    await getThumbnail(page, 8).tap()
    await expectShownPhoto(page, 8)
    const devtools = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
      devtools.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y: 420 }] })
    await touch('touchStart', 320)
    for (const x of [280, 240, 200, 150, 100]) await touch('touchMove', x)
    await touch('touchEnd')
    await expectShownPhoto(page, 9)
    await expect(getGalleryDialog(page)).toBeVisible()
  })
})

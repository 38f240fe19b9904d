import type { Page } from '@playwright/test'
import { expectNoViolations } from '#tests/setup/axe.ts'
import { expect, test } from '#tests/setup/fixtures.ts'
import {
  afterTheGuard,
  announced,
  clickOutside,
  closes,
  dialog,
  fromMiddle,
  marked,
  next,
  open,
  previous,
  shows,
  slide,
  strip,
  thumbnail,
  watchFades,
} from '#tests/setup/gallery-dialog.ts'

test.describe('at 1440 × 900 px', () => {
  test.use({ viewport: { width: 1440, height: 900 } })

  test('spec §2: a click on a thumbnail opens the dialog at that image', async ({ page, ready }) => {
    await page.goto('/gallery')
    await ready()
    const name = await thumbnail(page, 8).getByRole('img').getAttribute('alt')
    await thumbnail(page, 8).click()
    await expect(dialog(page)).toHaveAttribute('aria-modal', 'true')
    await expect(announced(page)).toHaveText(`8 of 120 ${name}`)
    const image = slide(page, 8).getByRole('img')
    await expect(image).toHaveAttribute('alt', name ?? '')
    await expect(image).toBeInViewport({ ratio: 1 })
    await expect(page).toHaveURL(/\/gallery\?photo=photo-008-/)
    await expect(page.getByRole('main')).toBeHidden() // inert, and so not there for a screen reader
  })

  test('spec §2, §4: the previous arrow is disabled on the first image and the next on the last; steps are by one', async ({
    page,
    ready,
  }) => {
    await open(page, ready, 1)
    await expect(previous(page)).toBeDisabled()
    await next(page).click()
    await shows(page, 2)
    await previous(page).click()
    await shows(page, 1)
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('End')
    await shows(page, 120)
    await expect(next(page)).toBeDisabled()
    await expect(previous(page)).toBeEnabled()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowLeft')
    await shows(page, 119)
    await page.keyboard.press('Home')
    await shows(page, 1)
  })

  test('spec §2: the strip holds every image, marks the current one and centres it', async ({ page, ready }) => {
    await open(page, ready, 60)
    await expect(strip(page).getByRole('button')).toHaveCount(120)
    for (const step of [60, 61, 62]) {
      await shows(page, step)
      await expect(marked(page)).toHaveCount(1)
      await expect(marked(page)).toHaveCSS('opacity', '1')
      await expect.poll(() => fromMiddle(page)).toBeLessThan(1)
      await page.keyboard.press('ArrowRight')
    }
    await expect(strip(page).getByRole('button').first()).toHaveCSS('opacity', '0.55')
  })

  test('spec §2: a click on a photograph of the strip jumps to it', async ({ page, ready }) => {
    await open(page, ready, 8)
    await strip(page).getByRole('button').nth(11).click()
    await expect(announced(page)).toContainText('12 of 120')
    await expect(slide(page, 12).getByRole('img')).toBeInViewport({ ratio: 1 })
    await expect.poll(() => fromMiddle(page)).toBeLessThan(1)
    await expect(page).toHaveURL(/photo=photo-012-/)
  })

  test('spec §2: the strip scrolls by wheel and by dragging, and the image stays', async ({ page, ready }) => {
    await open(page, ready, 8)
    const left = () => strip(page).evaluate((row) => row.scrollLeft)
    const start = await left()
    await page.mouse.move(700, 844)
    await page.mouse.wheel(0, 300)
    await expect.poll(left).toBe(start + 300)
    await page.mouse.down()
    await page.mouse.move(500, 844, { steps: 4 })
    await page.mouse.up()
    await expect.poll(left).toBe(start + 500)
    await page.mouse.wheel(-200, 0)
    await expect.poll(left).toBe(start + 300)
    await shows(page, 8)
    await expect(dialog(page)).toBeVisible()
  })

  for (const [how, close] of [
    ['Escape', (page) => page.keyboard.press('Escape')],
    ['the close button', (page) => dialog(page).getByRole('button', { name: 'Close', exact: true }).click()],
    ['a click outside image, arrows and strip', clickOutside],
    ['a click above the image', (page) => page.mouse.click(1000, 30)],
  ] satisfies [string, (page: Page) => Promise<void>][]) {
    test(`spec §2: ${how} closes the dialog; focus and page are where they were`, async ({ page, ready }) => {
      await page.goto('/gallery')
      await ready()
      await thumbnail(page, 22).scrollIntoViewIfNeeded()
      const before = await page.evaluate(() => [scrollY, history.length])
      await thumbnail(page, 22).click()
      await shows(page, 22)
      await closes(page, close)
      await expect(thumbnail(page, 22)).toBeFocused()
      await expect(page).toHaveURL(/\/gallery$/)
      expect(await page.evaluate(() => [scrollY, history.length - 1])).toEqual(before)
    })
  }

  test('spec §2: a click on image, words, arrows or strip does not close it', async ({ page, ready }) => {
    await open(page, ready, 8)
    await afterTheGuard(page)
    await slide(page, 8).getByRole('img').click()
    await announced(page).getByText('8 of 120').click()
    await next(page).click()
    await shows(page, 9)
    await strip(page).click({ position: { x: 4, y: 108 } })
    await strip(page).getByRole('button').nth(9).click()
    await shows(page, 10)
    await expect(dialog(page)).toBeVisible()
  })

  test('spec §2: the first click right after opening is ignored', async ({ page, ready }) => {
    await page.goto('/gallery')
    await ready()
    const clicked = page.evaluate(
      () =>
        new Promise<void>((done) => {
          new MutationObserver((_, observer) => {
            const opened = document.querySelector<HTMLElement>('[role=dialog]')
            if (!opened) return
            observer.disconnect()
            opened.click()
            done()
          }).observe(document.body, { childList: true })
        }),
    )
    await thumbnail(page, 8).click()
    await clicked
    await page.keyboard.press('ArrowRight')
    await shows(page, 9)
    await closes(page, clickOutside)
  })

  test('who stepped on comes back to the thumbnail of the photograph that was shown last', async ({ page, ready }) => {
    await open(page, ready, 8)
    await page.keyboard.press('End')
    await shows(page, 120)
    await page.keyboard.press('Escape')
    await expect(thumbnail(page, 120)).toBeFocused()
    await expect(thumbnail(page, 120)).toBeInViewport({ ratio: 0.9 })
  })

  test('spec §9: the dialog enters in 150 ms and leaves in 75 ms', async ({ page, ready }) => {
    const fades = await watchFades(page)
    await open(page, ready, 8)
    await expect(dialog(page)).toHaveCSS('transition-duration', '0.075s')
    await expect(dialog(page)).toHaveCSS('opacity', '1') // a transition that is turned back half-way is shorter
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
    await expect.poll(() => fades[0]).toBe(150)
    // A browser that is short of time draws no frame between the two, and then there is no second fade to be told of.
    expect([[150], [150, 75]]).toContainEqual(fades)
  })

  test('a swipe with the mouse steps on, and does not close', async ({ page, ready }) => {
    await open(page, ready, 8)
    await afterTheGuard(page)
    await page.mouse.move(400, 400)
    await page.mouse.down()
    await page.mouse.move(1100, 400, { steps: 5 })
    await page.mouse.up()
    await shows(page, 7)
    await expect(dialog(page)).toBeVisible()
  })

  test('the keyboard alone: Enter opens, Tab stays inside, the strip is one stop', async ({ page, ready }) => {
    await page.goto('/gallery')
    await ready()
    await thumbnail(page, 8).focus()
    await page.keyboard.press('Enter')
    await shows(page, 8)
    const stops: (string | null)[] = []
    for (let presses = 0; presses < 5; presses++) {
      await page.keyboard.press('Tab')
      stops.push(await page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? 'strip'))
    }
    expect(stops).toEqual(['Zoom in', 'Close', 'Previous photo', 'Next photo', 'strip'])
    await expect(marked(page)).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await shows(page, 9)
    await expect(marked(page)).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(thumbnail(page, 9)).toBeFocused()
  })

  test('the page behind neither scrolls nor shifts', async ({ page, ready }) => {
    await page.goto('/gallery')
    await ready()
    await thumbnail(page, 22).scrollIntoViewIfNeeded()
    const place = () =>
      page
        .locator('main li a')
        .nth(21)
        .evaluate((link) => link.getBoundingClientRect().toJSON())
    const before = await place()
    await thumbnail(page, 22).click()
    await shows(page, 22)
    await page.mouse.move(720, 400)
    await page.mouse.wheel(0, 600)
    expect(await place()).toEqual(before)
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
    expect(await place()).toEqual(before)
  })

  test('axe finds nothing in the open dialog', async ({ page, ready }) => {
    await open(page, ready, 8)
    await expectNoViolations(page)
  })
})

for (const [width, isShown] of [
  [768, true],
  [767, false],
] as const) {
  test(`spec §2: the arrows are ${isShown ? 'there' : 'hidden'} at ${width} px`, async ({ page, ready }) => {
    await page.setViewportSize({ width, height: 900 })
    await open(page, ready, 8)
    await expect(next(page)).toBeVisible({ visible: isShown })
    await expect(previous(page)).toBeVisible({ visible: isShown })
    await expect(marked(page)).toBeInViewport({ ratio: 1 })
  })
}

for (const [width, height] of [
  [320, 568],
  [568, 320],
] as const) {
  test(`at ${width} × ${height} px everything of the dialog is on the screen`, async ({ page, ready }) => {
    await page.setViewportSize({ width, height })
    await open(page, ready, 8)
    await expect(slide(page, 8).getByRole('img')).toBeInViewport({ ratio: 1 })
    await expect(dialog(page).getByRole('button', { name: 'Close', exact: true })).toBeInViewport({ ratio: 1 })
    await expect(marked(page)).toBeInViewport({ ratio: 1 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    await expectNoViolations(page)
  })
}

test.describe('by touch', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } })

  test('a swipe steps on', async ({ page, ready }) => {
    await page.goto('/gallery')
    await ready()
    await thumbnail(page, 8).tap()
    await shows(page, 8)
    const device = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
      device.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y: 420 }] })
    await touch('touchStart', 320)
    for (const x of [280, 240, 200, 150, 100]) await touch('touchMove', x)
    await touch('touchEnd')
    await shows(page, 9)
    await expect(dialog(page)).toBeVisible()
  })
})

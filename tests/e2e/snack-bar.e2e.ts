import type { Page } from '@playwright/test'
import { expectNoAxeViolations } from '#tests/setup/e2e/axe.ts'
import {
  createUniqueMessage,
  fillContactForm,
  getSendButton,
  getToast,
  readPageTime,
  TOAST_TEXTS,
  waitForGuestSession,
} from '#tests/setup/e2e/contact-form.ts'
import { expect, test } from '#tests/setup/e2e/fixtures.ts'
import { mockGoogleMaps } from '#tests/setup/e2e/mock-google-maps.ts'

test.beforeEach(async ({ page }) => {
  await mockGoogleMaps(page)
})

test.use({ expectedProblems: /\/api\/|Failed to load resource|API error/ })

const close = (page: Page) => page.getByRole('button', { name: 'Close' })

/** Shows a toast, by a message that cannot be sent. */
async function fail(page: Page): Promise<void> {
  await page.route('**/api/contact', (route) => route.abort())
  await getSendButton(page).click()
  await expect(getToast(page, TOAST_TEXTS.failed)).toBeVisible()
}

test.beforeEach(async ({ page, ready }) => {
  await page.clock.install()
  const started = waitForGuestSession(page)
  await page.goto('/contact')
  await ready()
  await started
  await fillContactForm(page, createUniqueMessage())
})

test('requirements §9: it goes after 8000 ms', async ({ page }) => {
  await fail(page)
  const shownAt = await readPageTime(page)
  await page.clock.fastForward(5_000)
  await expect(getToast(page, TOAST_TEXTS.failed)).toBeHidden()
  expect((await readPageTime(page)) - shownAt).toBeGreaterThan(7_000)
})

test('requirements §4: it goes with Close', async ({ page }) => {
  await fail(page)
  await close(page).click()
  await expect(getToast(page, TOAST_TEXTS.failed)).toBeHidden()
})

test('it stays while it is pointed at or has the focus', async ({ page }) => {
  await fail(page)
  await close(page).hover()
  await page.clock.runFor(9_000)
  await expect(getToast(page, TOAST_TEXTS.failed)).toBeVisible()
  await close(page).focus()
  await page.mouse.move(0, 0)
  await page.clock.runFor(9_000)
  await expect(getToast(page, TOAST_TEXTS.failed)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(getToast(page, TOAST_TEXTS.failed)).toBeHidden()
})

test('requirements §4, §9: only one at a time; an error is red, a success green', async ({ page }) => {
  await fail(page)
  const ground = (text: string) =>
    getToast(page, text).evaluate((line) => {
      for (let element: Element | null = line; element; element = element.parentElement) {
        const { backgroundColor } = getComputedStyle(element)
        if (backgroundColor !== 'rgba(0, 0, 0, 0)') return backgroundColor.match(/\d+/g)?.map(Number) ?? []
      }
      return []
    })
  const [red = 0, green = 0] = await ground(TOAST_TEXTS.failed)
  expect(red).toBeGreaterThan(green)
  await page.unroute('**/api/contact')
  await expect(getSendButton(page)).toBeEnabled()
  await getSendButton(page).click()
  await expect(getToast(page, TOAST_TEXTS.sent)).toBeVisible()
  await expect(getToast(page, TOAST_TEXTS.failed)).toBeHidden()
  const [less = 0, more = 0] = await ground(TOAST_TEXTS.sent)
  expect(more).toBeGreaterThan(less)
})

for (const width of [1440, 320]) {
  test(`axe finds nothing in it, and it keeps within the screen, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await fail(page)
    const box = await page.locator('[data-snack-bar] > *').first().boundingBox()
    if (!box) throw new Error('not shown')
    expect(box.x).toBeGreaterThanOrEqual(0)
    expect(box.x + box.width).toBeLessThanOrEqual(width)
    expect(box.y + box.height).toBeLessThanOrEqual(800)
    await expectNoAxeViolations(page)
  })
}

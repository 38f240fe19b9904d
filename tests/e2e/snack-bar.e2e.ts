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

const getCloseButton = (page: Page) => page.getByRole('button', { name: 'Close' })

/** Shows an error toast: the message cannot be sent. */
async function showErrorToast(page: Page): Promise<void> {
  await page.route('**/api/contact', (route) => route.abort())
  await getSendButton(page).click()
  await expect(getToast(page, TOAST_TEXTS.failed)).toBeVisible()
}

test.beforeEach(async ({ page, ready }) => {
  await page.clock.install()
  const session = waitForGuestSession(page)
  await page.goto('/contact')
  await ready()
  await session
  await fillContactForm(page, createUniqueMessage())
})

test('requirements §9: a toast is hidden after 8000 ms', async ({ page }) => {
  await showErrorToast(page)
  const shownAt = await readPageTime(page)
  await page.clock.fastForward(5_000)
  await expect(getToast(page, TOAST_TEXTS.failed)).toBeHidden()
  expect((await readPageTime(page)) - shownAt).toBeGreaterThan(7_000)
})

test('requirements §4: Close hides the toast', async ({ page }) => {
  await showErrorToast(page)
  await getCloseButton(page).click()
  await expect(getToast(page, TOAST_TEXTS.failed)).toBeHidden()
})

test('the toast stays while it is hovered or focused', async ({ page }) => {
  await showErrorToast(page)
  await getCloseButton(page).hover()
  await page.clock.runFor(9_000)
  await expect(getToast(page, TOAST_TEXTS.failed)).toBeVisible()
  await getCloseButton(page).focus()
  await page.mouse.move(0, 0)
  await page.clock.runFor(9_000)
  await expect(getToast(page, TOAST_TEXTS.failed)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(getToast(page, TOAST_TEXTS.failed)).toBeHidden()
})

test('requirements §4, §9: shows one toast at a time, errors in red and successes in green', async ({ page }) => {
  await showErrorToast(page)
  const readBackground = (text: string) =>
    getToast(page, text).evaluate((start) => {
      for (let element: Element | null = start; element; element = element.parentElement) {
        const { backgroundColor } = getComputedStyle(element)
        if (backgroundColor !== 'rgba(0, 0, 0, 0)') return backgroundColor.match(/\d+/g)?.map(Number) ?? []
      }
      return []
    })
  const [red = 0, green = 0] = await readBackground(TOAST_TEXTS.failed)
  expect(red).toBeGreaterThan(green)
  await page.unroute('**/api/contact')
  await expect(getSendButton(page)).toBeEnabled()
  await getSendButton(page).click()
  await expect(getToast(page, TOAST_TEXTS.sent)).toBeVisible()
  await expect(getToast(page, TOAST_TEXTS.failed)).toBeHidden()
  const [successRed = 0, successGreen = 0] = await readBackground(TOAST_TEXTS.sent)
  expect(successGreen).toBeGreaterThan(successRed)
})

for (const width of [1440, 320]) {
  test(`the toast has no axe violations and fits the viewport at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await showErrorToast(page)
    const box = await page.locator('[data-snack-bar] > *').first().boundingBox()
    if (!box) throw new Error('The toast is not visible')
    expect(box.x).toBeGreaterThanOrEqual(0)
    expect(box.x + box.width).toBeLessThanOrEqual(width)
    expect(box.y + box.height).toBeLessThanOrEqual(800)
    await expectNoAxeViolations(page)
  })
}

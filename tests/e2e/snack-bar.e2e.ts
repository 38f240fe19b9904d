import type { Page } from '@playwright/test'
import { expectNoViolations } from '#tests/setup/axe.ts'
import { fillIn, pageTime, sendButton, sessionStarted, TOAST, toast, uniqueMessage } from '#tests/setup/contact.ts'
import { fakeMaps } from '#tests/setup/fake-maps.ts'
import { expect, test } from '#tests/setup/fixtures.ts'

test.beforeEach(async ({ page }) => {
  await fakeMaps(page)
})

test.use({ expectedProblems: /\/api\/|Failed to load resource|API error/ })

const close = (page: Page) => page.getByRole('button', { name: 'Close' })

/** Shows a toast, by a message that cannot be sent. */
async function fail(page: Page): Promise<void> {
  await page.route('**/api/contact', (route) => route.abort())
  await sendButton(page).click()
  await expect(toast(page, TOAST.failed)).toBeVisible()
}

test.beforeEach(async ({ page, ready }) => {
  await page.clock.install()
  const started = sessionStarted(page)
  await page.goto('/contact')
  await ready()
  await started
  await fillIn(page, uniqueMessage())
})

test('spec §9: it goes after 8000 ms', async ({ page }) => {
  await fail(page)
  const shownAt = await pageTime(page)
  await page.clock.fastForward(5_000)
  await expect(toast(page, TOAST.failed)).toBeHidden()
  expect((await pageTime(page)) - shownAt).toBeGreaterThan(7_000)
})

test('spec §4: it goes with Close', async ({ page }) => {
  await fail(page)
  await close(page).click()
  await expect(toast(page, TOAST.failed)).toBeHidden()
})

test('it stays while it is pointed at or has the focus', async ({ page }) => {
  await fail(page)
  await close(page).hover()
  await page.clock.runFor(9_000)
  await expect(toast(page, TOAST.failed)).toBeVisible()
  await close(page).focus()
  await page.mouse.move(0, 0)
  await page.clock.runFor(9_000)
  await expect(toast(page, TOAST.failed)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(toast(page, TOAST.failed)).toBeHidden()
})

test('spec §4, §9: only one at a time; an error is red, a success green', async ({ page }) => {
  await fail(page)
  const ground = (text: string) =>
    toast(page, text).evaluate((line) => {
      for (let element: Element | null = line; element; element = element.parentElement) {
        const { backgroundColor } = getComputedStyle(element)
        if (backgroundColor !== 'rgba(0, 0, 0, 0)') return backgroundColor.match(/\d+/g)?.map(Number) ?? []
      }
      return []
    })
  const [red = 0, green = 0] = await ground(TOAST.failed)
  expect(red).toBeGreaterThan(green)
  await page.unroute('**/api/contact')
  await expect(sendButton(page)).toBeEnabled()
  await sendButton(page).click()
  await expect(toast(page, TOAST.sent)).toBeVisible()
  await expect(toast(page, TOAST.failed)).toBeHidden()
  const [less = 0, more = 0] = await ground(TOAST.sent)
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
    await expectNoViolations(page)
  })
}

import {
  createUniqueMessage,
  fillContactForm,
  getContactField,
  getSendButton,
  getToast,
  TOAST_TEXTS,
  waitForGuestSession,
} from '#tests/setup/e2e/contact-form.ts'
import { expect, REDUCED_MOTION, test } from '#tests/setup/e2e/fixtures.ts'
import { setTabHidden } from '#tests/setup/e2e/tab-visibility.ts'
import { getLabel, getSeedText } from '#tests/setup/seed-content.ts'
import { expectNoAxeViolations, expectTouchTargets } from './axe.ts'
import { mockGoogleMaps } from './mock-google-maps.ts'

test.use({ ...REDUCED_MOTION, expectedProblems: /\/api\/|Failed to load resource|API error/ })

test('§3.11 §4.12 §4.14 §4.15 one toast at a time: it stays while it is hovered or focused, and closes by its button or after its time', async ({
  page,
  ready,
}) => {
  const bar = page.locator('[data-snack-bar]')
  const [failed, sent] = [getToast(page, TOAST_TEXTS.failed), getToast(page, TOAST_TEXTS.sent)]
  const closeButton = page.getByRole('button', { name: getLabel('close') })
  const readColor = () =>
    bar.evaluate((element) => getComputedStyle(element).backgroundColor.match(/\d+/g)?.map(Number) ?? [])

  await mockGoogleMaps(page)
  await page.clock.install()
  const session = waitForGuestSession(page)
  await page.goto('/contact')
  await ready()
  await session
  await fillContactForm(page, createUniqueMessage())
  await page.route('**/api/contact', (route) => route.abort())

  await test.step('an error is red, fits the viewport and stays while it is focused', async () => {
    await getSendButton(page).click()
    await expect(failed).toBeVisible()
    await closeButton.focus()
    const [red = 0, green = 0] = await readColor()
    expect(red).toBeGreaterThan(green)
    await page.setViewportSize({ width: 320, height: 800 })
    await expect(bar).toBeInViewport({ ratio: 1 })
    await expectNoAxeViolations(page, { part: '[data-snack-bar]' })
    await expectTouchTargets(page)
    await page.clock.runFor(9_000)
    await expect(failed).toBeVisible()
  })

  await test.step('it stays while the tab is hidden', async () => {
    await setTabHidden(page, true)
    await getContactField(page, 'Message').focus()
    await page.clock.runFor(9_000)
    await expect(failed).toBeVisible()
    await closeButton.focus()
    await setTabHidden(page, false)
  })

  await test.step('it stays while it is hovered, and then closes after its time', async () => {
    await closeButton.hover()
    await getContactField(page, 'Message').focus()
    await page.clock.runFor(9_000)
    await expect(failed).toBeVisible()
    await page.mouse.move(0, 0)
    await page.clock.runFor(9_000)
    await expect(failed).toBeHidden()
  })

  await test.step('Escape closes it, other keys do not; the next one closes after its time again', async () => {
    await expect(getSendButton(page)).toBeEnabled()
    await getSendButton(page).click()
    await closeButton.press('Shift')
    await page.clock.runFor(1_000)
    await expect(failed).toBeVisible()
    await closeButton.press('Escape')
    await expect(failed).toBeHidden()
    await expect(getContactField(page, 'Message').or(getSendButton(page)).and(page.locator(':focus'))).toHaveCount(1)
    await expect(getSendButton(page)).toBeEnabled()
    await getSendButton(page).click()
    await expect(failed).toBeVisible()
    await page.mouse.move(0, 0)
    await page.clock.runFor(9_000)
    await expect(failed).toBeHidden()
  })

  await test.step('a success is green, replaces an error and closes by its button', async () => {
    await getSendButton(page).click()
    await expect(failed).toBeVisible()
    await page.unroute('**/api/contact')
    await expect(getSendButton(page)).toBeEnabled()
    await getSendButton(page).click()
    await expect(sent).toBeVisible()
    await expect(failed).toBeHidden()
    const [red = 0, green = 0] = await readColor()
    expect(green).toBeGreaterThan(red)
    await closeButton.press('Enter')
    await expect(sent).toBeHidden()
    await expect(page.getByRole('heading', { name: getSeedText('contactPage', 'sentTitle') })).toBeFocused()
  })
})

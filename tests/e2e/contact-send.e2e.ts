import { expectNoAxeViolations } from '#tests/setup/e2e/axe.ts'
import {
  createUniqueMessage,
  expectInputKept,
  expectMessageSent,
  expectOneEmail,
  fillContactForm,
  findEmails,
  getContactField,
  getSendButton,
  getToast,
  recordApiCalls,
  sendAndExpectSuccess,
  skipTypingTime,
  TOAST_TEXTS,
} from '#tests/setup/e2e/contact-form.ts'
import { expect, REDUCED_MOTION, test } from '#tests/setup/e2e/fixtures.ts'
import { mockGoogleMaps } from '#tests/setup/e2e/mock-google-maps.ts'

test.use({ ...REDUCED_MOTION, googleMap: 'mocked' })
test.beforeEach(async ({ page }) => {
  await mockGoogleMaps(page)
})

test.beforeEach(async ({ page, ready }) => {
  await page.goto('/contact')
  await ready()
})

test('requirements §8: a message is sent, and arrives once, with the right text', async ({ page, mailServer }) => {
  const message = `Zwölf Meilen, 50 % by May & the rest?\n.\n“When” — 😀 שלום #1\n${createUniqueMessage()}`
  await fillContactForm(page, message)
  await sendAndExpectSuccess(page)
  const mail = await expectOneEmail(mailServer, message)
  expect(mail.to).toBe('office@blackland.example')
  expect(mail.text).toContain('Ada Lovelace')
  expect(mail.text).toContain('ada@engine.example')
  expect(JSON.stringify(mail.headers)).not.toMatch(/Ada|engine\.example/)
})

test('requirements §4: the view that follows takes the focus, and axe finds nothing in it', async ({ page }) => {
  await fillContactForm(page, createUniqueMessage())
  await sendAndExpectSuccess(page)
  await expect(page.getByRole('heading', { name: 'Message Sent' })).toBeFocused()
  for (const width of [1440, 390, 320]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoAxeViolations(page)
  }
})

test('requirements §4: while it is being sent the button is disabled and the overlay is shown', async ({ page }) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/api/contact', async (route) => {
    await promise
    await route.continue()
  })
  await fillContactForm(page, createUniqueMessage())
  await getSendButton(page).click()
  await expect(getSendButton(page)).toHaveText('Sending…')
  await expect(getSendButton(page)).toBeDisabled()
  await expect(page.getByRole('status').getByText('Loading')).toBeVisible()
  resolve()
  await expectMessageSent(page)
  await expect(page.getByRole('status').getByText('Loading')).toBeHidden()
})

test('a double click sends one message', async ({ page, mailServer }) => {
  const calls = recordApiCalls(page)
  const message = createUniqueMessage()
  await fillContactForm(page, message)
  await getSendButton(page).dblclick()
  await expectMessageSent(page)
  await expectOneEmail(mailServer, message)
  expect(calls.filter((call) => call === 'POST /contact')).toHaveLength(1)
})

test('what was typed survives a reload, and is sent then', async ({ page, ready, mailServer }) => {
  const message = createUniqueMessage()
  await fillContactForm(page, message)
  await page.reload()
  await ready()
  await expectInputKept(page, message)
  await skipTypingTime(page)
  await sendAndExpectSuccess(page)
  await expectOneEmail(mailServer, message)
  await page.reload()
  await ready()
  await expect(getContactField(page, 'Message')).toHaveValue('')
})

test('it survives a look at another page too', async ({ page }) => {
  const message = createUniqueMessage()
  await fillContactForm(page, message)
  await page.getByRole('navigation').getByRole('link', { name: 'Gallery' }).first().click()
  await expect(page).toHaveURL(/\/gallery$/)
  await page.goBack()
  await expectInputKept(page, message)
})

test('by keyboard alone: written, sent, the toast closed', async ({ page, mailServer }) => {
  const message = createUniqueMessage()
  await getContactField(page, 'Name').focus()
  await page.keyboard.type('Ada Lovelace')
  await page.keyboard.press('Tab')
  await page.keyboard.type('ada@engine.example')
  await page.keyboard.press('Tab')
  await page.keyboard.type(message)
  await skipTypingTime(page)
  await page.keyboard.press('Tab')
  await expect(getSendButton(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expectMessageSent(page)
  const close = page.getByRole('button', { name: 'Close' })
  for (
    let presses = 0;
    presses < 30 && !(await close.evaluate((button) => button === document.activeElement));
    presses++
  )
    await page.keyboard.press('Tab')
  await expect(close).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(getToast(page, TOAST_TEXTS.sent)).toBeHidden()
  await expectOneEmail(mailServer, message)
})

test('what a program fills in is kept apart, and not mailed', async ({ page, mailServer }) => {
  const [trapped, honest] = [createUniqueMessage(), createUniqueMessage()]
  await page.locator('input[name=website]').evaluate((input: HTMLInputElement) => {
    input.value = 'https://pills.example'
  })
  await fillContactForm(page, trapped)
  await sendAndExpectSuccess(page)
  await page.reload()
  await fillContactForm(page, honest)
  await getSendButton(page).click()
  await expectOneEmail(mailServer, honest)
  expect(findEmails(mailServer, trapped)).toEqual([])
})

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
  pressUntilFocused,
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

test('requirements §8: sends one email with the text of the message', async ({ page, mailServer }) => {
  const message = `Zwölf Meilen, 50 % by May & the rest?\n.\n“When” — 😀 שלום #1\n${createUniqueMessage()}`
  await fillContactForm(page, message)
  await sendAndExpectSuccess(page)
  const email = await expectOneEmail(mailServer, message)
  expect(email.to).toBe('office@blackland.example')
  expect(email.text).toContain('Ada Lovelace')
  expect(email.text).toContain('ada@engine.example')
  expect(JSON.stringify(email.headers)).not.toMatch(/Ada|engine\.example/)
})

test('requirements §4: focuses the confirmation, which has no axe violations', async ({ page }) => {
  await fillContactForm(page, createUniqueMessage())
  await sendAndExpectSuccess(page)
  await expect(page.getByRole('heading', { name: 'Message Sent' })).toBeFocused()
  for (const width of [1440, 390, 320]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoAxeViolations(page)
  }
})

test('requirements §4: disables the button and shows the overlay while the message is sent', async ({ page }) => {
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

test('input is kept after a reload and can be sent', async ({ page, ready, mailServer }) => {
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

test('input is kept after a visit to another page', async ({ page }) => {
  const message = createUniqueMessage()
  await fillContactForm(page, message)
  await page.getByRole('navigation').getByRole('link', { name: 'Gallery' }).first().click()
  await expect(page).toHaveURL(/\/gallery$/)
  await page.goBack()
  await expectInputKept(page, message)
})

test('a message can be sent and the toast closed by keyboard', async ({ page, mailServer }) => {
  const message = createUniqueMessage()
  await getContactField(page, 'Name').focus()
  await page.keyboard.type('Ada Lovelace')
  await pressUntilFocused(getContactField(page, 'Email'))
  await page.keyboard.type('ada@engine.example')
  await pressUntilFocused(getContactField(page, 'Message'))
  await page.keyboard.type(message)
  await skipTypingTime(page)
  await pressUntilFocused(getSendButton(page))
  await page.keyboard.press('Enter')
  await expectMessageSent(page)
  await pressUntilFocused(page.getByRole('button', { name: 'Close' }))
  await page.keyboard.press('Enter')
  await expect(getToast(page, TOAST_TEXTS.sent)).toBeHidden()
  await expectOneEmail(mailServer, message)
})

test('a message with a filled honeypot field is not emailed', async ({ page, mailServer }) => {
  const [spamMessage, message] = [createUniqueMessage(), createUniqueMessage()]
  await page.locator('input[name=website]').evaluate((input: HTMLInputElement) => {
    input.value = 'https://pills.example'
  })
  await fillContactForm(page, spamMessage)
  await sendAndExpectSuccess(page)
  await page.reload()
  await fillContactForm(page, message)
  await getSendButton(page).click()
  await expectOneEmail(mailServer, message)
  expect(findEmails(mailServer, spamMessage)).toEqual([])
})

test('text with characters of other programs, and an international address, can be sent', async ({
  page,
  mailServer,
}) => {
  const message = createUniqueMessage()
  await fillContactForm(
    page,
    `Dear team,\u000bplease call.\u0003 Thanks\f\u0085\u2028The owner\u0092s land\n${message}`,
  )
  await getContactField(page, 'Name').fill('Ada\u00ad\tLovelace\u200f')
  await getContactField(page, 'Email').fill('r&d/crew@bücher.example')
  await sendAndExpectSuccess(page)
  const email = await expectOneEmail(mailServer, message)
  expect(email.text).toContain('Ada Lovelace')
  expect(email.text).toContain('r&d/crew@xn--bcher-kva.example')
  expect(email.text).toContain('Dear team,\nplease call. Thanks\n\n\nThe owners land\n')
})

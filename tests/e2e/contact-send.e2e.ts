import { expectNoViolations } from '#tests/setup/axe.ts'
import {
  callsOf,
  expectGoes,
  expectKept,
  expectMailedOnce,
  expectSent,
  field,
  fillIn,
  mailsWith,
  sendButton,
  skipTypingTime,
  TOAST,
  toast,
  uniqueMessage,
} from '#tests/setup/contact.ts'
import { fakeMaps } from '#tests/setup/fake-maps.ts'
import { expect, test, WITHOUT_MOTION } from '#tests/setup/fixtures.ts'

test.use({ ...WITHOUT_MOTION, googleMap: 'answered' })
test.beforeEach(async ({ page }) => {
  await fakeMaps(page)
})

test.beforeEach(async ({ page, ready }) => {
  await page.goto('/contact')
  await ready()
})

test('spec §8: a message is sent, and arrives once, with the right text', async ({ page, mailServer }) => {
  const message = `Zwölf Meilen, 50 % by May & the rest?\n.\n“When” — 😀 שלום #1\n${uniqueMessage()}`
  await fillIn(page, message)
  await expectGoes(page)
  const mail = await expectMailedOnce(mailServer, message)
  expect(mail.to).toBe('office@blackland.example')
  expect(mail.text).toContain('Ada Lovelace')
  expect(mail.text).toContain('ada@engine.example')
  expect(JSON.stringify(mail.headers)).not.toMatch(/Ada|engine\.example/)
})

test('spec §4: the view that follows takes the focus, and axe finds nothing in it', async ({ page }) => {
  await fillIn(page, uniqueMessage())
  await expectGoes(page)
  await expect(page.getByRole('heading', { name: 'Message Sent' })).toBeFocused()
  for (const width of [1440, 390, 320]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoViolations(page)
  }
})

test('spec §4: while it is being sent the button is disabled and the overlay is shown', async ({ page }) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/api/contact', async (route) => {
    await promise
    await route.continue()
  })
  await fillIn(page, uniqueMessage())
  await sendButton(page).click()
  await expect(sendButton(page)).toHaveText('Sending…')
  await expect(sendButton(page)).toBeDisabled()
  await expect(page.getByRole('status').getByText('Loading')).toBeVisible()
  resolve()
  await expectSent(page)
  await expect(page.getByRole('status').getByText('Loading')).toBeHidden()
})

test('a double click sends one message', async ({ page, mailServer }) => {
  const calls = callsOf(page)
  const message = uniqueMessage()
  await fillIn(page, message)
  await sendButton(page).dblclick()
  await expectSent(page)
  await expectMailedOnce(mailServer, message)
  expect(calls.filter((call) => call === 'POST /contact')).toHaveLength(1)
})

test('what was typed survives a reload, and is sent then', async ({ page, ready, mailServer }) => {
  const message = uniqueMessage()
  await fillIn(page, message)
  await page.reload()
  await ready()
  await expectKept(page, message)
  await skipTypingTime(page)
  await expectGoes(page)
  await expectMailedOnce(mailServer, message)
  await page.reload()
  await ready()
  await expect(field(page, 'Message')).toHaveValue('')
})

test('it survives a look at another page too', async ({ page }) => {
  const message = uniqueMessage()
  await fillIn(page, message)
  await page.getByRole('navigation').getByRole('link', { name: 'Gallery' }).first().click()
  await expect(page).toHaveURL(/\/gallery$/)
  await page.goBack()
  await expectKept(page, message)
})

test('by keyboard alone: written, sent, the toast closed', async ({ page, mailServer }) => {
  const message = uniqueMessage()
  await field(page, 'Name').focus()
  await page.keyboard.type('Ada Lovelace')
  await page.keyboard.press('Tab')
  await page.keyboard.type('ada@engine.example')
  await page.keyboard.press('Tab')
  await page.keyboard.type(message)
  await skipTypingTime(page)
  await page.keyboard.press('Tab')
  await expect(sendButton(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expectSent(page)
  const close = page.getByRole('button', { name: 'Close' })
  for (
    let presses = 0;
    presses < 30 && !(await close.evaluate((button) => button === document.activeElement));
    presses++
  )
    await page.keyboard.press('Tab')
  await expect(close).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(toast(page, TOAST.sent)).toBeHidden()
  await expectMailedOnce(mailServer, message)
})

test('what a program fills in is kept apart, and not mailed', async ({ page, mailServer }) => {
  const [trapped, honest] = [uniqueMessage(), uniqueMessage()]
  await page.locator('input[name=website]').evaluate((input: HTMLInputElement) => {
    input.value = 'https://pills.example'
  })
  await fillIn(page, trapped)
  await expectGoes(page)
  await page.reload()
  await fillIn(page, honest)
  await sendButton(page).click()
  await expectMailedOnce(mailServer, honest)
  expect(mailsWith(mailServer, trapped)).toEqual([])
})

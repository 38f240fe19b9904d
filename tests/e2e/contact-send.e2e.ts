import {
  createUniqueMessage,
  expectInputKept,
  expectMessageSent,
  expectOneEmail,
  fillContactForm,
  getContactField,
  getSendButton,
  getToast,
  pressUntilFocused,
  recordApiCalls,
  skipTypingTime,
  TOAST_TEXTS,
} from '#tests/setup/e2e/contact-form.ts'
import { expect, REDUCED_MOTION, test } from '#tests/setup/e2e/fixtures.ts'
import { expectNoAxeViolations } from './axe.ts'
import { mockGoogleMaps } from './mock-google-maps.ts'

test.use({ ...REDUCED_MOTION, googleMap: 'mocked' })

test.beforeEach(async ({ page, ready }) => {
  await mockGoogleMaps(page)
  await page.goto('/contact')
  await ready()
})

test('§4 a message is written and sent by keyboard, and the office gets it as an email', async ({
  page,
  mailServer,
}) => {
  const message = `Zwölf Meilen, 50 % by May & the rest?\n.\n“When” — 😀 שלום #1\n${createUniqueMessage()}`
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/contact', async (route) => {
    await released
    await route.continue()
  })
  const overlay = page.getByRole('status').getByText('Loading')

  await test.step('each field is written, and Enter sends the form', async () => {
    await getContactField(page, 'Name').focus()
    await page.keyboard.type('Ada Lovelace')
    await pressUntilFocused(getContactField(page, 'Email'))
    await page.keyboard.type('ada@engine.example')
    await pressUntilFocused(getContactField(page, 'Message'))
    await page.keyboard.type(message)
    await skipTypingTime(page)
    await pressUntilFocused(getSendButton(page))
    await page.keyboard.press('Enter')
    await expect(getSendButton(page)).toHaveText('Sending…')
    await expect(getSendButton(page)).toBeDisabled()
    await expect(overlay).toBeVisible()
  })

  await test.step('the confirmation gets the focus, and the toast is closed', async () => {
    release()
    await expectMessageSent(page)
    await expect(overlay).toBeHidden()
    await expect(page.getByRole('heading', { name: 'Message Sent' })).toBeFocused()
    await pressUntilFocused(page.getByRole('button', { name: 'Close' }))
    await page.keyboard.press('Enter')
    await expect(getToast(page, TOAST_TEXTS.sent)).toBeHidden()
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await expectNoAxeViolations(page)
    }
  })

  await test.step('one email has the text, and no personal data in its headers', async () => {
    const email = await expectOneEmail(mailServer, message)
    expect(email.to).toBe('office@blackland.example')
    expect(email.text).toContain('Ada Lovelace')
    expect(email.text).toContain('ada@engine.example')
    expect(JSON.stringify(email.headers)).not.toMatch(/Ada|engine\.example/)
  })
})

test('the text survives another page and a reload; a double click sends it once, and the form is empty', async ({
  page,
  ready,
  mailServer,
}) => {
  const message = createUniqueMessage()
  await fillContactForm(page, message)
  await page.getByRole('navigation').getByRole('link', { name: 'Gallery' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Past Work and Projects')
  await page.goBack()
  await expectInputKept(page, message)

  await page.reload()
  await ready()
  await expectInputKept(page, message)
  await skipTypingTime(page)
  const calls = recordApiCalls(page)
  await getSendButton(page).dblclick()
  await expectMessageSent(page)
  await expectOneEmail(mailServer, message)
  expect(calls.filter((call) => call === 'POST /contact')).toHaveLength(1)

  await page.reload()
  await ready()
  await expect(getContactField(page, 'Message')).toHaveValue('')
})

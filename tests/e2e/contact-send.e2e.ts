import {
  createUniqueMessage,
  expectInputKept,
  expectMessageSent,
  expectOneEmail,
  getContactField,
  getSendButton,
  pressUntilFocused,
  recordApiCalls,
  skipTypingTime,
  waitForGuestSession,
} from '#tests/setup/e2e/contact-form.ts'
import { expect, REDUCED_MOTION, test } from '#tests/setup/e2e/fixtures.ts'
import { getItemName, getMainNavigation, getPageHeading } from '#tests/setup/e2e/site-pages.ts'
import { getLabel, getSeedText } from '#tests/setup/seed-content.ts'
import { expectNoAxeViolations } from './axe.ts'
import { mockGoogleMaps } from './mock-google-maps.ts'

test.use({ ...REDUCED_MOTION, googleMap: 'mocked' })

test('§2.38 §4.5 §4.8 §4.12 §8.3 §12.16 a message is written by keyboard, survives another page and a reload, and the office gets it as an email', async ({
  page,
  ready,
  mailServer,
}) => {
  const message = `Zwölf Meilen, 50 % by May & the rest?\n.\n“When” — 😀 שלום #1\n${createUniqueMessage()}`
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const overlay = page.getByRole('status').getByText(getLabel('loading'))
  const openServicesAndReturn = async () => {
    await getMainNavigation(page)
      .getByRole('link', { name: getItemName('/services') })
      .click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(getPageHeading('/services'))
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(getPageHeading('/contact'))
  }
  await mockGoogleMaps(page)
  const session = waitForGuestSession(page)
  await page.goto('/contact')
  await ready()
  await session

  await test.step('each field is written', async () => {
    await getContactField(page, 'Name').focus()
    await page.keyboard.type('Ada Lovelace')
    await pressUntilFocused(getContactField(page, 'Email'))
    await page.keyboard.type('ada@engine.example')
    await pressUntilFocused(getContactField(page, 'Message'))
    await page.keyboard.insertText(message)
  })

  await test.step('the text is kept on another page and by a reload, and the session is used again', async () => {
    await openServicesAndReturn()
    const calls = recordApiCalls(page)
    const validation = page.waitForResponse('**/api/auth/validate')
    await page.reload()
    expect((await validation).ok()).toBe(true)
    await ready()
    await expectInputKept(page, message)
    expect(calls).not.toContain('POST /auth/guest')
  })

  await test.step('Enter sends the form', async () => {
    await page.route('**/api/contact', async (route) => {
      await released
      await route.continue()
    })
    await skipTypingTime(page)
    await getContactField(page, 'Message').focus()
    await pressUntilFocused(getSendButton(page))
    await page.keyboard.press('Enter')
    await expect(getSendButton(page)).toHaveText(getSeedText('contactPage', 'sendingLabel'))
    await expect(getSendButton(page)).toBeDisabled()
    await expect(overlay).toBeVisible()
  })

  await test.step('the confirmation gets the focus', async () => {
    release()
    await expectMessageSent(page)
    await expect(overlay).toBeHidden()
    const title = page.getByRole('heading', { name: getSeedText('contactPage', 'sentTitle') })
    await expect(title).toBeFocused()
    await expect(title).toHaveAccessibleDescription(getSeedText('contactPage', 'sentText'))
    await expectNoAxeViolations(page, { part: 'main' })
  })

  await test.step('one email has the text, and no personal data in its headers', async () => {
    const email = await expectOneEmail(mailServer, message)
    expect(email.to).toBe('office@blackland.example')
    expect(email.text).toContain('Ada Lovelace')
    expect(email.text).toContain('ada@engine.example')
    expect(JSON.stringify(email.headers)).not.toMatch(/Ada|engine\.example/)
  })

  await test.step('the form is empty when it is opened again', async () => {
    await openServicesAndReturn()
    await expect(getContactField(page, 'Message')).toHaveValue('')
  })
})

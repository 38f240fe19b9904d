import type { Page } from '@playwright/test'
import {
  type ContactFieldName,
  expectMessageSent,
  getContactField,
  getSendButton,
  recordApiCalls,
} from '#tests/setup/e2e/contact-form.ts'
import { expect, REDUCED_MOTION, test } from '#tests/setup/e2e/fixtures.ts'
import { expectNoAxeViolations } from './axe.ts'
import { mockGoogleMaps } from './mock-google-maps.ts'

test.use({ ...REDUCED_MOTION, googleMap: 'mocked' })

test.beforeEach(async ({ page }) => {
  await mockGoogleMaps(page)
})

async function expectError(page: Page, name: ContactFieldName, message: string): Promise<void> {
  await expect(page.getByText(message, { exact: true })).toBeVisible()
  await expect(getContactField(page, name)).toHaveAccessibleDescription(message)
  await expect(getContactField(page, name)).toHaveAttribute('aria-invalid', 'true')
}

async function expectNoError(page: Page, name: ContactFieldName): Promise<void> {
  await expect(getContactField(page, name)).toHaveAttribute('aria-invalid', 'false')
  await expect(getContactField(page, name)).toHaveAccessibleDescription('')
}

/** Returns the distances of fields and button from the top of the page. */
const readPositions = (page: Page) =>
  page
    .locator('form :is(input, textarea, button):not([name=website])')
    .evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect().top + scrollY))

test('§2.37 §4.10 §5.3 §5.5 §5.7 a field shows its error after it was touched, and a submit all errors; they shift no layout', async ({
  page,
  ready,
}) => {
  const calls = recordApiCalls(page)
  const email = getContactField(page, 'Email')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/contact')
  await ready()
  await page.evaluate(() => document.fonts.ready)
  const positions = await readPositions(page)

  await test.step('a touched field is checked at each input', async () => {
    await email.pressSequentially('crew')
    await expectNoError(page, 'Email')
    await getContactField(page, 'Message').focus()
    await expectError(page, 'Email', 'Enter a valid email address.')
    await expectNoError(page, 'Name')
    await email.pressSequentially('@pipe.example')
    await expectNoError(page, 'Email')
    await email.fill('')
    await expectError(page, 'Email', 'Email is required.')
  })

  await test.step('a submit shows all errors and focuses the first invalid field', async () => {
    await getSendButton(page).click()
    await expectError(page, 'Name', 'Name is required.')
    await expectError(page, 'Message', 'Message is required.')
    await expect(getContactField(page, 'Name')).toBeFocused()
    await expectNoAxeViolations(page, { part: 'form' })

    await getContactField(page, 'Name').fill('Ada')
    await getContactField(page, 'Message').fill('x'.repeat(5_001))
    await expectError(page, 'Message', 'Message must be 5000 characters or fewer.')
    await getSendButton(page).click()
    await expect(email).toBeFocused()
    expect(await readPositions(page)).toEqual(positions)
  })
  expect(calls).not.toContain('POST /contact')
})

test('§2.38 §4.10 text and a submit from before hydration are kept', async ({ page, ready }) => {
  const { promise: released, resolve: loadScripts } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/contact', { waitUntil: 'commit' })
  await getContactField(page, 'Name').fill('Ada Lovelace')
  await getContactField(page, 'Email').fill('ada@')
  await getContactField(page, 'Message').fill('Sixteen miles.')
  await getSendButton(page).click()
  await expect(getSendButton(page)).toHaveAttribute('aria-busy', 'true')

  loadScripts()
  await expectError(page, 'Email', 'Enter a valid email address.') // the form was submitted
  await expect(getContactField(page, 'Email')).toBeFocused()
  await expectNoError(page, 'Name')
  await expectNoError(page, 'Message')

  await ready()
  await expect(getSendButton(page)).not.toHaveAttribute('aria-busy')
  await getContactField(page, 'Email').evaluate((input: HTMLInputElement) => {
    input.value = 'ada@engine.example' // as browsers that fill in fields without an event
  })
  await page.locator('input[name=website]').evaluate((honeypot: HTMLInputElement) => {
    honeypot.value = 'https://pills.example'
  })
  const request = page.waitForRequest('**/api/contact')
  await getSendButton(page).click()
  expect((await request).postDataJSON()).toMatchObject({
    name: 'Ada Lovelace',
    email: 'ada@engine.example',
    message: 'Sixteen miles.',
    website: 'https://pills.example',
  })
  await expectMessageSent(page)
})

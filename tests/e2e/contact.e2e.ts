import type { Page } from '@playwright/test'
import { expectNoAxeViolations } from '#tests/setup/e2e/axe.ts'
import {
  expectMessageSent,
  getContactField,
  getSendButton,
  pressUntilFocused,
  recordApiCalls,
} from '#tests/setup/e2e/contact-form.ts'
import { expect, REDUCED_MOTION, test } from '#tests/setup/e2e/fixtures.ts'
import { mockGoogleMaps } from '#tests/setup/e2e/mock-google-maps.ts'

test.use({ ...REDUCED_MOTION, googleMap: 'mocked' })

test.beforeEach(async ({ page }) => {
  await mockGoogleMaps(page)
})

/** Fills in a field and moves the focus away. */
async function fillAndBlur(page: Page, name: 'Name' | 'Email' | 'Message', text: string): Promise<void> {
  await getContactField(page, name).fill(text)
  await getContactField(page, name).blur()
}

async function expectError(page: Page, name: 'Name' | 'Email' | 'Message', message: string): Promise<void> {
  await expect(page.getByText(message, { exact: true })).toBeVisible()
  await expect(getContactField(page, name)).toHaveAccessibleDescription(message)
  await expect(getContactField(page, name)).toHaveAttribute('aria-invalid', 'true')
}

async function expectNoError(page: Page, name: 'Name' | 'Email' | 'Message'): Promise<void> {
  await expect(getContactField(page, name)).toHaveAttribute('aria-invalid', 'false')
  await expect(getContactField(page, name)).toHaveAccessibleDescription('')
}

test.describe('the form', () => {
  test.beforeEach(async ({ page, ready }) => {
    await page.goto('/contact')
    await ready()
  })

  test('requirements §2: shows all sections', async ({ page }) => {
    for (const name of ['Let’s Get Connected', 'Our Office', 'Working Hours', 'Contact'])
      await expect(page.getByRole('heading', { level: 2, name, exact: true })).toBeVisible()
  })

  test('requirements §2: has placeholders, and native validation is turned off', async ({ page }) => {
    await expect(getContactField(page, 'Name')).toHaveAttribute('placeholder', 'Enter your name')
    await expect(getContactField(page, 'Email')).toHaveAttribute('placeholder', 'Enter your email')
    expect(await page.locator('form').evaluate((form: HTMLFormElement) => form.noValidate)).toBe(true)
  })

  test('requirements §5: name is required', async ({ page }) => {
    await fillAndBlur(page, 'Name', '')
    await expectError(page, 'Name', 'Name is required.')
    await fillAndBlur(page, 'Name', '   ')
    await expectError(page, 'Name', 'Name is required.')
    await getContactField(page, 'Name').fill('A')
    await expectNoError(page, 'Name')
  })

  test('requirements §5, §9: name at most 75 characters', async ({ page }) => {
    await fillAndBlur(page, 'Name', '😀'.repeat(75))
    await expectNoError(page, 'Name')
    await fillAndBlur(page, 'Name', '😀'.repeat(76))
    await expectError(page, 'Name', 'Name must be 75 characters or fewer.')
    expect(await getContactField(page, 'Name').inputValue()).toBe('😀'.repeat(76))
  })

  test('requirements §5: email is required', async ({ page }) => {
    await fillAndBlur(page, 'Email', '')
    await expectError(page, 'Email', 'Email is required.')
  })

  test('requirements §5: email has a valid format', async ({ page }) => {
    await fillAndBlur(page, 'Email', 'crew@')
    await expectError(page, 'Email', 'Enter a valid email address.')
    await fillAndBlur(page, 'Email', 'crew@pipe.example')
    await expectNoError(page, 'Email')
  })

  test('requirements §5: message is required', async ({ page }) => {
    await fillAndBlur(page, 'Message', '\n ')
    await expectError(page, 'Message', 'Message is required.')
  })

  test('requirements §5, §9: message at most 5000 characters', async ({ page }) => {
    await fillAndBlur(page, 'Message', 'x'.repeat(5000))
    await expectNoError(page, 'Message')
    await fillAndBlur(page, 'Message', 'x'.repeat(5001))
    await expectError(page, 'Message', 'Message must be 5000 characters or fewer.')
    expect((await getContactField(page, 'Message').inputValue()).length).toBe(5001)
  })

  test('requirements §5: shows the error of a field after it was touched, and then updates it on every input', async ({
    page,
  }) => {
    const email = getContactField(page, 'Email')
    await email.pressSequentially('crew')
    await expectNoError(page, 'Email')
    await getContactField(page, 'Message').focus()
    await expectError(page, 'Email', 'Enter a valid email address.')
    await expectNoError(page, 'Name')
    await expectNoError(page, 'Message')
    await email.pressSequentially('@pipe.example')
    await expectNoError(page, 'Email')
    await email.fill('')
    await expectError(page, 'Email', 'Email is required.')
  })

  test('requirements §4: an invalid form is not sent, shows all errors and focuses the first invalid field', async ({
    page,
  }) => {
    const calls = recordApiCalls(page)
    await getSendButton(page).click()
    await expectError(page, 'Name', 'Name is required.')
    await expectError(page, 'Email', 'Email is required.')
    await expectError(page, 'Message', 'Message is required.')
    await expect(getContactField(page, 'Name')).toBeFocused()
    await getContactField(page, 'Name').fill('Ada')
    await getContactField(page, 'Message').fill('Sixteen miles.')
    await getSendButton(page).click()
    await expect(getContactField(page, 'Email')).toBeFocused()
    await expectNoError(page, 'Message')
    expect(calls).not.toContain('POST /contact')
  })

  for (const width of [1440, 320]) {
    test(`errors shift no layout at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 })
      await page.evaluate(() => document.fonts.ready)
      const readPositions = () =>
        page
          .locator('form :is(input, textarea, button):not([name=website])')
          .evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect().top + scrollY))
      const before = await readPositions()
      await fillAndBlur(page, 'Name', 'x'.repeat(76))
      await fillAndBlur(page, 'Email', 'crew@')
      await fillAndBlur(page, 'Message', 'x'.repeat(5001))
      await expectError(page, 'Message', 'Message must be 5000 characters or fewer.')
      expect(await readPositions()).toEqual(before)
    })
  }

  test('can be used by keyboard: Tab reaches each field and the links beside the form, Enter shows errors', async ({
    page,
  }) => {
    await page.getByRole('button', { name: /video/ }).focus()
    await pressUntilFocused(getContactField(page, 'Name'))
    await page.keyboard.type('Ada')
    await pressUntilFocused(getContactField(page, 'Email'))
    await page.keyboard.type('ada')
    await page.keyboard.press('Enter')
    await expect(getContactField(page, 'Email')).toBeFocused()
    await expectError(page, 'Email', 'Enter a valid email address.')
    await page.keyboard.type('@engine.example')
    await pressUntilFocused(getContactField(page, 'Message'))
    await page.keyboard.type('Sixteen miles.')
    await pressUntilFocused(getSendButton(page))
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'office@blackland.example' })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: '(940) 555-0142' })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Directions' })).toBeFocused()
  })

  for (const width of [1440, 390]) {
    test(`axe finds no violations in the form with errors, at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 })
      await getSendButton(page).click()
      await expectError(page, 'Message', 'Message is required.')
      await expectNoAxeViolations(page)
    })
  }

  test('requirements §2: shows office, hours and contact, with links for email and phone', async ({ page }) => {
    for (const line of ['1200 Courthouse Square, Suite 300', 'Decatur, TX 76234', '9AM - 5PM', 'Mon - Fri'])
      await expect(page.getByRole('listitem').getByText(line, { exact: true })).toBeVisible()
    const email = page.getByRole('link', { name: 'office@blackland.example' })
    await expect(email).toHaveAttribute('href', 'mailto:office@blackland.example')
    await expect(page.getByRole('link', { name: '(940) 555-0142' })).toHaveAttribute('href', 'tel:9405550142')
  })

  test('requirements §9: form and column are side by side above 991 px, name and email above 767 px', async ({
    page,
  }) => {
    const column = page.getByRole('heading', { name: 'Our Office' })
    for (const [width, isColumnBeside, isEmailBeside] of [
      [1440, true, true],
      [992, true, true],
      [991, false, true],
      [768, false, true],
      [767, false, false],
      [479, false, false],
      [320, false, false],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      const [name, email, office] = await Promise.all([
        getContactField(page, 'Name').boundingBox(),
        getContactField(page, 'Email').boundingBox(),
        column.boundingBox(),
      ])
      if (!name || !email || !office) throw new Error('The form or the column is not visible')
      expect([width, office.x > email.x, email.y === name.y]).toEqual([width, isColumnBeside, isEmailBeside])
      expect(email.x + email.width).toBeLessThanOrEqual(width)
    }
  })
})

test.describe('before hydration', () => {
  /** Opens the page and blocks its scripts. Returns a function that loads them. */
  async function openWithBlockedScripts(page: Page): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', async (route) => {
      await promise
      await route.continue()
    })
    await page.goto('/contact', { waitUntil: 'commit' })
    return resolve
  }

  test('input from before hydration is kept and validated', async ({ page, ready }) => {
    const loadScripts = await openWithBlockedScripts(page)
    await getContactField(page, 'Name').fill('Ada Lovelace')
    await getContactField(page, 'Email').fill('ada@')
    await getContactField(page, 'Message').fill('Sixteen miles.')
    loadScripts()
    await ready()
    await expect(getContactField(page, 'Name')).toHaveValue('Ada Lovelace')
    await expect(getContactField(page, 'Message')).toHaveValue('Sixteen miles.')
    await getSendButton(page).click()
    await expectError(page, 'Email', 'Enter a valid email address.')
    await expectNoError(page, 'Name')
    await expectNoError(page, 'Message')
    const sentRequest = page.waitForRequest('**/api/contact')
    await getContactField(page, 'Email').fill('ada@engine.example')
    await getSendButton(page).click()
    await expectMessageSent(page)
    expect((await sentRequest).postDataJSON()).toMatchObject({ name: 'Ada Lovelace', message: 'Sixteen miles.' })
  })

  test('a submit before hydration shows a busy button, and sends the message after hydration', async ({ page }) => {
    const loadScripts = await openWithBlockedScripts(page)
    const sentRequest = page.waitForRequest('**/api/contact')
    await getContactField(page, 'Name').fill('Ada Lovelace')
    await getContactField(page, 'Email').fill('ada@engine.example')
    await getContactField(page, 'Message').fill('Sixteen miles.')
    await getSendButton(page).click()
    await expect(getSendButton(page)).toHaveAttribute('aria-busy', 'true')
    loadScripts()
    await expectMessageSent(page)
    expect((await sentRequest).postDataJSON()).toMatchObject({ name: 'Ada Lovelace', message: 'Sixteen miles.' })
  })

  test('a submit of an empty form before hydration shows errors after hydration', async ({ page }) => {
    const loadScripts = await openWithBlockedScripts(page)
    await getSendButton(page).click()
    loadScripts()
    await expectError(page, 'Name', 'Name is required.')
    await expect(getContactField(page, 'Name')).toBeFocused()
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the form is shown and submits to a mailto: address', async ({ page }) => {
    await page.goto('/contact')
    for (const name of ['Name', 'Email', 'Message'] as const) await expect(getContactField(page, name)).toBeEditable()
    const form = page.locator('form')
    await expect(form).toHaveAttribute('action', 'mailto:office@blackland.example')
    await expect(form).toHaveAttribute('method', 'post')
    await expect(form).toHaveAttribute('enctype', 'text/plain')
    await expect(page.getByRole('link', { name: 'Directions' })).toBeVisible()
  })
})

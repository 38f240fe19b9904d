import type { Page } from '@playwright/test'
import {
  createUniqueMessage,
  expectMessageSent,
  expectOneEmail,
  fillContactForm,
  getContactField,
  getSendButton,
  getToast,
  sendAndExpectError,
  TOAST_TEXTS,
} from '#tests/setup/e2e/contact-form.ts'
import { expect, REDUCED_MOTION, test } from '#tests/setup/e2e/fixtures.ts'
import { getSeedText } from '#tests/setup/seed-content.ts'
import { mockGoogleMaps } from './mock-google-maps.ts'

test.use({
  ...REDUCED_MOTION,
  expectedProblems: /\/api\/|Failed to load resource|API error|Guest session/,
})
test.beforeEach(async ({ page }) => {
  await mockGoogleMaps(page)
})

const recordConsoleErrors = (page: Page): readonly string[] => {
  const errors: string[] = []
  page.on('console', (entry) => entry.type() === 'error' && errors.push(entry.text()))
  return errors
}

test('§4.5 §4.9 §4.11 §4.13 §8.1 §8.2 §8.6 §12.19 whatever fails while a message is sent, its text is kept, and a retry sends it once', async ({
  page,
  ready,
  mailServer,
}) => {
  const errors = recordConsoleErrors(page)
  const keys: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/contact')) keys.push(request.headers()['idempotency-key'])
  })
  const message = createUniqueMessage()
  await page.clock.install()

  await test.step('the guest login fails', async () => {
    await page.route('**/api/auth/guest', (route) =>
      route.fulfill({ status: 500, json: { code: 'failed', message: '' } }),
    )
    await page.goto('/contact')
    await ready()
    await expect.poll(() => errors.some((text) => /Guest session/.test(text))).toBe(true)
    await expect(page.locator('[data-snack-bar]')).toBeEmpty()
    await fillContactForm(page, message)
    await sendAndExpectError(page, message, TOAST_TEXTS.noSession)
    await page.unroute('**/api/auth/guest')
  })

  await test.step('a failed request is logged, and the button is enabled 2 seconds later', async () => {
    await page.route('**/api/contact', (route) => route.fulfill({ status: 500, body: '<h1>Bad gateway</h1>' }))
    await page.clock.pauseAt(Date.now() + 30_000)
    await getSendButton(page).click()
    await expect(getToast(page, TOAST_TEXTS.failed)).toBeVisible()
    expect(errors.some((text) => text.startsWith('API error'))).toBe(true)
    await page.clock.runFor(1_999)
    await expect(getSendButton(page)).toBeDisabled()
    await page.clock.runFor(1)
    await expect(getSendButton(page)).toBeEnabled()
    await page.clock.resume()
    await page.unroute('**/api/contact')
  })

  await test.step('fields that the server refuses have its errors, and the first one gets the focus', async () => {
    const fields = { message: 'Message is refused.', email: 'Email is refused.' }
    await page.route('**/api/contact', (route) =>
      route.fulfill({ status: 422, json: { code: 'invalid', message: '', fields } }),
    )
    await sendAndExpectError(page, message, TOAST_TEXTS.failed)
    await expect(getContactField(page, 'Email')).toBeFocused()
    await expect(getContactField(page, 'Email')).toHaveAccessibleDescription(fields.email)
    await expect(getContactField(page, 'Message')).toHaveAccessibleDescription(fields.message)
    await expect(getContactField(page, 'Name')).toHaveAccessibleDescription('')
    await page.unroute('**/api/contact')
  })

  await test.step('the response of a stored message is lost', async () => {
    await page.route('**/api/contact', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await sendAndExpectError(page, message, TOAST_TEXTS.failed)
    await page.unroute('**/api/contact')
  })

  await test.step('a double click sends once, with the key of the message, which the server stores once', async () => {
    await getSendButton(page).dblclick()
    await expectMessageSent(page)
    expect(keys).toHaveLength(4)
    expect(new Set(keys).size).toBe(1)
    await expectOneEmail(mailServer, message)
  })
})

test('§8.5 a browser that blocks cookies and storage gets the telephone number and the email address', async ({
  page,
  ready,
}) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('Access is denied', 'SecurityError')
        },
      })
  })
  await page.route('http://127.0.0.1:*/api/**', async (route) => {
    const { cookie: _, ...headers } = await route.request().allHeaders()
    const body = route.request().postData()
    const response = await fetch(route.request().url(), { method: route.request().method(), headers, body })
    const { 'set-cookie': __, ...kept } = Object.fromEntries(response.headers)
    await route.fulfill({ status: response.status, headers: kept, body: await response.text() })
  })
  await page.goto('/contact')
  await ready()
  const message = createUniqueMessage()
  await fillContactForm(page, message)
  await sendAndExpectError(
    page,
    message,
    `Your browser blocks cookies, which this form needs. Please call ${getSeedText('contactPage', 'phone')} or write to ${getSeedText('contactPage', 'email')}.`,
  )
})

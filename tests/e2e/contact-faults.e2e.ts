import type { Page } from '@playwright/test'
import { settings } from '#src/settings.ts'
import {
  createUniqueMessage,
  expectMessageSent,
  expectOneEmail,
  fillContactForm,
  freezeClock,
  getSendButton,
  getToast,
  recordApiCalls,
  sendAndExpectError,
  sendAndExpectSuccess,
  TOAST_TEXTS,
  waitForGuestSession,
} from '#tests/setup/e2e/contact-form.ts'
import { expect, REDUCED_MOTION, test } from '#tests/setup/e2e/fixtures.ts'
import { mockGoogleMaps } from '#tests/setup/e2e/mock-google-maps.ts'

test.use(REDUCED_MOTION)
test.beforeEach(async ({ page }) => {
  await mockGoogleMaps(page)
})

test.use({ expectedProblems: /\/api\/|Failed to load resource|API error|Guest session|captcha/i })

const recordConsoleErrors = (page: Page): readonly string[] => {
  const errors: string[] = []
  page.on('console', (entry) => entry.type() === 'error' && errors.push(entry.text()))
  return errors
}

/** Stores the expiry of a session that is still valid, as an earlier visit does. */
const storeSessionExpiry = (page: Page) =>
  page.addInitScript(([key, date]) => localStorage.setItem(key, date), [
    settings.storageKeys.expiresOn,
    new Date(Date.now() + 60_000).toISOString(),
  ] as const)

test.describe('when the page loads', () => {
  for (const [failure, path] of [
    ['guest login fails', '**/api/auth/guest'],
    ['the captcha script cannot be loaded', '**/api/captcha.js'],
    ['the session cannot be validated', '**/api/auth/validate'],
  ] as const) {
    test(`requirements §8: only logs that ${failure}`, async ({ page, ready }) => {
      const errors = recordConsoleErrors(page)
      if (path.endsWith('validate')) await storeSessionExpiry(page)
      await page.route(path, (route) => route.fulfill({ status: 500, json: { code: 'failed', message: '' } }))
      await page.goto('/contact')
      await ready()
      await expect.poll(() => errors.some((text) => /Guest session/i.test(text))).toBe(true)
      await expect(page.locator('[data-snack-bar]')).toBeEmpty()
      await expect(getSendButton(page)).toBeEnabled()
    })
  }
})

test.describe('when a message is sent', () => {
  test.beforeEach(async ({ page, ready }) => {
    const session = waitForGuestSession(page)
    await page.goto('/contact')
    await ready()
    await session
  })

  test('requirements §8: shows a failed guest login; a retry sends the message', async ({ page, site, mailServer }) => {
    const message = createUniqueMessage()
    await fillContactForm(page, message)
    site.expireSessions()
    await page.route('**/api/auth/guest', (route) => route.abort())
    await sendAndExpectError(page, message, TOAST_TEXTS.noSession)
    await page.unroute('**/api/auth/guest')
    await sendAndExpectSuccess(page)
    await expectOneEmail(mailServer, message)
  })

  test('requirements §8: a 401 response to validate silently starts a new session', async ({
    page,
    site,
    mailServer,
  }) => {
    const message = createUniqueMessage()
    await fillContactForm(page, message)
    site.expireSessions()
    const calls = recordApiCalls(page)
    await sendAndExpectSuccess(page)
    expect(calls).toEqual(['GET /auth/validate', 'POST /auth/guest', 'POST /contact'])
    await expectOneEmail(mailServer, message)
  })

  test('requirements §4: shows any other failure of validate', async ({ page }) => {
    const message = createUniqueMessage()
    await fillContactForm(page, message)
    await page.route('**/api/auth/validate', (route) => route.fulfill({ status: 500, body: 'no JSON' }))
    await sendAndExpectError(page, message, TOAST_TEXTS.noSession)
  })

  test('a session that expires between validate and send is silently replaced, and the message is sent', async ({
    page,
    site,
    mailServer,
  }) => {
    const message = createUniqueMessage()
    await fillContactForm(page, message)
    const calls = recordApiCalls(page)
    await page.route(
      '**/api/contact',
      (route) => {
        site.expireSessions()
        return route.continue()
      },
      { times: 1 },
    )
    await sendAndExpectSuccess(page)
    expect(calls).toEqual(['GET /auth/validate', 'POST /contact', 'POST /auth/guest', 'POST /contact'])
    await expectOneEmail(mailServer, message)
  })

  test('requirements §8: shows that the server is down and keeps the input; a retry sends the message when it is back', async ({
    page,
    mailServer,
  }) => {
    const message = createUniqueMessage()
    await fillContactForm(page, message)
    await page.route('**/api/**', (route) => route.abort())
    await sendAndExpectError(page, message, TOAST_TEXTS.noSession)
    await page.unroute('**/api/**')
    await sendAndExpectSuccess(page)
    await expectOneEmail(mailServer, message)
  })

  test('requirements §8: shows and logs a failed request; a retry sends one message', async ({ page, mailServer }) => {
    const errors = recordConsoleErrors(page)
    const message = createUniqueMessage()
    await fillContactForm(page, message)
    await page.route('**/api/contact', (route) => route.fulfill({ status: 500, body: '<h1>Bad gateway</h1>' }))
    await sendAndExpectError(page, message, TOAST_TEXTS.failed)
    expect(errors.some((text) => text.startsWith('API error'))).toBe(true)
    await page.unroute('**/api/contact')
    await sendAndExpectSuccess(page)
    await expectOneEmail(mailServer, message)
  })

  test('a retry after a lost response sends no second message', async ({ page, mailServer }) => {
    const message = createUniqueMessage()
    await fillContactForm(page, message)
    await page.route(
      '**/api/contact',
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    await sendAndExpectError(page, message, TOAST_TEXTS.failed)
    await expectOneEmail(mailServer, message)
    await sendAndExpectSuccess(page)
    await page.waitForTimeout(1_000)
    await expectOneEmail(mailServer, message)
  })

  test('shows the overlay until a slow server responds', async ({ page, mailServer }) => {
    const message = createUniqueMessage()
    await fillContactForm(page, message)
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/api/contact', async (route) => {
      await released
      await route.continue()
    })
    await getSendButton(page).click()
    await expect(page.getByRole('status').getByText('Loading')).toBeVisible()
    release()
    await expectMessageSent(page)
    await expectOneEmail(mailServer, message)
  })

  test('shows a message and keeps the input when a rate limit is exceeded', async ({ page }) => {
    const message = createUniqueMessage()
    await page.route('**/api/contact', (route) =>
      route.fulfill({
        status: 429,
        headers: { 'retry-after': '60' },
        json: { code: 'rate_limited', message: 'Wait.' },
      }),
    )
    await fillContactForm(page, message)
    await sendAndExpectError(
      page,
      message,
      'That was a lot of messages at once. Please wait a minute and send it again; your text is still here.',
    )
  })

  test('shows that the browser is offline; a retry sends the message when it is online again', async ({
    page,
    context,
    mailServer,
  }) => {
    const message = createUniqueMessage()
    await fillContactForm(page, message)
    // Loads the map now, because it cannot be loaded offline.
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await expect(page.getByRole('region', { name: 'Map of the office' })).toBeVisible()
    await context.setOffline(true)
    await sendAndExpectError(page, message, 'You seem to be offline. Your text is kept; send it when you are back.')
    await context.setOffline(false)
    await sendAndExpectSuccess(page)
    await expectOneEmail(mailServer, message)
  })

  test('requirements §9: enables the button two seconds after a failure', async ({ page }) => {
    await fillContactForm(page, createUniqueMessage())
    await page.route('**/api/contact', (route) => route.abort())
    await freezeClock(page)
    await getSendButton(page).click()
    await expect(getToast(page, TOAST_TEXTS.failed)).toBeVisible()
    await page.clock.runFor(1_999)
    await expect(getSendButton(page)).toBeDisabled()
    await page.clock.runFor(1)
    await expect(getSendButton(page)).toBeEnabled()
  })
})

test('requirements §8: names telephone and email when the browser blocks cookies and storage', async ({
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
    'Your browser blocks cookies, which this form needs. Please call (940) 555-0142 or write to office@blackland.example.',
  )
})

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

const errorsOf = (page: Page): readonly string[] => {
  const errors: string[] = []
  page.on('console', (entry) => entry.type() === 'error' && errors.push(entry.text()))
  return errors
}

/** As after a visit within the last hour. */
const rememberSession = (page: Page) =>
  page.addInitScript(([key, date]) => localStorage.setItem(key, date), [
    settings.storageKeys.expiresOn,
    new Date(Date.now() + 60_000).toISOString(),
  ] as const)

test.describe('at the page’s start', () => {
  for (const [what, path] of [
    ['guest login fails', '**/api/auth/guest'],
    ['the captcha script cannot be loaded', '**/api/captcha.js'],
    ['the session cannot be checked', '**/api/auth/validate'],
  ] as const) {
    test(`requirements §8: where ${what}, it is only logged`, async ({ page, ready }) => {
      const errors = errorsOf(page)
      if (path.endsWith('validate')) await rememberSession(page)
      await page.route(path, (route) => route.fulfill({ status: 500, json: { code: 'failed', message: '' } }))
      await page.goto('/contact')
      await ready()
      await expect.poll(() => errors.some((text) => /Guest session/i.test(text))).toBe(true)
      await expect(page.locator('[data-snack-bar]')).toBeEmpty()
      await expect(getSendButton(page)).toBeEnabled()
    })
  }
})

test.describe('at the sending', () => {
  test.beforeEach(async ({ page, ready }) => {
    const started = waitForGuestSession(page)
    await page.goto('/contact')
    await ready()
    await started
  })

  test('requirements §8: a guest login that fails is said; then the message goes', async ({
    page,
    backend,
    mailServer,
  }) => {
    const message = createUniqueMessage()
    await fillContactForm(page, message)
    backend.expireSessions()
    await page.route('**/api/auth/guest', (route) => route.abort())
    await sendAndExpectError(page, message, TOAST_TEXTS.noSession)
    await page.unroute('**/api/auth/guest')
    await sendAndExpectSuccess(page)
    await expectOneEmail(mailServer, message)
  })

  test('requirements §8: validate’s 401 is a session that is not valid: a new one begins, silently', async ({
    page,
    backend,
    mailServer,
  }) => {
    const message = createUniqueMessage()
    await fillContactForm(page, message)
    backend.expireSessions()
    const calls = recordApiCalls(page)
    await sendAndExpectSuccess(page)
    expect(calls).toEqual(['GET /auth/validate', 'POST /auth/guest', 'POST /contact'])
    await expectOneEmail(mailServer, message)
  })

  test('requirements §4: a check that fails in another way is passed on', async ({ page }) => {
    const message = createUniqueMessage()
    await fillContactForm(page, message)
    await page.route('**/api/auth/validate', (route) => route.fulfill({ status: 500, body: 'no JSON' }))
    await sendAndExpectError(page, message, TOAST_TEXTS.noSession)
  })

  test('a session that ends between check and sending: one silent login, then the message goes', async ({
    page,
    backend,
    mailServer,
  }) => {
    const message = createUniqueMessage()
    await fillContactForm(page, message)
    const calls = recordApiCalls(page)
    await page.route(
      '**/api/contact',
      (route) => {
        backend.expireSessions()
        return route.continue()
      },
      { times: 1 },
    )
    await sendAndExpectSuccess(page)
    expect(calls).toEqual(['GET /auth/validate', 'POST /contact', 'POST /auth/guest', 'POST /contact'])
    await expectOneEmail(mailServer, message)
  })

  test('requirements §8: a server that is down is said, nothing typed is lost, and when it is back the message goes', async ({
    page,
    backend,
    mailServer,
  }) => {
    const message = createUniqueMessage()
    await fillContactForm(page, message)
    await backend.stop()
    await sendAndExpectError(page, message, TOAST_TEXTS.noSession)
    await backend.start()
    await sendAndExpectSuccess(page)
    await expectOneEmail(mailServer, message)
  })

  test('requirements §8: a sending that fails is said and logged; sent again it is one message', async ({
    page,
    mailServer,
  }) => {
    const errors = errorsOf(page)
    const message = createUniqueMessage()
    await fillContactForm(page, message)
    await page.route('**/api/contact', (route) => route.fulfill({ status: 500, body: '<h1>Bad gateway</h1>' }))
    await sendAndExpectError(page, message, TOAST_TEXTS.failed)
    expect(errors.some((text) => text.startsWith('API error'))).toBe(true)
    await page.unroute('**/api/contact')
    await sendAndExpectSuccess(page)
    await expectOneEmail(mailServer, message)
  })

  test('an answer that is lost on its way: sent again, it is still one message', async ({ page, mailServer }) => {
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

  test('a slow server: the overlay is shown until it answers', async ({ page, mailServer }) => {
    const message = createUniqueMessage()
    await fillContactForm(page, message)
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    await page.route('**/api/contact', async (route) => {
      await answered
      await route.continue()
    })
    await getSendButton(page).click()
    await expect(page.getByRole('status').getByText('Loading')).toBeVisible()
    answer()
    await expectMessageSent(page)
    await expectOneEmail(mailServer, message)
  })

  test('more messages than a minute allows: a sentence says so, and the text stays', async ({ page }) => {
    const message = createUniqueMessage()
    const statuses = await page.evaluate(async () => {
      const token = document.cookie.match(/XSRF-TOKEN=([^;]+)/)?.[1] ?? ''
      const headers = { 'content-type': 'application/json', ClientId: '3', EnvironmentId: 'dev', 'X-XSRF-TOKEN': token }
      const sent: number[] = []
      for (let number = 1; number <= 5; number++) {
        const answer = await fetch('/api/contact', {
          method: 'POST',
          headers: { ...headers, 'Idempotency-Key': crypto.randomUUID() },
          body: JSON.stringify({ name: 'Ada', email: 'ada@engine.example', message: `Number ${number}` }),
        })
        sent.push(answer.status)
      }
      return sent
    })
    expect(statuses).toEqual([202, 202, 202, 202, 202])
    await fillContactForm(page, message)
    await sendAndExpectError(
      page,
      message,
      'That was a lot of messages at once. Please wait a minute and send it again; your text is still here.',
    )
  })

  test('offline: a sentence says so, and the text is sent when the line is back', async ({
    page,
    context,
    mailServer,
  }) => {
    const message = createUniqueMessage()
    await fillContactForm(page, message)
    // The map is loaded when it is seen, which it cannot be offline.
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await expect(page.getByRole('region', { name: 'Map of the office' })).toBeVisible()
    await context.setOffline(true)
    await sendAndExpectError(page, message, 'You seem to be offline. Your text is kept; send it when you are back.')
    await context.setOffline(false)
    await sendAndExpectSuccess(page)
    await expectOneEmail(mailServer, message)
  })

  test('requirements §9: the button is of use again two seconds after a failure, not before', async ({ page }) => {
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

import { expectNoAxeViolations } from '#tests/setup/e2e/axe.ts'
import { CAPTCHA_SITE_KEY, mockCaptchaScript } from '#tests/setup/e2e/captcha-provider.ts'
import {
  createUniqueMessage,
  expectOneEmail,
  fillContactForm,
  sendAndExpectError,
  sendAndExpectSuccess,
  TOAST_TEXTS,
  waitForGuestSession,
} from '#tests/setup/e2e/contact-form.ts'
import { expect, REDUCED_MOTION, test } from '#tests/setup/e2e/fixtures.ts'
import { mockGoogleMaps } from '#tests/setup/e2e/mock-google-maps.ts'

test.use({ ...REDUCED_MOTION, googleMap: 'mocked' })

test.use({
  captcha: 'provider',
  expectedProblems: /\/api\/auth\/guest|status of 40[34]|recaptcha\/api|Guest session|captcha script/,
})

test.beforeEach(async ({ page }) => {
  await mockGoogleMaps(page)
})

test('requirements §7: the provider’s script is loaded only on the contact page, and creates a token for the action “guest”', async ({
  page,
  ready,
  captchaProvider,
  mailServer,
}) => {
  const requests = await mockCaptchaScript(page)
  await page.goto('/')
  await ready()
  await page.waitForLoadState('networkidle')
  expect(requests).toEqual([])
  const session = waitForGuestSession(page)
  await page.goto('/contact')
  await session
  expect(requests).toEqual([`https://www.google.com/recaptcha/api.js?render=${CAPTCHA_SITE_KEY}`])
  const verifyRequest = captchaProvider?.verifyRequests.at(-1)
  expect(verifyRequest?.get('secret')).toBe('secret-of-the-tests')
  expect(verifyRequest?.get('response')).toMatch(new RegExp(`^guest ${CAPTCHA_SITE_KEY} `))
  const message = createUniqueMessage()
  await fillContactForm(page, message)
  await sendAndExpectSuccess(page)
  await expectOneEmail(mailServer, message)
})

test('requirements §7: the badge is hidden, and the form shows the attribution that its terms require', async ({
  page,
  ready,
}) => {
  await mockCaptchaScript(page)
  const session = waitForGuestSession(page)
  await page.goto('/contact')
  await ready()
  await session
  await expect(page.locator('.grecaptcha-badge')).toBeHidden()
  await expect(page.locator('form')).toContainText('protected by reCAPTCHA')
  await expect(page.getByRole('link', { name: /Privacy Policy/ })).toHaveAttribute(
    'href',
    'https://policies.google.com/privacy',
  )
  await expect(page.getByRole('link', { name: /Terms of Service/ })).toHaveAttribute(
    'href',
    'https://policies.google.com/terms',
  )
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoAxeViolations(page)
  }
})

test('requirements §8: a visitor with a low score gets no session, and an error when sending', async ({
  page,
  ready,
  captchaProvider,
}) => {
  await mockCaptchaScript(page)
  captchaProvider?.setScore(0.1)
  const message = createUniqueMessage()
  await page.goto('/contact')
  await ready()
  await fillContactForm(page, message)
  await sendAndExpectError(page, message, TOAST_TEXTS.noSession)
  captchaProvider?.setScore(0.9)
  await sendAndExpectSuccess(page)
})

test('requirements §8: shows an error when sending if the provider’s script cannot be loaded; a retry sends the message', async ({
  page,
  ready,
}) => {
  await page.route('https://www.google.com/recaptcha/**', (route) => route.fulfill({ status: 404, body: '' }))
  const message = createUniqueMessage()
  await page.goto('/contact')
  await ready()
  await fillContactForm(page, message)
  await sendAndExpectError(page, message, TOAST_TEXTS.noSession)
  await page.unroute('https://www.google.com/recaptcha/**')
  await mockCaptchaScript(page)
  await sendAndExpectSuccess(page)
})

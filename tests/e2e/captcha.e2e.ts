import { CAPTCHA_SITE_KEY, mockCaptchaScript } from '#tests/setup/e2e/captcha-provider.ts'
import {
  createUniqueMessage,
  expectOneEmail,
  fillContactForm,
  sendAndExpectError,
  sendAndExpectSuccess,
  TOAST_TEXTS,
} from '#tests/setup/e2e/contact-form.ts'
import { expect, REDUCED_MOTION, test } from '#tests/setup/e2e/fixtures.ts'
import { expectNoAxeViolations } from './axe.ts'
import { mockGoogleMaps } from './mock-google-maps.ts'

test.use({
  ...REDUCED_MOTION,
  captcha: 'provider',
  googleMap: 'mocked',
  expectedProblems: /\/api\/auth\/guest|status of 403|Guest session/,
})

test('§7 with reCAPTCHA, a low score gets an error and a retry sends the message; the badge is hidden', async ({
  page,
  ready,
  captchaProvider,
  mailServer,
}) => {
  if (!captchaProvider) throw new Error('The site has no captcha provider')
  await mockGoogleMaps(page)
  const requests = await mockCaptchaScript(page)
  const message = createUniqueMessage()

  captchaProvider.setScore(0.1)
  try {
    await page.goto('/')
    await ready()
    await page.goto('/contact')
    await ready()
    await fillContactForm(page, message)
    await sendAndExpectError(page, message, TOAST_TEXTS.noSession)
  } finally {
    captchaProvider.setScore(0.9)
  }

  await test.step('the form has the attribution in place of the badge', async () => {
    await expect(page.locator('.grecaptcha-badge')).toBeHidden()
    await expect(page.locator('form')).toContainText('protected by reCAPTCHA')
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await expectNoAxeViolations(page)
    }
  })

  await sendAndExpectSuccess(page)
  await expectOneEmail(mailServer, message)
  // Only by the contact page, once.
  expect(requests).toEqual([`https://www.google.com/recaptcha/api.js?render=${CAPTCHA_SITE_KEY}`])
  const verifyRequest = captchaProvider.verifyRequests.at(-1)
  expect(verifyRequest?.get('secret')).toBe('secret-of-the-tests')
  expect(verifyRequest?.get('response')).toMatch(new RegExp(`^guest ${CAPTCHA_SITE_KEY} `))
})

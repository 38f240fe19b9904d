import { join } from 'node:path'
import {
  createUniqueMessage,
  expectOneEmail,
  fillContactForm,
  sendAndExpectError,
  sendAndExpectSuccess,
  TOAST_TEXTS,
} from '#tests/setup/e2e/contact-form.ts'
import { test as base, expect, REDUCED_MOTION } from '#tests/setup/e2e/fixtures.ts'
import { startSite } from '#tests/setup/e2e/test-site.ts'
import { type MailServer, startMailServer } from '#tests/setup/mail-server.ts'
import { expectNoAxeViolations } from './axe.ts'
import { CAPTCHA_SITE_KEY, type CaptchaProvider, mockCaptchaScript, startCaptchaProvider } from './captcha-provider.ts'
import { mockGoogleMaps } from './mock-google-maps.ts'

interface CaptchaSite {
  readonly url: string
  readonly provider: CaptchaProvider
  readonly emails: MailServer
}

/** Starts a site of its own, because the key of the captcha is a part of the build. It has no CMS. */
const test = base.extend<object, { readonly captchaSite: CaptchaSite }>({
  captchaSite: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
    async ({}, use, { parallelIndex }) => {
      const folder = `.cache/e2e/captcha-${parallelIndex}`
      const provider = await startCaptchaProvider()
      const emails = await startMailServer()
      const site = await startSite(['--out', join(folder, 'dist')], {
        backendFolder: join(folder, 'backend'),
        mailServer: emails,
        env: { ...provider.env, CMS: 'off' },
      })
      await use({ url: await site.url, provider, emails })
      await site.stop()
      await Promise.all([provider.stop(), emails.stop()])
    },
    { scope: 'worker', timeout: 300_000 }, // builds the site, and counts its start and stop
  ],
  baseURL: ({ captchaSite }, use) => use(captchaSite.url),
})

test.use({
  ...REDUCED_MOTION,
  googleMap: 'mocked',
  expectedProblems: /\/api\/auth\/guest|status of 403|Guest session/,
})

test('§7 with reCAPTCHA, a low score gets an error and a retry sends the message; the badge is hidden', async ({
  page,
  ready,
  captchaSite: { provider, emails },
}) => {
  await mockGoogleMaps(page)
  const requests = await mockCaptchaScript(page)
  const message = createUniqueMessage()

  provider.setScore(0.1)
  try {
    await page.goto('/')
    await ready()
    await page.goto('/contact')
    await ready()
    await fillContactForm(page, message)
    await sendAndExpectError(page, message, TOAST_TEXTS.noSession)
  } finally {
    provider.setScore(0.9)
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
  await expectOneEmail(emails, message)
  // Only by the contact page, once.
  expect(requests).toEqual([`https://www.google.com/recaptcha/api.js?render=${CAPTCHA_SITE_KEY}`])
  const verifyRequest = provider.verifyRequests.at(-1)
  expect(verifyRequest?.get('secret')).toBe('secret-of-the-tests')
  expect(verifyRequest?.get('response')).toMatch(new RegExp(`^guest ${CAPTCHA_SITE_KEY} `))
})

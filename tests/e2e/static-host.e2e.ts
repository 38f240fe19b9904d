import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { CHROMIUM_ARGS } from '#scripts/test/chromium.ts'
import {
  createUniqueMessage,
  expectOneEmail,
  fillContactForm,
  sendAndExpectError,
  sendAndExpectSuccess,
  TOAST_TEXTS,
} from '#tests/setup/e2e/contact-form.ts'
import { test as base, expect, REDUCED_MOTION } from '#tests/setup/e2e/fixtures.ts'
import { OFFLINE_ENV } from '#tests/setup/e2e/offline-env.ts'
import { type MailServer, startMailServer } from '#tests/setup/mail-server.ts'
import { getFreePort } from '#tests/setup/process/free-port.ts'
import { getSeedText, listSeedRedirects } from '#tests/setup/seed-content.ts'
import { startProcess } from '#tests/setup/stack.ts'
import { expectNoAxeViolations } from './axe.ts'
import { CAPTCHA_SITE_KEY, type CaptchaProvider, mockCaptchaScript, startCaptchaProvider } from './captcha-provider.ts'
import { createStaticHost } from './static-host.ts'

/** Chromium takes these names for this machine, and pages of it for as safe as with https. */
const [PAGES_HOST, API_HOST, COOKIE_DOMAIN] = ['www.site.localhost', 'api.site.localhost', 'site.localhost']

interface HostedSite {
  readonly url: string
  readonly apiUrl: string
  readonly emails: MailServer
  readonly captcha: CaptchaProvider
}

/** The files of `npm run build -- --out` on a static host, and the server without a release on another. With a captcha. */
const test = base.extend<object, { readonly hostedSite: HostedSite }>({
  hostedSite: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
    async ({}, use, { parallelIndex }) => {
      const folder = `.cache/e2e/static-host-${parallelIndex}`
      await rm(folder, { recursive: true, force: true })
      const [port, apiPort] = [await getFreePort(), await getFreePort()]
      const url = `http://${PAGES_HOST}:${port}`
      const apiUrl = `http://${API_HOST}:${apiPort}/api`
      const captcha = await startCaptchaProvider(PAGES_HOST)
      const env = {
        ...process.env,
        ...OFFLINE_ENV,
        ...captcha.env,
        VITE_GOOGLE_MAPS_KEY: '',
        VITE_SITE_URL: url,
        VITE_BACKEND_URL: apiUrl,
      }
      const outDir = join(folder, 'dist')
      await promisify(execFile)(process.execPath, ['scripts/build.ts', '--out', outDir], { env })
      const host = createServer(await createStaticHost(outDir)).listen(port, '127.0.0.1')
      const emails = await startMailServer()
      const api = startProcess([process.execPath, 'server/main.ts'], {
        env: {
          ...process.env,
          ...OFFLINE_ENV,
          ...captcha.env,
          NODE_ENV: 'development',
          PORT: String(apiPort),
          RELEASES_FOLDER: join(folder, 'releases'), // which has none
          BACKEND_FOLDER: join(folder, 'backend'),
          SITE_ORIGINS: url,
          COOKIE_DOMAIN,
          SMTP_URL: emails.url,
        },
      })
      await api.url
      await use({ url, apiUrl, emails, captcha })
      await Promise.all([api.stop(), emails.stop(), captcha.stop(), new Promise((resolve) => host.close(resolve))])
    },
    { scope: 'worker', timeout: 600_000 }, // builds the site with all of its pictures
  ],
  launchOptions: [
    ({ launchOptions }, use) =>
      use({
        ...launchOptions,
        args: [...CHROMIUM_ARGS, '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE *.localhost'],
      }),
    { scope: 'worker' },
  ],
  baseURL: ({ hostedSite }, use) => use(hostedSite.url),
})

test.use({ ...REDUCED_MOTION, expectedProblems: /404 .*\/nothing|status of 40[34]|\/api\/auth\/guest|Guest session/ })

test('§12 Run: pages on a static host send messages to the API on another host, and follow redirects', async ({
  page,
  ready,
  hostedSite: { url, apiUrl, emails },
}) => {
  const message = createUniqueMessage()
  await mockCaptchaScript(page)
  const response = await page.goto('/contact')
  expect(response?.headers()['content-security-policy']).toContain(`connect-src 'self' ${apiUrl}/`)
  await ready()
  await fillContactForm(page, message)
  const answer = page.waitForResponse(`${apiUrl}/contact`)
  await sendAndExpectSuccess(page)
  expect.soft((await answer).headers()).toMatchObject({
    'access-control-allow-origin': url,
    'access-control-allow-credentials': 'true',
  })
  await expectOneEmail(emails, message)

  for (const { from, to } of listSeedRedirects()) {
    await page.goto(from)
    await expect.soft(page).toHaveURL(to)
  }
  await page.goto('/nothing')
  await expect(page).toHaveURL('/')
  await ready()
})

test('§7 with reCAPTCHA, a low score gets an error, and a retry sends the message', async ({
  page,
  ready,
  hostedSite: { captcha, emails },
}) => {
  const requests = await mockCaptchaScript(page)
  const message = createUniqueMessage()
  captcha.setScore(0.1)
  try {
    await page.goto('/')
    await ready()
    await page.goto('/contact')
    await ready()
    await fillContactForm(page, message)
    await sendAndExpectError(page, message, TOAST_TEXTS.noSession)
  } finally {
    captcha.setScore(0.9)
  }

  await test.step('the form has the attribution in place of the badge', async () => {
    await expect(page.locator('.grecaptcha-badge')).toBeHidden()
    for (const part of getSeedText('contactPage', 'captchaNotice').split(/\{\w+\}/))
      await expect(page.locator('form')).toContainText(part)
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await expectNoAxeViolations(page)
    }
  })

  await sendAndExpectSuccess(page)
  await expectOneEmail(emails, message)
  // Only by the contact page, once.
  expect(requests).toEqual([`https://www.google.com/recaptcha/api.js?render=${CAPTCHA_SITE_KEY}`])
  const verifyRequest = captcha.verifyRequests.at(-1)
  expect(verifyRequest?.get('secret')).toBe('secret-of-the-tests')
  expect(verifyRequest?.get('response')).toMatch(new RegExp(`^guest ${CAPTCHA_SITE_KEY} `))
})

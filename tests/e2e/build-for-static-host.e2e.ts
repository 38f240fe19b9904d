import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { fastify } from 'fastify'
import { LOCAL_HOST } from '#scripts/dev/ports.ts'
import { CHROMIUM_ARGS } from '#scripts/test/chromium.ts'
import {
  createUniqueMessage,
  expectMessageSent,
  expectOneEmail,
  fillContactForm,
  getSendButton,
  sendAndExpectError,
  TOAST_TEXTS,
} from '#tests/setup/e2e/contact-form.ts'
import { copyProject } from '#tests/setup/e2e/copy-project.ts'
import { test as base, expect, REDUCED_MOTION } from '#tests/setup/e2e/fixtures.ts'
import { OFFLINE_ENV } from '#tests/setup/e2e/offline-env.ts'
import { type MailServer, startMailServer } from '#tests/setup/mail-server.ts'
import { getFreePort } from '#tests/setup/process/free-port.ts'
import { getSeedText, listSeedRedirects } from '#tests/setup/seed-content.ts'
import { startProcess } from '#tests/setup/stack.ts'
import { expectNoAxeViolations } from './axe.ts'
import { createStaticHost } from './static-host.ts'

/** Chromium takes these names for this machine, and pages of it for as safe as with https. */
const [PAGES_HOST, API_HOST, COOKIE_DOMAIN] = ['www.site.localhost', 'api.site.localhost', 'site.localhost']

/** A copy of the project, which the test builds. */
const FOLDER = '.cache/e2e/static-host'

const CAPTCHA_SITE_KEY = 'site-key-of-the-tests'

/** Starts a server with the verification API of reCAPTCHA v3. */
async function startCaptchaProvider() {
  const provider = { score: 0.9, requests: [] as URLSearchParams[] }
  const server = fastify({ forceCloseConnections: true })
  server.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
    done(null, new URLSearchParams(String(body))),
  )
  server.post<{ Body: URLSearchParams }>('/siteverify', async ({ body }) => {
    provider.requests.push(body)
    const [action] = body.get('response')?.split(' ') ?? []
    return { success: true, action, hostname: PAGES_HOST, score: provider.score }
  })
  const url = `${await server.listen({ host: LOCAL_HOST, port: 0 })}/siteverify`
  return Object.assign(provider, { url, stop: () => server.close() })
}

/** Replaces the provider's script in the page. Its tokens begin with their action. Returns the URLs that the page requests. */
async function mockCaptchaScript(page: Page): Promise<readonly string[]> {
  const requests: string[] = []
  await page.route('https://www.google.com/recaptcha/**', (route) => {
    requests.push(route.request().url())
    return route.fulfill({ contentType: 'text/javascript', body: CAPTCHA_SCRIPT })
  })
  return requests
}

const CAPTCHA_SCRIPT = `
document.body.insertAdjacentHTML('beforeend', '<div class="grecaptcha-badge">badge</div>')
window.grecaptcha = {
  ready: (callback) => setTimeout(callback),
  execute: async (siteKey, { action }) => [action, siteKey, crypto.randomUUID()].join(' '),
}`

interface HostedSite {
  readonly url: string
  readonly apiUrl: string
  readonly emails: MailServer
  readonly captcha: Awaited<ReturnType<typeof startCaptchaProvider>>
}

/** The files of `npm run build -- --out` on a static host, and the server without a release on another. With a captcha. */
const test = base.extend<object, { readonly hostedSite: HostedSite }>({
  hostedSite: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      await rm(join(FOLDER, 'backend'), { recursive: true, force: true })
      await copyProject(FOLDER)
      const [port, apiPort] = [await getFreePort(), await getFreePort()]
      const url = `http://${PAGES_HOST}:${port}`
      const apiUrl = `http://${API_HOST}:${apiPort}/api`
      const captcha = await startCaptchaProvider()
      const env = {
        ...process.env,
        ...OFFLINE_ENV,
        VITE_CAPTCHA_SITE_KEY: CAPTCHA_SITE_KEY,
        VITE_GOOGLE_MAPS_KEY: '',
        VITE_SITE_URL: url,
        VITE_BACKEND_URL: apiUrl,
      }
      await promisify(execFile)(process.execPath, ['scripts/build.ts', '--out', 'dist'], { env, cwd: FOLDER })
      const host = createServer(await createStaticHost(join(FOLDER, 'dist'))).listen(port, '127.0.0.1')
      const emails = await startMailServer()
      const api = startProcess([process.execPath, 'server/main.ts'], {
        env: {
          ...process.env,
          ...OFFLINE_ENV,
          CAPTCHA_SECRET: 'secret-of-the-tests',
          CAPTCHA_VERIFY_URL: captcha.url,
          VITE_CAPTCHA_SITE_KEY: CAPTCHA_SITE_KEY,
          NODE_ENV: 'development',
          PORT: String(apiPort),
          RELEASES_FOLDER: join(FOLDER, 'releases'), // which has none
          BACKEND_FOLDER: join(FOLDER, 'backend'),
          SITE_ORIGINS: url,
          COOKIE_DOMAIN,
          SMTP_URL: emails.url,
        },
      })
      await api.url
      await use({ url, apiUrl, emails, captcha })
      await Promise.all([api.stop(), emails.stop(), captcha.stop(), new Promise((resolve) => host.close(resolve))])
    },
    { scope: 'worker', timeout: 600_000 }, // builds the site with its pictures
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

test('§12.2 §12.3 pages on a static host send messages to the API on another host, and follow redirects', async ({
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
  await getSendButton(page).click()
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

test('§7.1 §7.7 §7.8 §8.1 with reCAPTCHA, a low score gets an error, and a retry sends the message', async ({
  page,
  ready,
  hostedSite: { captcha, emails },
}) => {
  const requests = await mockCaptchaScript(page)
  const message = createUniqueMessage()
  captcha.score = 0.1
  await page.goto('/')
  await ready()
  await page.goto('/contact')
  await ready()
  await fillContactForm(page, message)
  await sendAndExpectError(page, message, TOAST_TEXTS.noSession)
  captcha.score = 0.9

  await test.step('the form has the attribution in place of the badge', async () => {
    await expect(page.locator('.grecaptcha-badge')).toBeHidden()
    for (const part of getSeedText('contactPage', 'captchaNotice').split(/\{\w+\}/))
      await expect(page.locator('form')).toContainText(part)
    await expectNoAxeViolations(page, { part: 'form' })
  })

  await getSendButton(page).click()
  await expectMessageSent(page)
  await expectOneEmail(emails, message)
  // Only by the contact page, once.
  expect(requests).toEqual([`https://www.google.com/recaptcha/api.js?render=${CAPTCHA_SITE_KEY}`])
  const verifyRequest = captcha.requests.at(-1)
  expect(verifyRequest?.get('secret')).toBe('secret-of-the-tests')
  expect(verifyRequest?.get('response')).toMatch(new RegExp(`^guest ${CAPTCHA_SITE_KEY} `))
})

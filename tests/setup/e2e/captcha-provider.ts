import type { Page } from '@playwright/test'
import { fastify } from 'fastify'
import { LOCAL_HOST } from '#scripts/dev/ports.ts'

export const CAPTCHA_SITE_KEY = 'site-key-of-the-tests'

/** The captcha's provider, as the backend knows it. */
export interface CaptchaProvider {
  /** What a site is started with to use it. */
  readonly env: Readonly<Record<string, string>>
  /** Tokens that it was asked for, with the secret. */
  readonly verifyRequests: readonly URLSearchParams[]
  /** What it finds from now on: from 0 (a program) to 1 (a person). */
  readonly setScore: (score: number) => void
  readonly stop: () => Promise<void>
}

/** Verifies tokens as reCAPTCHA v3 does, on this machine. */
export async function startCaptchaProvider(): Promise<CaptchaProvider> {
  const verifyRequests: URLSearchParams[] = []
  let score = 0.9
  const server = fastify({ forceCloseConnections: true })
  server.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
    done(null, new URLSearchParams(String(body))),
  )
  server.post<{ Body: URLSearchParams }>('/siteverify', async ({ body }) => {
    verifyRequests.push(body)
    return { success: true, action: body.get('response')?.split(' ')[0], hostname: LOCAL_HOST, score }
  })
  const url = await server.listen({ host: LOCAL_HOST, port: 0 })
  return {
    env: {
      VITE_CAPTCHA_SITE_KEY: CAPTCHA_SITE_KEY,
      CAPTCHA_SECRET: 'secret-of-the-tests',
      CAPTCHA_VERIFY_URL: `${url}/siteverify`,
      CAPTCHA_HOSTNAMES: LOCAL_HOST,
    },
    verifyRequests,
    setScore: (next) => {
      score = next
    },
    stop: () => server.close(),
  }
}

/** Answers for the provider's script: its tokens name the action that they were made for. Answers with the addresses that the page asked for. */
export async function mockCaptchaScript(page: Page): Promise<readonly string[]> {
  const requests: string[] = []
  await page.route('https://www.google.com/recaptcha/**', (route) => {
    requests.push(route.request().url())
    return route.fulfill({ contentType: 'text/javascript', body: SCRIPT })
  })
  return requests
}

const SCRIPT = `
document.body.insertAdjacentHTML('beforeend', '<div class="grecaptcha-badge">badge</div>')
window.grecaptcha = {
  ready: (callback) => setTimeout(callback),
  execute: async (siteKey, { action }) => [action, siteKey, crypto.randomUUID()].join(' '),
}`

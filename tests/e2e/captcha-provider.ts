import type { Page } from '@playwright/test'
import { fastify } from 'fastify'
import { LOCAL_HOST } from '#scripts/dev/ports.ts'

export const CAPTCHA_SITE_KEY = 'site-key-of-the-tests'

/** A fake captcha provider for the backend. */
export interface CaptchaProvider {
  /** Variables for a site that uses the provider. */
  readonly env: Readonly<Record<string, string>>
  /** Bodies of the received verification requests: token and secret. */
  readonly verifyRequests: readonly URLSearchParams[]
  /** Sets the score of the following responses, from 0 (bot) to 1 (human). */
  readonly setScore: (score: number) => void
  readonly stop: () => Promise<void>
}

/** Starts a server with the verification API of reCAPTCHA v3, for pages of a host. */
export async function startCaptchaProvider(hostname: string): Promise<CaptchaProvider> {
  const verifyRequests: URLSearchParams[] = []
  let score = 0.9
  const server = fastify({ forceCloseConnections: true })
  server.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
    done(null, new URLSearchParams(String(body))),
  )
  server.post<{ Body: URLSearchParams }>('/siteverify', async ({ body }) => {
    verifyRequests.push(body)
    return { success: true, action: body.get('response')?.split(' ')[0], hostname, score }
  })
  const url = await server.listen({ host: LOCAL_HOST, port: 0 })
  return {
    env: {
      VITE_CAPTCHA_SITE_KEY: CAPTCHA_SITE_KEY,
      CAPTCHA_SECRET: 'secret-of-the-tests',
      CAPTCHA_VERIFY_URL: `${url}/siteverify`,
    },
    verifyRequests,
    setScore: (next) => {
      score = next
    },
    stop: () => server.close(),
  }
}

/**
 * Replaces the provider's script in the page. Its tokens contain their action. Returns the URLs that the page requests from
 * now on.
 */
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

import * as z from 'zod'
import { captchaAction } from '#server/api/contract.ts'
import { HttpError } from '#server/api/http/http-error.ts'
import type { CaptchaVerifier } from './captcha-verifier.ts'

/** ms that a token is good for, as with the real one; and how far the browser's clock may be ahead. */
const LIFETIME = 120_000
const AHEAD = 60_000

/**
 * Stands in for the captcha's provider on a machine without an account: tokens of `localCaptchaScript`, checked as the
 * provider would check them. There is no secret in them: they keep nobody out, and production does not start with them.
 */
export function createLocalCaptchaVerifier(hostnames: readonly string[]): CaptchaVerifier {
  return async (token) => {
    const { success, data } = claims.safeParse(read(token))
    const age = success ? Date.now() - data.time : Number.NaN
    const isGood =
      success && data.action === captchaAction && hostnames.includes(data.hostname) && age <= LIFETIME && age >= -AHEAD
    if (!isGood) throw new HttpError('captcha_refused')
  }
}

const claims = z.strictObject({
  action: z.string(),
  hostname: z.string(),
  time: z.int(),
  random: z.string().regex(/^[0-9a-f]{32}$/),
})

function read(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token, 'base64').toString())
  } catch {
    return undefined
  }
}

/** What the page loads in place of the provider's script: the two functions that it uses. */
export const localCaptchaScript = `window.grecaptcha = {
  ready: (callback) => callback(),
  execute: async (siteKey, { action }) => {
    const bytes = Array.from(crypto.getRandomValues(new Uint8Array(16)))
    const random = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')
    return btoa(JSON.stringify({ action, hostname: location.hostname, time: Date.now(), random }))
  },
}
`

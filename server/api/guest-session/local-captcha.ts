import * as z from 'zod'
import { captchaAction } from '#server/api/contract.ts'
import { HttpError } from '#server/api/http/http-error.ts'
import type { CaptchaVerifier } from './captcha-verifier.ts'

/** As long as tokens of reCAPTCHA. */
const TOKEN_LIFETIME_MS = 120_000
/** How far the browser's clock may be ahead. */
const MAX_CLOCK_SKEW_MS = 60_000

/**
 * Replaces the captcha provider in development: verifies the tokens of `localCaptchaScript`. The tokens contain no secret and
 * offer no protection, so the server does not start with this verifier in production.
 */
export function createLocalCaptchaVerifier(hostnames: readonly string[]): CaptchaVerifier {
  return async (token) => {
    const { success, data } = claimsSchema.safeParse(decodeToken(token))
    const age = success ? Date.now() - data.time : Number.NaN
    const isValid =
      success &&
      data.action === captchaAction &&
      hostnames.includes(data.hostname) &&
      age <= TOKEN_LIFETIME_MS &&
      age >= -MAX_CLOCK_SKEW_MS
    if (!isValid) throw new HttpError('captcha_refused')
  }
}

const claimsSchema = z.strictObject({
  action: z.string(),
  hostname: z.string(),
  time: z.int(),
  random: z.string().regex(/^[0-9a-f]{32}$/),
})

function decodeToken(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token, 'base64').toString())
  } catch {
    return undefined
  }
}

/** The script that pages load in place of the provider's: the two functions that the site calls. */
export const localCaptchaScript = `window.grecaptcha = {
  ready: (callback) => callback(),
  execute: async (siteKey, { action }) => {
    const bytes = Array.from(crypto.getRandomValues(new Uint8Array(16)))
    const random = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')
    return btoa(JSON.stringify({ action, hostname: location.hostname, time: Date.now(), random }))
  },
}
`

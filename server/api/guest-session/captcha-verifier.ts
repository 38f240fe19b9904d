import * as z from 'zod'
import { HttpError } from '#server/api/http/http-error.ts'
import type { BackendConfig, CaptchaConfig } from '#server/config.ts'
import { CAPTCHA_ACTION } from '#shared/constants.ts'
import { tryParseJson } from '#shared/try-parse-json.ts'

/** Verifies a captcha token. Throws `HttpError` 403, or 503 if the provider gives no result. */
export type CaptchaVerifier = (token: string) => Promise<void>

/** Creates the verifier of the configured provider, or the local one without a provider. */
export function createCaptchaVerifier({ captcha, origins }: BackendConfig): CaptchaVerifier {
  if (captcha) return createProviderCaptchaVerifier(captcha)
  return createLocalCaptchaVerifier(origins.map((origin) => new URL(origin).hostname))
}

const TIMEOUT_MS = 5_000

/** Verifies tokens with the provider's API (reCAPTCHA v3 and compatible). The visitor's IP address is not sent. */
export function createProviderCaptchaVerifier(config: CaptchaConfig): CaptchaVerifier {
  return async (token) => {
    const result = await requestVerification(config, token)
    const reason = findRejectionReason(config, result)
    if (reason) throw new HttpError('captcha_refused', { reason })
  }
}

const verificationSchema = z.object({
  success: z.boolean(),
  action: z.string().optional(),
  hostname: z.string().optional(),
  score: z.number().optional(),
  'error-codes': z.array(z.string()).default([]),
})

type Verification = z.output<typeof verificationSchema>

async function requestVerification({ verifyUrl, secret }: CaptchaConfig, token: string): Promise<Verification> {
  try {
    const response = await fetch(verifyUrl, {
      method: 'POST',
      body: new URLSearchParams({ secret, response: token }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (!response.ok) throw new HttpError('captcha_unavailable', { reason: `status ${response.status}` })
    return verificationSchema.parse(await response.json())
  } catch (cause) {
    throw cause instanceof HttpError ? cause : new HttpError('captcha_unavailable', { cause })
  }
}

/** Errors of the configuration or the request, which the visitor did not cause. */
const SERVER_ERROR_CODES = ['missing-input-secret', 'invalid-input-secret', 'bad-request']

/**
 * Returns why the token is rejected, for the log. Throws `HttpError` 503 if the provider reports a wrong configuration.
 */
function findRejectionReason({ hostnames, minScore }: CaptchaConfig, result: Verification): string | undefined {
  const serverError = result['error-codes'].find((code) => SERVER_ERROR_CODES.includes(code))
  if (serverError) throw new HttpError('captcha_unavailable', { reason: serverError })
  if (!result.success) return 'not successful'
  if (result.action !== CAPTCHA_ACTION) return `action is not ${CAPTCHA_ACTION}`
  if (result.hostname === undefined || !hostnames.includes(result.hostname))
    return `hostname is none of ${hostnames.join(', ')}`
  if (result.score === undefined || result.score < minScore)
    return `score is ${result.score ?? 'missing'}, below ${minScore}`
}

/** As long as tokens of reCAPTCHA. */
const TOKEN_LIFETIME_MS = 120_000
/** How far the browser's clock may be ahead. */
const MAX_CLOCK_SKEW_MS = 60_000

/**
 * Replaces the captcha provider in development: verifies the tokens of `localCaptchaScript`. The tokens contain no
 * secret and offer no protection, so the server does not start with this verifier in production.
 */
function createLocalCaptchaVerifier(hostnames: readonly string[]): CaptchaVerifier {
  return async (token) => {
    const { success, data } = claimsSchema.safeParse(tryParseJson(Buffer.from(token, 'base64').toString()))
    const age = success ? Date.now() - data.time : Number.NaN
    const isValid =
      success &&
      data.action === CAPTCHA_ACTION &&
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

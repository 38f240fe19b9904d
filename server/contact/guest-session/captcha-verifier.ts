import * as z from 'zod'
import type { CaptchaConfig, ServerConfig } from '#server/config/server-config.ts'
import { HttpError } from '#server/contact/http/http-error.ts'
import { CAPTCHA_ACTION } from '#shared/constants.ts'
import { tryParseJson } from '#shared/try-parse-json.ts'

/**
 * Verifies a captcha token with the configured provider, or as one of the local script without a provider. Throws `HttpError`
 * 403, or 503 if the provider gives no result.
 */
export async function verifyCaptcha({ captcha, origins }: ServerConfig, token: string): Promise<void> {
  if (captcha) return verifyWithProvider(captcha, token)
  const hostnames = origins.map((origin) => new URL(origin).hostname)
  if (!isLocalCaptchaToken(token, hostnames)) throw new HttpError('captcha_refused')
}

const TIMEOUT_MS = 5_000

/** Asks the provider's API (reCAPTCHA v3 and compatible). The visitor's IP address is not sent. */
async function verifyWithProvider(config: CaptchaConfig, token: string): Promise<void> {
  const result = await requestVerification(config, token)
  const reason = findRejectionReason(config, result)
  if (reason) throw new HttpError('captcha_refused', { reason })
}

const verificationSchema = z.object({
  success: z.boolean(),
  action: z.string().optional(),
  hostname: z.string().optional(),
  score: z.number().optional(),
  'error-codes': z.array(z.string()).default([]),
})

type Verification = z.output<typeof verificationSchema>

/** Throws `HttpError` 503, whose reason or cause says whether TLS, DNS, the connection, a timeout or the status failed. */
async function requestVerification({ verifyUrl, secret }: CaptchaConfig, token: string): Promise<Verification> {
  try {
    const response = await fetch(verifyUrl, {
      method: 'POST',
      body: new URLSearchParams({ secret, response: token }),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (!response.ok) throw new HttpError('captcha_unavailable', { reason: `status ${response.status}` })
    const { success, data } = verificationSchema.safeParse(tryParseJson(await response.text()))
    if (!success) throw new HttpError('captcha_unavailable', { reason: 'the response is not a verification' })
    return data
  } catch (error) {
    throw error instanceof HttpError ? error : new HttpError('captcha_unavailable', { cause: error })
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

/**
 * Tokens of `localCaptchaScript` contain no secret and offer no protection: production does not start without a provider.
 * They contain no time: the clock of the browser, or of a virtual machine after a pause, can be hours apart.
 */
function isLocalCaptchaToken(token: string, hostnames: readonly string[]): boolean {
  const { success, data } = claimsSchema.safeParse(tryParseJson(Buffer.from(token, 'base64').toString()))
  return success && data.action === CAPTCHA_ACTION && hostnames.includes(data.hostname)
}

const claimsSchema = z.strictObject({
  action: z.string(),
  hostname: z.string(),
  random: z.string().regex(/^[0-9a-f]{32}$/),
})

/** The script that pages load in place of the provider's: the two functions that the site calls. */
export const localCaptchaScript = `window.grecaptcha = {
  ready: (callback) => callback(),
  execute: async (siteKey, { action }) => {
    const bytes = Array.from(crypto.getRandomValues(new Uint8Array(16)))
    const random = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')
    return btoa(JSON.stringify({ action, hostname: location.hostname, random }))
  },
}
`

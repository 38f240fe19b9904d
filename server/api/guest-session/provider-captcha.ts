import * as z from 'zod'
import { captchaAction } from '#server/api/contract.ts'
import { HttpError } from '#server/api/http/http-error.ts'
import type { CaptchaConfig } from '#server/config.ts'
import type { CaptchaVerifier } from './captcha-verifier.ts'

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

/** Returns why the token is rejected, for the log. Throws `HttpError` 503 if the provider reports a wrong configuration. */
function findRejectionReason({ hostnames, minScore }: CaptchaConfig, result: Verification): string | undefined {
  const serverError = result['error-codes'].find((code) => SERVER_ERROR_CODES.includes(code))
  if (serverError) throw new HttpError('captcha_unavailable', { reason: serverError })
  if (!result.success) return 'not successful'
  if (result.action !== captchaAction) return `action is not ${captchaAction}`
  if (result.hostname === undefined || !hostnames.includes(result.hostname))
    return `hostname is none of ${hostnames.join(', ')}`
  if (result.score === undefined || result.score < minScore)
    return `score is ${result.score ?? 'missing'}, below ${minScore}`
}

import type { BackendConfig } from '#server/config.ts'
import { createLocalCaptchaVerifier } from './local-captcha.ts'
import { createProviderCaptchaVerifier } from './provider-captcha.ts'

/** Verifies a captcha token. Throws `HttpError` 403, or 503 if the provider gives no result. */
export type CaptchaVerifier = (token: string) => Promise<void>

/** Creates the verifier of the configured provider, or the local one without a provider. */
export function createCaptchaVerifier({ captcha, origins }: BackendConfig): CaptchaVerifier {
  if (captcha) return createProviderCaptchaVerifier(captcha)
  return createLocalCaptchaVerifier(origins.map((origin) => new URL(origin).hostname))
}

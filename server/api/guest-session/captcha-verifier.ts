import type { BackendConfig } from '#server/config.ts'
import { createLocalCaptchaVerifier } from './local-captcha.ts'
import { createProviderCaptchaVerifier } from './provider-captcha.ts'

/** Checks a token. Throws `Refusal`: `captcha_refused`, or `captcha_unavailable` where nobody can say. */
export type CaptchaVerifier = (token: string) => Promise<void>

export function createCaptchaVerifier({ captcha, origins }: BackendConfig): CaptchaVerifier {
  if (captcha) return createProviderCaptchaVerifier(captcha)
  return createLocalCaptchaVerifier(origins.map((origin) => new URL(origin).hostname))
}

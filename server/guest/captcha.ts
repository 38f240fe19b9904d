import type { BackendConfig } from '#server/config.ts'
import { localCaptcha } from './local-captcha.ts'
import { providerCaptcha } from './provider-captcha.ts'

/** Checks a token. Throws `Refusal`: `captcha_refused`, or `captcha_unavailable` where nobody can say. */
export type CaptchaCheck = (token: string) => Promise<void>

export function captchaCheck({ captcha, origins }: BackendConfig): CaptchaCheck {
  if (captcha) return providerCaptcha(captcha)
  return localCaptcha(origins.map((origin) => new URL(origin).hostname))
}

import { CAPTCHA_ACTION } from '#shared/constants.ts'
import { rejectAfterTimeout } from '#shared/reject-after-timeout.ts'
import { env } from '#src/env.ts'
import { getBackendUrl } from './http-client.ts'

/** The global that the script of the provider, or of the backend, defines (reCAPTCHA v3). */
interface Captcha {
  readonly ready: (callback: () => void) => void
  readonly execute: (siteKey: string, options: { readonly action: string }) => PromiseLike<string>
}

declare global {
  interface Window {
    grecaptcha?: Captcha
  }
}

/**
 * Requests a token for the guest login (requirements §4). It can be used once, within two minutes. Rejects if the script
 * fails to load or does not respond within 15 s.
 */
export async function getCaptchaToken(): Promise<string> {
  const captcha = await loadCaptcha()
  return limitTime(captcha.execute(env.captchaSiteKey ?? '', { action: CAPTCHA_ACTION }))
}

let loading: Promise<Captcha> | undefined

/** Loads the script once. After a failure the next call tries again. */
function loadCaptcha(): Promise<Captcha> {
  loading ??= limitTime(loadScript()).catch((error) => {
    loading = undefined
    throw error
  })
  return loading
}

function loadScript(): Promise<Captcha> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    const fail = (reason: string) => {
      script.remove()
      reject(new Error(`The captcha script ${reason}`))
    }
    script.src = createScriptUrl()
    script.async = true
    script.onload = () => {
      const captcha = window.grecaptcha
      if (captcha) captcha.ready(() => resolve(captcha))
      else fail('does not define a captcha')
    }
    script.onerror = () => fail('could not be loaded')
    document.head.append(script)
  })
}

/** The script's URL; with Trusted Types, made by a policy that allows no other URL. */
function createScriptUrl(): string {
  policy ??= window.trustedTypes?.createPolicy('captcha', { createScriptURL: getScriptUrl })
  return policy ? policy.createScriptURL('') : getScriptUrl()
}

let policy: TrustedTypePolicy | undefined

const getScriptUrl = () =>
  env.captchaSiteKey
    ? `https://www.google.com/recaptcha/api.js?render=${env.captchaSiteKey}`
    : getBackendUrl('/captcha.js')

const TIMEOUT_MS = 15_000

/** The provider's script may never settle if it cannot reach its servers. */
const limitTime = <Result>(result: PromiseLike<Result>) =>
  rejectAfterTimeout(result, TIMEOUT_MS, 'The captcha did not respond in time')

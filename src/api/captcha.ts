import { CAPTCHA_ACTION } from '#shared/constants.ts'
import { env } from '#src/env.ts'
import { getBackendUrl } from './http-client.ts'

/** The global that both Google's script (reCAPTCHA v3) and the backend's script define. */
interface CaptchaApi {
  readonly ready: (callback: () => void) => void
  readonly execute: (siteKey: string, options: { readonly action: string }) => PromiseLike<string>
}

declare global {
  interface Window {
    grecaptcha?: CaptchaApi
  }
}

/**
 * Requests a captcha token for the guest login (requirements §4). A token can be used once, within two minutes. Rejects
 * if the script cannot be loaded, or does not respond in time.
 */
export async function getCaptchaToken(): Promise<string> {
  const captcha = await loadCaptcha()
  return withTimeout(captcha.execute(env.captchaSiteKey ?? '', { action: CAPTCHA_ACTION }))
}

let loading: Promise<CaptchaApi> | undefined

/** Loads the script once. After a failure, the next call retries. */
function loadCaptcha(): Promise<CaptchaApi> {
  loading ??= withTimeout(loadScript()).catch((cause) => {
    loading = undefined
    throw cause
  })
  return loading
}

function loadScript(): Promise<CaptchaApi> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    const fail = (reason: string) => {
      script.remove()
      reject(new Error(`The captcha’s script ${reason}`))
    }
    script.src = createTrustedScriptUrl()
    script.async = true
    script.onload = () => {
      const captcha = window.grecaptcha
      if (captcha) captcha.ready(() => resolve(captcha))
      else fail('does not define grecaptcha')
    }
    script.onerror = () => fail('could not be loaded')
    document.head.append(script)
  })
}

/**
 * With Trusted Types, the URL must come from a policy that the Content Security Policy allows. It creates this URL
 * only.
 */
function createTrustedScriptUrl(): string {
  policy ??= window.trustedTypes?.createPolicy('captcha', { createScriptURL: getScriptUrl })
  return policy ? policy.createScriptURL('') : getScriptUrl()
}

let policy: TrustedTypePolicy | undefined

const getScriptUrl = () =>
  env.captchaSiteKey
    ? `https://www.google.com/recaptcha/api.js?render=${env.captchaSiteKey}`
    : getBackendUrl('/captcha.js')

const TIMEOUT_MS = 15_000

/** Rejects after the timeout: the provider's promise may never settle if its servers cannot be reached. */
function withTimeout<Result>(result: PromiseLike<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The captcha did not respond in time')), TIMEOUT_MS)
    Promise.resolve(result)
      .finally(() => clearTimeout(timer))
      .then(resolve, reject)
  })
}

import { CAPTCHA_ACTION } from '#shared/constants.ts'
import { env } from '#src/env.ts'
import { getBackendUrl } from './http-client.ts'

/** What the provider's script and the backend's own put on the page (reCAPTCHA v3). */
interface Captcha {
  readonly ready: (callback: () => void) => void
  readonly execute: (siteKey: string, options: { readonly action: string }) => PromiseLike<string>
}

declare global {
  interface Window {
    grecaptcha?: Captcha
  }
}

/** A token for the guest login (requirements §4); it can be used once, within two minutes. Rejects when the script cannot be loaded. */
export async function getCaptchaToken(): Promise<string> {
  const captcha = await loadedOnce()
  return inTime(captcha.execute(env.captchaSiteKey ?? '', { action: CAPTCHA_ACTION }))
}

let loading: Promise<Captcha> | undefined

/** A failed load is forgotten: the next call tries again. */
function loadedOnce(): Promise<Captcha> {
  loading ??= inTime(load()).catch((cause) => {
    loading = undefined
    throw cause
  })
  return loading
}

function load(): Promise<Captcha> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    const fail = (reason: string) => {
      script.remove()
      reject(new Error(`The captcha’s script ${reason}`))
    }
    script.src = trustedScriptUrl()
    script.async = true
    script.onload = () => {
      const captcha = window.grecaptcha
      if (captcha) captcha.ready(() => resolve(captcha))
      else fail('is not what it should be')
    }
    script.onerror = () => fail('could not be loaded')
    document.head.append(script)
  })
}

/** Allowed by name where the page's policy wants Trusted Types; this script's address and no other. */
function trustedScriptUrl(): string {
  policy ??= window.trustedTypes?.createPolicy('captcha', { createScriptURL: scriptUrl })
  return policy ? policy.createScriptURL('') : scriptUrl()
}

let policy: TrustedTypePolicy | undefined

const scriptUrl = () =>
  env.captchaSiteKey
    ? `https://www.google.com/recaptcha/api.js?render=${env.captchaSiteKey}`
    : getBackendUrl('/captcha.js')

/** ms */
const PATIENCE = 15_000

/** A provider that cannot reach its own servers may never answer. */
function inTime<Answer>(answer: PromiseLike<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The captcha did not answer in time')), PATIENCE)
    Promise.resolve(answer)
      .finally(() => clearTimeout(timer))
      .then(resolve, reject)
  })
}

import * as z from 'zod'
import { captchaAction } from '#server/api/contract.ts'
import { HttpError } from '#server/api/http/http-error.ts'
import type { CaptchaConfig } from '#server/config.ts'
import type { CaptchaVerifier } from './captcha-verifier.ts'

/** ms */
const PATIENCE = 5_000

/** Asks the captcha's provider, as reCAPTCHA v3 wants to be asked. The visitor's address is not handed on. */
export function createProviderCaptchaVerifier(config: CaptchaConfig): CaptchaVerifier {
  return async (token) => {
    const verdict = await ask(config, token)
    const reason = objection(config, verdict)
    if (reason) throw new HttpError('captcha_refused', { reason })
  }
}

const verdict = z.object({
  success: z.boolean(),
  action: z.string().optional(),
  hostname: z.string().optional(),
  score: z.number().optional(),
  'error-codes': z.array(z.string()).default([]),
})

type Verdict = z.output<typeof verdict>

async function ask({ verifyUrl, secret }: CaptchaConfig, token: string): Promise<Verdict> {
  try {
    const response = await fetch(verifyUrl, {
      method: 'POST',
      body: new URLSearchParams({ secret, response: token }),
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE),
    })
    if (!response.ok) throw new HttpError('captcha_unavailable', { reason: `status ${response.status}` })
    return verdict.parse(await response.json())
  } catch (cause) {
    throw cause instanceof HttpError ? cause : new HttpError('captcha_unavailable', { cause })
  }
}

/** Our fault, not the visitor's: the secret is wrong, or the request is. */
const OURS = ['missing-input-secret', 'invalid-input-secret', 'bad-request']

function objection({ hostnames, minScore }: CaptchaConfig, answer: Verdict): string | undefined {
  const ours = answer['error-codes'].find((code) => OURS.includes(code))
  if (ours) throw new HttpError('captcha_unavailable', { reason: ours })
  if (!answer.success) return 'not successful'
  if (answer.action !== captchaAction) return `its action is not ${captchaAction}`
  if (answer.hostname === undefined || !hostnames.includes(answer.hostname))
    return `its host is none of ${hostnames.join(', ')}`
  if (answer.score === undefined || answer.score < minScore)
    return `its score is ${answer.score ?? 'missing'}, below ${minScore}`
}

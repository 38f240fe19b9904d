import { OperatorError } from '#server/operator-error.ts'
import { SIGNATURE_LIFETIME, verifySignature, type WebhookRequest } from './verify-signature.ts'

/** `new`, or seen before: a repeat of Contentful's, whose answer was lost, or a replay. Both change nothing. */
type Verdict = 'new' | 'known' | 'refused'

const SECRET_LENGTH = 64

/** Tells Contentful's calls from others. Throws `OperatorError` for a secret that no call could be signed with. */
export function signedCalls(secret: string): (call: WebhookRequest) => Verdict {
  if (secret.length !== SECRET_LENGTH)
    throw new OperatorError(
      `CONTENTFUL_WEBHOOK_SECRET has ${secret.length} characters: set it to Contentful’s signing secret, of ${SECRET_LENGTH}`,
    )
  const forgetAt = new Map<string, number>()
  return (call) => {
    const time = Date.now()
    if (!verifySignature(secret, call, time)) return 'refused'
    for (const [name, end] of forgetAt) if (end < time) forgetAt.delete(name)
    // Contentful signs a repeat anew, under the same key.
    const names = ['x-contentful-signature', 'x-contentful-idempotency-key'].flatMap((name) => call.headers[name] ?? [])
    const isKnown = names.some((name) => forgetAt.has(name))
    for (const name of names) forgetAt.set(name, time + 2 * SIGNATURE_LIFETIME * 1000)
    return isKnown ? 'known' : 'new'
  }
}

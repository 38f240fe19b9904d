import type { IncomingHttpHeaders } from 'node:http'
import { verifyRequest } from '@contentful/node-apps-toolkit'
import { OperatorError } from '#server/operator-error.ts'

/** A call as it arrived. */
interface Call {
  /** With its query, as Contentful signs it. */
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** `new`, or seen before: a repeat of Contentful's, whose answer was lost, or a replay. Both change nothing. */
type Verdict = 'new' | 'known' | 'refused'

/** s; older calls are refused, and as long as that a call is remembered. */
const LIFETIME = 300

const SECRET_LENGTH = 64

/** Tells Contentful's calls from others. Throws `OperatorError` for a secret that no call could be signed with. */
export function signedCalls(secret: string): (call: Call) => Verdict {
  if (secret.length !== SECRET_LENGTH)
    throw new OperatorError(
      `CONTENTFUL_WEBHOOK_SECRET has ${secret.length} characters: set it to Contentful’s signing secret, of ${SECRET_LENGTH}`,
    )
  const forgetAt = new Map<string, number>()
  return (call) => {
    const time = Date.now()
    if (!isSigned(secret, call, time)) return 'refused'
    for (const [name, end] of forgetAt) if (end < time) forgetAt.delete(name)
    // Contentful signs a repeat anew, under the same key.
    const names = ['x-contentful-signature', 'x-contentful-idempotency-key'].flatMap((name) => call.headers[name] ?? [])
    const isKnown = names.some((name) => forgetAt.has(name))
    for (const name of names) forgetAt.set(name, time + 2 * LIFETIME * 1000)
    return isKnown ? 'known' : 'new'
  }
}

function isSigned(secret: string, { path, headers, body }: Call, time: number): boolean {
  // The check itself refuses what is too old, not what is of tomorrow.
  if (Math.abs(time - Number(headers['x-contentful-timestamp'])) > LIFETIME * 1000) return false
  const given = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
  try {
    return verifyRequest(secret, { method: 'POST', path, headers: given, body }, LIFETIME)
  } catch {
    return false // a header is missing or malformed
  }
}

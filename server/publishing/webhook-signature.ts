import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** A webhook request as it arrived. */
export interface WebhookRequest {
  /** With its query. */
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** Seconds; older requests are refused. */
export const SIGNATURE_LIFETIME_S = 300

const SIGNATURE = 'x-contentful-signature'
const SIGNED_HEADERS = 'x-contentful-signed-headers'
const TIMESTAMP = 'x-contentful-timestamp'

/**
 * Verifies Contentful's signature of a POST request: hex HMAC-SHA256 over method, path, signed headers and body. Accepts
 * what `verifyRequest` of @contentful/node-apps-toolkit accepts (tests/contract/webhook-signature.test.ts), and in
 * addition refuses requests that were signed in the future. `now` in ms.
 */
export function verifySignature(secret: string, { path, headers, body }: WebhookRequest, now: number): boolean {
  const given = Object.entries(headers).map(([name, value]) => [name, String(value).trim()] as const)
  const headerOf = (name: string) => given.find(([each]) => each === name)?.[1] ?? ''
  const timestamp = Number.parseInt(headerOf(TIMESTAMP), 10)
  const age = now - timestamp
  if (!(age < SIGNATURE_LIFETIME_S * 1000 && age >= -SIGNATURE_LIFETIME_S * 1000)) return false // also without a timestamp
  const names = headerOf(SIGNED_HEADERS).split(',')
  if (names.length < 2) return false

  // Both headers are signed in normalized form, whether they are listed or not.
  const signed = new Map(given.filter(([name]) => names.includes(name)))
  const sortedNames = [...new Set([...signed.keys(), SIGNED_HEADERS, TIMESTAMP])].sort()
  signed.set(SIGNED_HEADERS, sortedNames.join(',')).set(TIMESTAMP, `${timestamp}`)
  const headerLines = sortedNames.map((name) => `${name}:${signed.get(name)}`).join(';')
  const text = ['POST', encodePath(path), headerLines, body].join('\n')

  const expected = Buffer.from(createHmac('sha256', secret).update(text).digest('hex'))
  const actual = Buffer.from(headerOf(SIGNATURE))
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}

/** Contentful encodes the query as one component, and the result once more. */
function encodePath(path: string): string {
  const [pathname = '', query] = path.split('?')
  return encodeURI(query ? `${pathname}?${encodeURIComponent(query)}` : pathname)
}

import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** A webhook request as it was received. */
export interface WebhookRequest {
  /** Path with query. */
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** Seconds after which a signature is refused. */
export const SIGNATURE_LIFETIME_S = 300

const SIGNATURE_HEADER = 'x-contentful-signature'
const SIGNED_NAMES_HEADER = 'x-contentful-signed-headers'
const TIMESTAMP_HEADER = 'x-contentful-timestamp'

/**
 * Verifies Contentful's signature of a POST request: hex HMAC-SHA256 over method, path, signed headers and body. Accepts
 * what `verifyRequest` of @contentful/node-apps-toolkit accepts (tests/contract/webhook-signature.test.ts), and in
 * addition refuses requests that were signed in the future. `now` in ms.
 */
export function verifySignature(secret: string, { path, headers, body }: WebhookRequest, now: number): boolean {
  const received = Object.entries(headers).map(([name, value]) => [name, String(value).trim()] as const)
  const getHeader = (name: string) => received.find(([header]) => header === name)?.[1] ?? ''
  const timestamp = Number.parseInt(getHeader(TIMESTAMP_HEADER), 10)
  const age = now - timestamp
  if (!(age < SIGNATURE_LIFETIME_S * 1000 && age >= -SIGNATURE_LIFETIME_S * 1000)) return false // NaN without a timestamp
  const names = getHeader(SIGNED_NAMES_HEADER).split(',')
  if (names.length < 2) return false

  // Both headers are always part of the signature, in normalized form, even when they are not listed.
  const signed = new Map(received.filter(([name]) => names.includes(name)))
  const sortedNames = [...new Set([...signed.keys(), SIGNED_NAMES_HEADER, TIMESTAMP_HEADER])].sort()
  signed.set(SIGNED_NAMES_HEADER, sortedNames.join(',')).set(TIMESTAMP_HEADER, `${timestamp}`)
  const headerLines = sortedNames.map((name) => `${name}:${signed.get(name)}`).join(';')
  const text = ['POST', encodePath(path), headerLines, body].join('\n')

  const expected = Buffer.from(createHmac('sha256', secret).update(text).digest('hex'))
  const actual = Buffer.from(getHeader(SIGNATURE_HEADER))
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}

/** Encodes as Contentful does: the query as one component, and then the result again. */
function encodePath(path: string): string {
  const [pathname = '', query] = path.split('?')
  return encodeURI(query ? `${pathname}?${encodeURIComponent(query)}` : pathname)
}

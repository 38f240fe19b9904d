import { createHmac, type Hmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** A webhook request as it was received. */
export interface WebhookRequest {
  /** Path with query. */
  readonly path: string
  readonly headers: IncomingHttpHeaders
  /** Its chunks; read once. */
  readonly body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
}

/** Seconds after which a signature is refused. */
export const SIGNATURE_LIFETIME_S = 300

/** The signature of a request. It is accepted in this form only, so each signed request has exactly one. */
export const getSignature = (headers: IncomingHttpHeaders): string => String(headers[SIGNATURE_HEADER] ?? '').trim()

const SIGNATURE_HEADER = 'x-contentful-signature'
const SIGNED_NAMES_HEADER = 'x-contentful-signed-headers'
const TIMESTAMP_HEADER = 'x-contentful-timestamp'

/**
 * Verifies Contentful's signature of a POST request: hex HMAC-SHA256 over method, path, signed headers and body. Accepts
 * what `verifyRequest` of @contentful/node-apps-toolkit accepts (tests/contract/webhook-signature.test.ts), and in
 * addition refuses requests that were signed in the future. Reads the body in any case. `now` in ms.
 */
export async function verifySignature(
  secret: string,
  { path, headers, body }: WebhookRequest,
  now: number,
): Promise<boolean> {
  const hmac = startHmac(secret, path, headers, now)
  for await (const chunk of body) hmac?.update(chunk)
  const expected = Buffer.from(hmac?.digest('hex') ?? '')
  const actual = Buffer.from(getSignature(headers))
  return hmac !== undefined && actual.length === expected.length && timingSafeEqual(actual, expected)
}

/** The HMAC of all that comes before the body; `undefined` when the headers cannot be those of a valid request. */
function startHmac(secret: string, path: string, headers: IncomingHttpHeaders, now: number): Hmac | undefined {
  const received = new Map(Object.entries(headers).map(([name, value]) => [name, String(value).trim()]))
  const getHeader = (name: string) => received.get(name) ?? ''
  const timestamp = Number.parseInt(getHeader(TIMESTAMP_HEADER), 10)
  const age = now - timestamp
  if (!(age < SIGNATURE_LIFETIME_S * 1000 && age >= -SIGNATURE_LIFETIME_S * 1000)) return undefined // NaN without a timestamp
  const names = getHeader(SIGNED_NAMES_HEADER).split(',')
  if (names.length < 2) return undefined

  // Both headers are always part of the signature, in normalized form, even when they are not listed.
  const signed = new Map([...received].filter(([name]) => names.includes(name)))
  const sortedNames = [...new Set([...signed.keys(), SIGNED_NAMES_HEADER, TIMESTAMP_HEADER])].sort()
  signed.set(SIGNED_NAMES_HEADER, sortedNames.join(',')).set(TIMESTAMP_HEADER, `${timestamp}`)
  const headerLines = sortedNames.map((name) => `${name}:${signed.get(name)}`).join(';')
  return createHmac('sha256', secret).update(['POST', encodePath(path), headerLines, ''].join('\n'))
}

/** Encodes as Contentful does: the query as one component, and then the result again. */
function encodePath(path: string): string {
  const [pathname = '', query] = path.split('?')
  return encodeURI(query ? `${pathname}?${encodeURIComponent(query)}` : pathname)
}

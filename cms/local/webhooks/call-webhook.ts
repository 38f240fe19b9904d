import { createHmac, randomUUID } from 'node:crypto'
import { getFailureReason, readBodyUpTo } from '#local/http/loopback-requests.ts'
import type { WebhookDefinition } from './webhook-definition.ts'

const TIMEOUT_MS = 30_000

/** Bytes of a response body that are kept in the call log. */
const MAX_RESPONSE_BYTES = 200_000

/** A change to send to a webhook. The body is serialized once, so that all attempts send the same bytes. */
export interface WebhookNotification {
  readonly webhook: string
  readonly definition: WebhookDefinition
  /** For example `Entry.publish`. */
  readonly topic: string
  readonly body: string
  /** The same for every attempt, so that the receiver can detect duplicates. */
  readonly idempotencyKey: string
}

/** One attempt to call a webhook, as the call log keeps it. */
export type WebhookCall = Awaited<ReturnType<typeof callWebhook>>

/** Calls a webhook once. Returns the result of the call, also of a failed one. Throws only if `closing` aborts it. */
export async function callWebhook(notification: WebhookNotification, secret: string | undefined, closing: AbortSignal) {
  const { webhook, definition, topic, body } = notification
  const { url } = definition
  const headers = createHeaders(notification)
  const { pathname, search } = new URL(url)
  const method = definition.transformation?.method ?? 'POST'
  const signature = secret ? createSignatureHeaders(secret, { method, path: pathname + search, headers, body }) : {}
  const requestAt = new Date().toISOString()
  const init = { method, headers: { ...headers, ...signature }, ...createBody(notification, method) }
  const result = await sendRequest(url, init, closing)
  return {
    id: randomUUID(),
    webhook,
    /** For example `publish`. */
    eventType: topic.split('.')[1] ?? topic,
    url,
    method,
    requestAt,
    request: { headers: { ...createHeaders(notification, () => '(secret)'), ...signature }, body },
    responseAt: new Date().toISOString(),
    ...result,
  }
}

/** Whether a retry can succeed: there was no response, or its status is 429 or 5xx. */
export const isRetryableCall = ({ statusCode }: WebhookCall): boolean =>
  statusCode === 0 || statusCode === 429 || statusCode >= 500

/** The status is 0 if there is no response. */
async function sendRequest(url: string, init: RequestInit, closing: AbortSignal) {
  try {
    const response = await fetch(url, {
      ...init,
      redirect: 'manual', // a redirect can lead to another machine
      signal: AbortSignal.any([closing, AbortSignal.timeout(TIMEOUT_MS)]),
    })
    const body = (await readBodyUpTo(response, MAX_RESPONSE_BYTES)).toString()
    const errors = response.ok ? [] : [`The receiver responded with ${response.status}`]
    return { statusCode: response.status, response: { headers: Object.fromEntries(response.headers), body }, errors }
  } catch (error) {
    closing.throwIfAborted()
    return { statusCode: 0, response: { headers: {}, body: '' }, errors: [getFailureReason(error)] }
  }
}

/**
 * GET and DELETE have no body, and `Content-Length` is sent only if the transformation asks for it (Contentful's
 * documentation, Configure a webhook; Webhook transformations). A stream is sent without it.
 */
function createBody({ body, definition: { transformation } }: WebhookNotification, method: string) {
  if (method === 'GET' || method === 'DELETE') return {}
  if (transformation?.includeContentLength) return { body }
  return { body: new Blob([body]).stream(), duplex: 'half' as const }
}

/** Header names are lower-case, so that headers of the definition replace ours. `toSecret` can hide secret values. */
function createHeaders(
  { definition, topic, idempotencyKey }: WebhookNotification,
  toSecret = (value: string) => value,
): Record<string, string> {
  const { name, headers, transformation, httpBasicUsername: user, httpBasicPassword: password } = definition
  const credentials = Buffer.from(`${user}:${password ?? ''}`).toString('base64')
  return {
    'content-type': transformation?.contentType ?? 'application/vnd.contentful.management.v1+json',
    ...(user === null ? {} : { authorization: toSecret(`Basic ${credentials}`) }),
    ...Object.fromEntries(
      headers.map(({ key, value, secret }) => [key.toLowerCase(), secret ? toSecret(value) : value]),
    ),
    'x-contentful-topic': `ContentManagement.${topic}`,
    'x-contentful-webhook-name': name,
    'x-contentful-idempotency-key': idempotencyKey,
  }
}

/** The signed parts of a request. Header names are lower-case. */
interface SignedRequest {
  readonly method: string
  /** Includes the query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Creates the headers that sign a request (docs/contentful.md, Webhooks). `timestamp` in ms. */
export function createSignatureHeaders(
  secret: string,
  { method, path, headers, body }: SignedRequest,
  timestamp: number = Date.now(),
): Readonly<Record<string, string>> {
  const names = [...Object.keys(headers), 'x-contentful-signed-headers', 'x-contentful-timestamp'].sort()
  const signingHeaders = { 'x-contentful-signed-headers': names.join(','), 'x-contentful-timestamp': `${timestamp}` }
  const signedHeaders = new Map(Object.entries({ ...headers, ...signingHeaders }))
  const lines = names.map((name) => `${name}:${signedHeaders.get(name)?.trim()}`)
  const payload = [method, encodePath(path), lines.join(';'), body].join('\n')
  return { ...signingHeaders, 'x-contentful-signature': createHmac('sha256', secret).update(payload).digest('hex') }
}

/** Encodes the path as the official verification does: first the whole query, then the path and query again. */
function encodePath(path: string): string {
  const [pathname = '', query] = path.split('?')
  return encodeURI(query ? `${pathname}?${encodeURIComponent(query)}` : pathname)
}

import { createHmac, randomUUID } from 'node:crypto'
import { getFailureReason, readBodyUpTo } from '#local/http/loopback-requests.ts'
import type { WebhookDefinition } from './webhook-definition.ts'

const TIMEOUT_MS = 30_000

/** Bytes of a response body that are kept in the call log. */
const MAX_RESPONSE_BYTES = 200_000

/** A change to send to a webhook. All attempts send the same body and idempotency key. */
export interface WebhookNotification {
  readonly webhook: string
  readonly definition: WebhookDefinition
  /** For example `Entry.publish`. */
  readonly topic: string
  readonly body: string
  readonly idempotencyKey: string
}

/** One attempt to call a webhook, as the call log keeps it. */
export type WebhookCall = Awaited<ReturnType<typeof callWebhook>>

/** Calls a webhook once. Returns the result of the call, also of a failed one. Throws only if `closing` aborts it. */
export async function callWebhook(notification: WebhookNotification, secret: string | undefined, closing: AbortSignal) {
  const { webhook, definition, topic, body } = notification
  const { url, transformation } = definition
  const method = transformation?.method ?? 'POST'
  const { pathname, search } = new URL(url)
  const headers = createHeaders(notification)
  const signature = secret ? createSignatureHeaders(secret, { method, path: pathname + search, headers, body }) : {}
  // GET and DELETE have no body, and `Content-Length` is sent only if the transformation asks for it: a stream is sent
  // without it (Contentful's documentation, Configure a webhook; Webhook transformations).
  const sentBody = transformation?.includeContentLength
    ? { body }
    : { body: new Blob([body]).stream(), duplex: 'half' as const }
  const requestAt = new Date().toISOString()
  const result = await sendRequest(
    url,
    { method, headers: { ...headers, ...signature }, ...(method === 'GET' || method === 'DELETE' ? {} : sentBody) },
    closing,
  )
  return {
    id: randomUUID(),
    webhook,
    /** For example `publish`. */
    eventType: topic.split('.')[1],
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
    const signal = AbortSignal.any([closing, AbortSignal.timeout(TIMEOUT_MS)])
    const response = await fetch(url, { ...init, signal, redirect: 'manual' }) // a redirect can lead to another machine
    const { status, ok, headers } = response
    const body = (await readBodyUpTo(response, MAX_RESPONSE_BYTES)).toString()
    const errors = ok ? [] : [`The receiver responded with ${status}`]
    return { statusCode: status, response: { headers: Object.fromEntries(headers), body }, errors }
  } catch (error) {
    closing.throwIfAborted()
    return { statusCode: 0, response: { headers: {}, body: '' }, errors: [getFailureReason(error)] }
  }
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

/** Creates the headers that sign a request (docs/contentful.md, Webhooks). Header names are lower-case; the path has the query. */
export function createSignatureHeaders(
  secret: string,
  request: Readonly<Record<'method' | 'path' | 'body', string>> & {
    readonly headers: Readonly<Record<string, string>>
  },
): Readonly<Record<string, string>> {
  const { method, path, headers, body } = request
  const names = [...Object.keys(headers), 'x-contentful-signed-headers', 'x-contentful-timestamp'].sort()
  const signingHeaders = { 'x-contentful-signed-headers': names.join(','), 'x-contentful-timestamp': `${Date.now()}` }
  const signedHeaders = new Map(Object.entries({ ...headers, ...signingHeaders }))
  const lines = names.map((name) => `${name}:${signedHeaders.get(name)?.trim()}`)
  // The path is encoded as the official verification does: first the whole query, then the path and query again.
  const [pathname = '', query] = path.split('?')
  const encodedPath = encodeURI(query ? `${pathname}?${encodeURIComponent(query)}` : pathname)
  const payload = [method, encodedPath, lines.join(';'), body].join('\n')
  return { ...signingHeaders, 'x-contentful-signature': createHmac('sha256', secret).update(payload).digest('hex') }
}

import { createHmac, randomUUID } from 'node:crypto'
import { readBodyUpTo } from '#local/http/loopback-requests.ts'
import { isSuccessfulCall, type WebhookCall } from './webhook-calls.ts'
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

/** Calls a webhook once. Returns the result of the call, also of a failed one. Throws only if `closing` aborts it. */
export async function callWebhook(
  notification: WebhookNotification,
  secret: string | undefined,
  closing: AbortSignal,
): Promise<WebhookCall> {
  const { webhook, definition, topic, body } = notification
  const { url } = definition
  const headers = createHeaders(notification)
  const { pathname, search } = new URL(url)
  const method = definition.transformation?.method ?? 'POST'
  const signature = secret ? createSignatureHeaders(secret, { method, path: pathname + search, headers, body }) : {}
  const requestAt = new Date().toISOString()
  const request = {
    id: randomUUID(),
    webhook,
    eventType: topic.split('.')[1] ?? topic,
    url,
    method,
    requestAt,
    request: { headers: { ...headers, ...redactSecretHeaders(definition), ...signature }, body },
  }
  const createCall = (
    statusCode: number,
    response: WebhookCall['response'],
    errors: readonly string[],
  ): WebhookCall => ({
    ...request,
    responseAt: new Date().toISOString(),
    statusCode,
    response,
    errors,
  })
  try {
    const response = await fetch(url, {
      method,
      headers: { ...headers, ...signature },
      ...createBody(notification, method),
      redirect: 'manual', // a redirect can lead to another machine
      signal: AbortSignal.any([closing, AbortSignal.timeout(TIMEOUT_MS)]),
    })
    const text = (await readBodyUpTo(response, MAX_RESPONSE_BYTES)).toString()
    const receivedResponse = { headers: Object.fromEntries(response.headers), body: text }
    return createCall(
      response.status,
      receivedResponse,
      response.ok ? [] : [`The receiver responded with ${response.status}`],
    )
  } catch (error) {
    closing.throwIfAborted()
    return createCall(0, { headers: {}, body: '' }, [getErrorMessage(error)])
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

/** Whether a retry can succeed: there was no response, or its status is 429 or 5xx. */
export const isRetryableCall = (call: WebhookCall): boolean =>
  !isSuccessfulCall(call) && (call.statusCode === 0 || call.statusCode === 429 || call.statusCode >= 500)

/** Header names are lower-case, so that headers of the definition replace ours. */
function createHeaders({ definition, topic, idempotencyKey }: WebhookNotification): Record<string, string> {
  return {
    'content-type': definition.transformation?.contentType ?? 'application/vnd.contentful.management.v1+json',
    ...toBasicAuthorization(definition),
    ...Object.fromEntries(definition.headers.map(({ key, value }) => [key.toLowerCase(), value])),
    'x-contentful-topic': `ContentManagement.${topic}`,
    'x-contentful-webhook-name': definition.name,
    'x-contentful-idempotency-key': idempotencyKey,
  }
}

const toBasicAuthorization = ({ httpBasicUsername, httpBasicPassword }: WebhookDefinition): Record<string, string> =>
  httpBasicUsername === null
    ? {}
    : { authorization: `Basic ${Buffer.from(`${httpBasicUsername}:${httpBasicPassword ?? ''}`).toString('base64')}` }

const redactSecretHeaders = ({ headers, httpBasicUsername }: WebhookDefinition): Record<string, string> => ({
  ...(httpBasicUsername === null ? {} : { authorization: '(secret)' }),
  ...Object.fromEntries(headers.filter(({ secret }) => secret).map(({ key }) => [key.toLowerCase(), '(secret)'])),
})

function getErrorMessage(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? cause.message || cause.name : String(cause)
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

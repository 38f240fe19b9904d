import { createHmac } from 'node:crypto'
import type { WebhookDefinition } from './webhook-definition.ts'

const TIMEOUT_MS = 30_000

/** A change to send to a webhook. All attempts send the same body and idempotency key. */
export interface WebhookNotification {
  readonly webhook: string
  readonly definition: WebhookDefinition
  /** For example `Entry.publish`. */
  readonly topic: string
  readonly body: string
  readonly idempotencyKey: string
}

/** Calls a webhook once. Returns the status; `undefined` if there is no response. Throws only if `closing` aborts it. */
export async function callWebhook(
  notification: WebhookNotification,
  secret: string | undefined,
  closing: AbortSignal,
): Promise<number | undefined> {
  const { definition, body } = notification
  const { url } = definition
  const { pathname, search } = new URL(url)
  const headers = createHeaders(notification)
  // A stream is sent without `Content-Length` (Contentful's documentation, Webhook transformations).
  const sentBody = { body: new Blob([body]).stream(), duplex: 'half' as const }
  const signed = { method: 'POST', path: pathname + search, headers, body }
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, ...(secret ? createSignatureHeaders(secret, signed) : {}) },
      ...sentBody,
      signal: AbortSignal.any([closing, AbortSignal.timeout(TIMEOUT_MS)]),
      redirect: 'manual', // a redirect can lead to another machine
    })
    await response.body?.cancel()
    return response.status
  } catch {
    closing.throwIfAborted()
    return undefined
  }
}

/** Whether a retry can succeed: there was no response, or its status is 429 or 5xx. */
export const canRetry = (status: number | undefined): boolean => status === undefined || status === 429 || status >= 500

/** Header names are lower-case, so that headers of the definition replace ours. */
function createHeaders({ definition, topic, idempotencyKey }: WebhookNotification): Record<string, string> {
  const { name, headers, httpBasicUsername: user, httpBasicPassword: password } = definition
  const credentials = Buffer.from(`${user}:${password ?? ''}`).toString('base64')
  return {
    'content-type': 'application/vnd.contentful.management.v1+json',
    ...(user === null ? {} : { authorization: `Basic ${credentials}` }),
    ...Object.fromEntries(headers.map(({ key, value }) => [key.toLowerCase(), value])),
    'x-contentful-topic': `ContentManagement.${topic}`,
    'x-contentful-webhook-name': name,
    'x-contentful-idempotency-key': idempotencyKey,
  }
}

/** Creates the headers that sign a request (docs/contentful.md, Webhooks). Header names are lower-case; the path has the query. */
function createSignatureHeaders(
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

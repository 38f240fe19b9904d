import { createHmac } from 'node:crypto'

const TIMEOUT_MS = 30_000

/** The request to a webhook after a change. All attempts send the same one. */
export interface WebhookCall {
  readonly url: string
  /** Their names are lower-case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/**
 * Calls a webhook once. Returns whether it can be repeated: there is no response, or its status is 429 or 5xx. Throws only
 * if `closing` aborts it. `secret` signs the request.
 */
export async function callWebhook(call: WebhookCall, secret: string | undefined, closing: AbortSignal) {
  const { url, headers, body } = call
  // A stream is sent without `Content-Length` (Contentful's documentation, Webhook transformations).
  const sentBody = { body: new Blob([body]).stream(), duplex: 'half' as const }
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, ...(secret ? createSignatureHeaders(secret, call) : {}) },
      ...sentBody,
      signal: AbortSignal.any([closing, AbortSignal.timeout(TIMEOUT_MS)]),
      redirect: 'manual', // a redirect can lead to another machine
    })
    await response.body?.cancel()
    return response.status === 429 || response.status >= 500
  } catch {
    closing.throwIfAborted()
    return true
  }
}

/** Creates the headers that sign a request (docs/contentful.md, Webhooks). */
function createSignatureHeaders(secret: string, { url, headers, body }: WebhookCall) {
  const names = [...Object.keys(headers), 'x-contentful-signed-headers', 'x-contentful-timestamp'].sort()
  const signingHeaders = { 'x-contentful-signed-headers': names.join(','), 'x-contentful-timestamp': `${Date.now()}` }
  const signedHeaders = new Map(Object.entries({ ...headers, ...signingHeaders }))
  const lines = names.map((name) => `${name}:${signedHeaders.get(name)?.trim()}`)
  // The path is encoded as the official verification does: first the whole query, then the path and query again.
  const { pathname, search } = new URL(url)
  const [, query] = search.split('?')
  const encodedPath = encodeURI(query ? `${pathname}?${encodeURIComponent(query)}` : pathname)
  const payload = ['POST', encodedPath, lines.join(';'), body].join('\n')
  return { ...signingHeaders, 'x-contentful-signature': createHmac('sha256', secret).update(payload).digest('hex') }
}

import type { GraphqlEndpoint } from './content-client.ts'

/** The CMS responded with an error status. */
class ContentRequestError extends Error {
  /** From the response headers; 0 if they contain no delay. */
  readonly retryAfterMs: number

  constructor(message: string, retryAfterMs: number) {
    super(message)
    this.retryAfterMs = retryAfterMs
  }
}

/** Returns the delay in ms that the CMS has asked for, or 0. */
export const getRetryAfterMs = (error: unknown) => (error instanceof ContentRequestError ? error.retryAfterMs : 0)

/** Sends a query to Contentful's GraphQL API. Resolves with the response's JSON text; throws for an error status. */
export function requestContent(
  endpoint: GraphqlEndpoint,
  query: { readonly query: string; readonly variables: unknown },
  signal: AbortSignal,
): Promise<string> {
  const body = JSON.stringify(query)
  const { responses } = endpoint
  const known = responses?.get(body)
  if (known) return known
  const response = sendQuery(endpoint, body, signal)
  responses?.set(body, response)
  response.catch(() => responses?.delete(body)) // a retry sends it again
  return response
}

async function sendQuery({ url, headers }: GraphqlEndpoint, body: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body,
    signal,
  })
  if (response.ok) return response.text()
  await response.body?.cancel() // an unread body would keep the connection open until the signal aborts
  throw new ContentRequestError(`Contentful responded with ${response.status}`, parseRetryDelay(response))
}

/** Delay in ms before a retry. Contentful sends seconds with a 429; a proxy may send the standard header instead. */
function parseRetryDelay({ headers }: Response): number {
  const seconds = Number(headers.get('x-contentful-ratelimit-reset') ?? headers.get('retry-after'))
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0) * 1_000, MAX_RETRY_DELAY_MS) : 0
}

const MAX_RETRY_DELAY_MS = 60_000

/** Bytes of a digest: enough to tell two versions of a response apart. */
const DIGEST_BYTES = 12

/** Returns the digest of a response, or `undefined` where the browser has no `crypto.subtle` (pages without HTTPS). */
export async function createDigest(text: string): Promise<string | undefined> {
  const hash = await globalThis.crypto?.subtle?.digest('SHA-256', new TextEncoder().encode(text))
  return hash && btoa(String.fromCharCode(...new Uint8Array(hash, 0, DIGEST_BYTES)))
}

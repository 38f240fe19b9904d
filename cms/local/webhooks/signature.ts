import { createHmac } from 'node:crypto'

/** What is signed of a request. Names of headers are lower-case. */
interface SignedRequest {
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The headers that sign a request (docs/contentful.md, Webhooks). `timestamp` in ms. */
export function createSignatureHeaders(
  secret: string,
  { method, path, headers, body }: SignedRequest,
  timestamp: number = Date.now(),
): Readonly<Record<string, string>> {
  const names = [...Object.keys(headers), 'x-contentful-signed-headers', 'x-contentful-timestamp'].sort()
  const added = { 'x-contentful-signed-headers': names.join(','), 'x-contentful-timestamp': `${timestamp}` }
  const signed = new Map(Object.entries({ ...headers, ...added }))
  const lines = names.map((name) => `${name}:${signed.get(name)?.trim()}`)
  const text = [method, encodedPath(path), lines.join(';'), body].join('\n')
  return { ...added, 'x-contentful-signature': createHmac('sha256', secret).update(text).digest('hex') }
}

/** As the official check encodes what it is given: the query in one piece, and then the whole once more. */
function encodedPath(path: string): string {
  const [pathname = '', query] = path.split('?')
  return encodeURI(query ? `${pathname}?${encodeURIComponent(query)}` : pathname)
}

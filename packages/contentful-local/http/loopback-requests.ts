import { isIPv6 } from 'node:net'
import * as z from 'zod'

/** Whether a host name, without its port, means this machine. */
export const isLoopbackHostname = (hostname: string): boolean => ['127.0.0.1', 'localhost', '[::1]'].includes(hostname)

/** The host name of an address in a URL. */
export const formatHostname = (address: string): string => (isIPv6(address) ? `[${address}]` : address)

/** Whether a URL is an HTTP(S) URL of this machine. */
export const isLoopbackUrl = (url: URL | null): boolean =>
  url !== null && /^https?:$/.test(url.protocol) && isLoopbackHostname(url.hostname)

/** The URL of a page in a frame of the web app. That is an https page: browsers frame only https and loopback pages in it. */
export const frameableUrlSchema = z.string().refine((text) => {
  const url = URL.parse(text)
  if (url === null || url.username + url.password !== '') return false // browsers show no frame with a password in its URL
  return url.protocol === 'https:' || isLoopbackUrl(url)
}, 'Must be an https URL, or an http URL of this machine, without user and password')

/** Reads at most `maxBytes` of a response body. The rest is neither awaited nor kept in memory. */
export async function readBodyUpTo({ body }: Response, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let remaining = maxBytes
  for await (const chunk of body ?? []) {
    chunks.push(chunk.subarray(0, remaining))
    remaining -= chunk.length
    if (remaining <= 0) break
  }
  return Buffer.concat(chunks)
}

/** Size limit of a file in bytes. It is above Contentful's limit of 20 MB for images. */
export const MAX_FILE_BYTES = 30_000_000

/**
 * Fetches a file from this machine. Always uses http: contentful-import adds `https:` to URLs without a protocol, and
 * local servers have no certificate. Throws if the response has an error status, is empty or too large.
 */
export async function fetchLoopbackFile(fileUrl: string): Promise<Buffer> {
  const url = new URL(fileUrl)
  url.protocol = 'http:'
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(10_000) })
  if (!response.ok) throw new Error(`the server responded with ${response.status}`)
  const content = await readBodyUpTo(response, MAX_FILE_BYTES + 1)
  if (content.length === 0) throw new Error('the file is empty')
  if (content.length > MAX_FILE_BYTES) throw new Error(`the file has more than ${MAX_FILE_BYTES} bytes`)
  return content
}

/** The message of an error. The reason of a failed `fetch` is in its `cause`. */
export function getFailureReason(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? cause.message || cause.name : String(cause)
}

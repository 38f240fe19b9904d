const NAMES = ['127.0.0.1', 'localhost', '[::1]']

/** Whether a host's name, without its port, means this machine. */
export const isLoopbackHostname = (hostname: string): boolean => NAMES.includes(hostname)

/** Whether an address leads to a web server on this machine. */
export const isLoopbackUrl = ({ protocol, hostname }: URL): boolean =>
  /^https?:$/.test(protocol) && isLoopbackHostname(hostname)

/** The beginning of an answer's body, so many bytes at most: the rest is not waited for, and fills no memory. */
export async function readBodyUpTo({ body }: Response, most: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let left = most
  for await (const chunk of body ?? []) {
    chunks.push(chunk.subarray(0, left))
    left -= chunk.length
    if (left <= 0) break
  }
  return Buffer.concat(chunks)
}

/** bytes, of any file; above Contentful's 20 MB for pictures, below what a laptop minds */
export const MAX_FILE_BYTES = 30_000_000

/** ms; a file on this machine is there at once */
const LONGEST_WAIT = 10_000

/** Whether an asset's `upload` is an address that this stand-in reads: what a test brings in stays on this machine. */
export function isFetchableUrl(address: string): boolean {
  const url = URL.parse(address)
  return url !== null && isLoopbackUrl(url)
}

/**
 * The file at an address on this machine. Always over http: contentful-import writes `https:` before every address
 * that came without a protocol, and nothing here has a certificate.
 */
export async function fetchLoopbackFile(address: string): Promise<Buffer> {
  const url = new URL(address)
  url.protocol = 'http:'
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(LONGEST_WAIT) })
  if (!response.ok) throw new Error(`it answers ${response.status}`)
  const content = await readBodyUpTo(response, MAX_FILE_BYTES + 1)
  if (content.length === 0) throw new Error('it is empty')
  if (content.length > MAX_FILE_BYTES) throw new Error(`it has more than ${MAX_FILE_BYTES} bytes`)
  return content
}

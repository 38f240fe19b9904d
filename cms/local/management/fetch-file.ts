import { firstBytes } from '#cms/local/first-bytes.ts'
import { leadsHere } from '#cms/local/this-machine.ts'

/** bytes, of any file; above Contentful's 20 MB for pictures, below what a laptop minds */
export const LARGEST_FILE = 30_000_000

/** ms; a file on this machine is there at once */
const LONGEST_WAIT = 10_000

/** Whether an asset's `upload` is an address that this stand-in reads: what a test brings in stays on this machine. */
export function isFetchable(address: string): boolean {
  const url = URL.parse(address)
  return url !== null && leadsHere(url)
}

/**
 * The file at an address on this machine. Always over http: contentful-import writes `https:` before every address
 * that came without a protocol, and nothing here has a certificate.
 */
export async function fetchFile(address: string): Promise<Buffer> {
  const url = new URL(address)
  url.protocol = 'http:'
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(LONGEST_WAIT) })
  if (!response.ok) throw new Error(`it answers ${response.status}`)
  const content = await firstBytes(response, LARGEST_FILE + 1)
  if (content.length === 0) throw new Error('it is empty')
  if (content.length > LARGEST_FILE) throw new Error(`it has more than ${LARGEST_FILE} bytes`)
  return content
}

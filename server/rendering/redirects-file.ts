import { parseRedirectSource, parseRedirectTarget } from '#cms/model/parse-redirect-addresses.ts'
import { type Redirect, validateRedirects } from '#cms/model/validate-redirects.ts'
import { REDIRECTS_FILE, type RedirectsFile, type ServedRedirect } from './build-files.ts'
import { writeServedFile } from './compressed-files.ts'

interface Redirects {
  readonly outDir: string
  readonly siteUrl: string
  readonly redirects: readonly Redirect[]
}

/** Writes the valid redirects for the server. Resolves with a line for each rejected redirect. */
export async function writeRedirectsFile({ outDir, siteUrl, redirects }: Redirects): Promise<readonly string[]> {
  const { served, rejected } = validateRedirects(redirects, undefined, siteUrl)
  const file: RedirectsFile = { served: served.flatMap(toServedRedirect), refused: [...rejected], pages: [] }
  await writeServedFile(outDir, REDIRECTS_FILE, `${JSON.stringify(file, null, 2)}\n`)
  return rejected.map(({ from, reason }) => `The redirect ${from} is not served: it ${reason}`)
}

/** Encodes the addresses of a redirect as browsers do, for use in a header. */
function toServedRedirect({ from, to, isPermanent }: Redirect): readonly ServedRedirect[] {
  const [start, end] = [parseRedirectSource(from), parseRedirectTarget(to)]
  if ('problem' in start || 'problem' in end) return []
  if ('externalUrl' in end) return [{ path: start.path, to: end.externalUrl, isPermanent }]
  const { search, hash } = new URL(to, 'http://site.invalid')
  return [{ path: start.path, to: `${encodePath(end.path)}${search}${hash}`, isPermanent }]
}

/** Encodes a path as browsers do. */
export const encodePath = (path: string) => path.split('/').map(encodeURIComponent).join('/')

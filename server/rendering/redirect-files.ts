import { parseRedirectSource, parseRedirectTarget } from '#cms/model/parse-redirect-addresses.ts'
import { type Redirect, validateRedirects } from '#cms/model/validate-redirects.ts'
import { REDIRECTS_FILE, type RedirectsFile, readRedirectsFile, type ServedRedirect } from './build-files.ts'
import { writeServedFile } from './compressed-files.ts'
import { hasPage, removeRedirectPage, writeRedirectPage } from './static-host/redirect-pages.ts'

interface RedirectFiles {
  readonly outDir: string
  readonly siteUrl: string
  readonly redirects: readonly Redirect[]
}

/**
 * Writes the valid redirects in three forms: for the production server, for hosts that read `_redirects`, and as an HTML
 * page each for hosts that only serve files. Resolves with a line for each rejected redirect.
 */
export async function writeRedirectFiles({ outDir, siteUrl, redirects }: RedirectFiles): Promise<readonly string[]> {
  const verdict = validateRedirects(redirects, undefined, siteUrl)
  const served = verdict.served.flatMap(toServedRedirect)
  const before = (await readRedirectsFile(outDir)).pages
  const pages = served.map(({ path }) => path).filter((path) => before.includes(path) || !hasPage(outDir, path))
  const removed = before.filter((path) => !pages.includes(path) && hasPage(outDir, path))
  const write = (listed: readonly string[]) => {
    const file: RedirectsFile = { served, refused: [...verdict.rejected], pages: [...listed] }
    return writeServedFile(outDir, REDIRECTS_FILE, `${JSON.stringify(file, null, 2)}\n`)
  }

  await write([...pages, ...removed]) // written first, so that an interrupted run leaves no unlisted page
  for (const redirect of served) if (pages.includes(redirect.path)) await writeRedirectPage(outDir, redirect, siteUrl)
  for (const path of removed) await removeRedirectPage(outDir, path)
  await write(pages)
  await writeServedFile(outDir, '_redirects', served.map(formatHostLine).join(''))
  return verdict.rejected.map(({ from, reason }) => `The redirect ${from} is not served: it ${reason}`)
}

/** Encodes the addresses of a redirect as browsers do, for use in a header. */
function toServedRedirect({ from, to, isPermanent }: Redirect): readonly ServedRedirect[] {
  const [start, end] = [parseRedirectSource(from), parseRedirectTarget(to)]
  if ('problem' in start || 'problem' in end) return []
  if ('externalUrl' in end) return [{ path: start.path, to: end.externalUrl, isPermanent }]
  const { search, hash } = new URL(to, 'http://site.invalid')
  return [{ path: start.path, to: `${encodePath(end.path)}${search}${hash}`, isPermanent }]
}

const encodePath = (path: string) => path.split('/').map(encodeURIComponent).join('/')

/** A line of the `_redirects` format of Netlify and Cloudflare Pages. */
const formatHostLine = ({ path, to, isPermanent }: ServedRedirect) =>
  `${encodePath(path)} ${to} ${isPermanent ? 301 : 302}\n`

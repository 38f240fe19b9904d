import { existsSync } from 'node:fs'
import { rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseRedirectSource, parseRedirectTarget } from '#cms/model/parse-redirect-addresses.ts'
import { type Redirect, validateRedirects } from '#cms/model/validate-redirects.ts'
import { REDIRECTS_FILE, type RedirectsFile, readRedirectsFile, type ServedRedirect } from '#server/site/redirects.ts'
import { writeServedFile } from './compressed-files.ts'
import { escapeHtml } from './metadata-files.ts'
import { REDIRECT_PAGE_POLICY_META } from './security-policy.ts'

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
  for (const redirect of served.filter(({ path }) => pages.includes(path)))
    await writeServedFile(outDir, getPageFile(redirect.path), renderRedirectPage(redirect, siteUrl)).catch(
      // The path may be below a file, or its name too long. The other two forms of the redirect still work.
      ({ message }) => console.warn(`The redirect ${redirect.path} has no page for static hosts: ${message}`),
    )
  for (const path of removed) await removePage(outDir, path)
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

const formatHostLine = ({ path, to, isPermanent }: ServedRedirect) =>
  `${encodePath(path)} ${to} ${isPermanent ? 301 : 302}\n`

const getPageFile = (path: string) => join(path, 'index.html')

const hasPage = (outDir: string, path: string) => existsSync(join(outDir, getPageFile(path)))

/** An HTML page that redirects, for hosts that only serve files. */
function renderRedirectPage({ to }: ServedRedirect, siteUrl: string): string {
  const address = escapeHtml(to)
  return [
    `<!doctype html><html lang="en"><meta charset="utf-8">${REDIRECT_PAGE_POLICY_META}`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta name="robots" content="noindex"><link rel="canonical" href="${escapeHtml(new URL(to, siteUrl).href)}">`,
    `<meta http-equiv="refresh" content="0; url=${address}">`,
    `<title>${address}</title><a href="${address}">${address}</a></html>\n`,
  ].join('')
}

async function removePage(outDir: string, path: string): Promise<void> {
  const file = join(outDir, getPageFile(path))
  for (const ending of ['', '.br', '.gz']) await rm(`${file}${ending}`, { force: true })
  for (let folder = dirname(file); folder !== join(outDir); folder = dirname(folder)) {
    const error = await rmdir(folder).catch((error: Error) => error)
    if (error) return // the folder contains other files
  }
}

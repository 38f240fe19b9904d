import { existsSync } from 'node:fs'
import { rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseRedirectSource, parseRedirectTarget } from '#cms/model/parse-redirect-addresses.ts'
import { type Redirect, validateRedirects } from '#cms/model/validate-redirects.ts'
import {
  REDIRECTS_FILE,
  type RedirectsFile,
  readRedirectsFile,
  type ServedRedirect,
} from '#server/web/redirects-file.ts'
import { escapeHtml } from './metadata-files.ts'
import { REDIRECT_PAGE_POLICY_META } from './security-policy.ts'
import { writeServedFile } from './write-served.ts'

interface RedirectFiles {
  readonly outDir: string
  readonly siteUrl: string
  readonly redirects: readonly Redirect[]
}

/**
 * Writes the redirects that may be served: for our server, for hosts that read `_redirects`, and for others a page each.
 * Answers with a line for each that may not.
 */
export async function writeRedirectFiles({ outDir, siteUrl, redirects }: RedirectFiles): Promise<readonly string[]> {
  const verdict = validateRedirects(redirects, undefined, siteUrl)
  const served = verdict.served.flatMap(servedRedirect)
  const before = (await readRedirectsFile(outDir)).pages
  const pages = served.map(({ path }) => path).filter((path) => before.includes(path) || !stands(outDir, path))
  const gone = before.filter((path) => !pages.includes(path) && stands(outDir, path))
  const write = (listed: readonly string[]) => {
    const file: RedirectsFile = { served, refused: [...verdict.refused], pages: [...listed] }
    return writeServedFile(outDir, REDIRECTS_FILE, `${JSON.stringify(file, null, 2)}\n`)
  }

  await write([...pages, ...gone]) // the list goes first: no page is forgotten, wherever this ends
  for (const redirect of served.filter(({ path }) => pages.includes(path)))
    await writeServedFile(outDir, pageFile(redirect.path), redirectPage(redirect, siteUrl)).catch(noRoomFor(redirect))
  for (const path of gone) await removePage(outDir, path)
  await write(pages)
  await writeServedFile(outDir, '_redirects', served.map(hostLine).join(''))
  return verdict.refused.map(({ from, reason }) => `The redirect ${from} is not served: it ${reason}`)
}

/** As browsers write addresses, so that it may stand in a header. */
function servedRedirect({ from, to, isPermanent }: Redirect): readonly ServedRedirect[] {
  const [start, end] = [parseRedirectSource(from), parseRedirectTarget(to)]
  if ('problem' in start || 'problem' in end) return []
  if ('elsewhere' in end) return [{ path: start.path, to: end.elsewhere, isPermanent }]
  const { search, hash } = new URL(to, 'http://site.invalid')
  return [{ path: start.path, to: `${encoded(end.path)}${search}${hash}`, isPermanent }]
}

const encoded = (path: string) => path.split('/').map(encodeURIComponent).join('/')

const hostLine = ({ path, to, isPermanent }: ServedRedirect) => `${encoded(path)} ${to} ${isPermanent ? 301 : 302}\n`

const pageFile = (path: string) => join(path, 'index.html')

const stands = (outDir: string, path: string) => existsSync(join(outDir, pageFile(path)))

/** For hosts that serve files and nothing else. */
function redirectPage({ to }: ServedRedirect, siteUrl: string): string {
  const address = escapeHtml(to)
  return [
    `<!doctype html><html lang="en"><meta charset="utf-8">${REDIRECT_PAGE_POLICY_META}`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta name="robots" content="noindex"><link rel="canonical" href="${escapeHtml(new URL(to, siteUrl).href)}">`,
    `<meta http-equiv="refresh" content="0; url=${address}">`,
    `<title>${address}</title><a href="${address}">${address}</a></html>\n`,
  ].join('')
}

/** Below a file, or with too long a name; the other two ways are there all the same. */
const noRoomFor =
  ({ path }: ServedRedirect) =>
  (problem: Error) =>
    console.warn(`The redirect ${path} has no page for static hosts: ${problem.message}`)

async function removePage(outDir: string, path: string): Promise<void> {
  const file = join(outDir, pageFile(path))
  for (const ending of ['', '.br', '.gz']) await rm(`${file}${ending}`, { force: true })
  for (let folder = dirname(file); folder !== join(outDir); folder = dirname(folder)) {
    if (
      !(await rmdir(folder).then(
        () => true,
        () => false,
      ))
    )
      return // others are in it
  }
}

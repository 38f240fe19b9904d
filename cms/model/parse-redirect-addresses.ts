/** A normalized path: decoded, without a trailing slash. */
interface SitePath {
  readonly path: string
}

/** Why an address is invalid and what to do. */
interface Problem {
  readonly problem: string
}

/** The target of a redirect: a path of this site, or an https URL of another site. */
export type RedirectTarget = SitePath | { readonly externalUrl: string }

/** First path segments that the web server handles itself (server/app.ts). */
const SERVER_PATHS = ['api', 'assets', 'health', 'media', 'photo-desk', 'preview', 'webhooks']

/** Files in the root of the site: of public/ and of server/rendering. */
export const SITE_FILES = [
  '404.html',
  '_redirects',
  'apple-touch-icon.png',
  'favicon.ico',
  'favicon.svg',
  'icon-192.png',
  'icon-512.png',
  'icon-maskable-512.png',
  'manifest.webmanifest',
  'robots.txt',
  'sitemap.xml',
]

/** Base URL for parsing paths. */
const BASE_URL = 'http://site.invalid'

const MAX_LENGTH = 256

/** Parses the path that is redirected. Does not check whether a page has this path. */
export function parseRedirectSource(from: string): SitePath | Problem {
  const problem = findTextProblem(from)
  if (problem) return { problem }
  if (!/^\/(?!\/)/.test(from)) return { problem: 'must begin with one slash: write the path alone, as in /brochure' }
  if (/[?#]/.test(from)) return { problem: 'has a ? or #: write the path alone, as in /brochure' }
  const path = parsePath(from)
  if (path === undefined) return { problem: 'is not a valid path: write it as in /brochure' }
  if (/[*:]/.test(path))
    return { problem: 'has a * or :, which is a pattern to some servers: write the path without it' }
  const [first = ''] = path.slice(1).split('/')
  if (SERVER_PATHS.includes(first) || SITE_FILES.includes(first) || first.startsWith('.'))
    return { problem: `is an address that the server uses itself (/${first}): choose another` }
  return { path }
}

/** Parses the target. A URL with the host `siteHost` is a path of this site. */
export function parseRedirectTarget(to: string, siteHost?: string): RedirectTarget | Problem {
  const problem = findTextProblem(to)
  if (problem) return { problem: `leads to an address that ${problem}` }
  if (to.startsWith('//')) return { problem: 'leads to an address without https: write https: before the two slashes' }
  if (to.startsWith('/')) return parseTargetPath(to)
  const scheme = /^[a-z][a-z\d+.-]*:/i.exec(to)?.[0].toLowerCase()
  if (!scheme)
    return { problem: 'does not lead to an address: begin with one slash, as in /services, or with https://' }
  if (scheme !== 'https:')
    return { problem: `leads to an address with ${scheme}, which is not safe: write one with https://` }
  const url = /^https:\/\/[^/]/i.test(to) ? URL.parse(to) : null
  if (!url) return { problem: 'leads to an invalid address: write it as in https://www.example.com' }
  if (url.username || url.password) return { problem: 'leads to an address with a name before @: remove the name' }
  return url.host === siteHost ? parseTargetPath(`${url.pathname}${url.search}`) : { externalUrl: url.href }
}

function parseTargetPath(to: string): SitePath | Problem {
  const path = parsePath(to)
  return path === undefined ? { problem: 'leads to an invalid path: write it as in /services' } : { path }
}

/** Characters that are unsafe in a header or in HTML are rejected. */
function findTextProblem(text: string): string | undefined {
  if (text === '') return 'is empty: write an address'
  if (text.length > MAX_LENGTH) return `has ${text.length} characters: write at most ${MAX_LENGTH}`
  if (text.includes('\\')) return 'has a backslash: write / instead'
  if (/[\s\p{Cc}\p{Cf}]/u.test(text)) return 'has a space or an invisible character: remove it'
  return undefined
}

function parsePath(address: string): string | undefined {
  const path = normalizePath(new URL(address, BASE_URL).pathname)
  return path !== undefined && isSafePath(path) ? path : undefined
}

/**
 * Decodes the path of a redirect or a request, and removes the slash or `index.html` at its end. Capitals stay. Returns
 * `undefined` for an incomplete character such as %E0.
 */
export function normalizePath(path: string): string | undefined {
  try {
    return decodeURIComponent(path).replace(/\/(index\.html)?$/, '') || '/'
  } catch {
    return undefined
  }
}

/** Static hosts get a folder with this path, so it must not contain empty segments, `.` or `..`. */
const isSafePath = (path: string) =>
  path === '/' ||
  (!/[\\\p{Cc}]/u.test(path) &&
    path
      .slice(1)
      .split('/')
      .every((segment) => !['', '.', '..'].includes(segment)))

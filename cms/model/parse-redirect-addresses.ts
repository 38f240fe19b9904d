/** A path as the server compares it: decoded, without a slash at its end. */
interface SitePath {
  readonly path: string
}

/** Why a redirect may not begin there, or lead there; it ends with what to do. */
interface Problem {
  readonly problem: string
}

/** Where a redirect leads to: a path of this site, or an https address of another. */
export type RedirectTarget = SitePath | { readonly elsewhere: string }

/** What the web server answers itself (server/web/web-server.ts), with all that lies below. */
const SERVER = ['api', 'assets', 'health', 'media', 'preview', 'webhooks']

/** What stands beside the pages: of public/, and of scripts/build/metadata-files.ts. */
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

/** Any base: what is looked at is the path. */
const HERE = 'http://site.invalid'

const MAX_LENGTH = 256

/** The path that a redirect begins at; that a page may be there is not looked at. */
export function parseRedirectSource(from: string): SitePath | Problem {
  const problem = badText(from)
  if (problem) return { problem }
  if (!/^\/(?!\/)/.test(from)) return { problem: 'must begin with one slash: write the path alone, as in /brochure' }
  if (/[?#]/.test(from)) return { problem: 'has a ? or #: write the path alone, as in /brochure' }
  const path = pathOf(from)
  if (path === undefined) return { problem: 'is no path that a browser can ask for: write it as in /brochure' }
  if (/[*:]/.test(path))
    return { problem: 'has a * or :, which is a pattern to some servers: write the path without it' }
  const [first = ''] = path.slice(1).split('/')
  if (SERVER.includes(first) || SITE_FILES.includes(first) || first.startsWith('.'))
    return { problem: `is an address that the server needs itself (/${first}): choose another` }
  return { path }
}

/** Where a redirect leads to. `siteHost`: under which name this site may be written whole. */
export function parseRedirectTarget(to: string, siteHost?: string): RedirectTarget | Problem {
  const problem = badText(to)
  if (problem) return { problem: `leads to an address that ${problem}` }
  if (to.startsWith('//')) return { problem: 'leads to an address without https: write https: before the two slashes' }
  if (to.startsWith('/')) return pathTo(to)
  const scheme = /^[a-z][a-z\d+.-]*:/i.exec(to)?.[0].toLowerCase()
  if (!scheme) return { problem: 'leads to no address: begin with one slash, as in /services, or with https://' }
  if (scheme !== 'https:')
    return { problem: `leads to an address with ${scheme}, which is not safe: write one with https://` }
  const url = /^https:\/\/[^/]/i.test(to) ? URL.parse(to) : null
  if (!url)
    return { problem: 'leads to an address that no browser understands: write it as in https://www.example.com' }
  if (url.username || url.password) return { problem: 'leads to an address with a name before @: leave the name out' }
  return url.host === siteHost ? pathTo(`${url.pathname}${url.search}`) : { elsewhere: url.href }
}

function pathTo(to: string): SitePath | Problem {
  const path = pathOf(to)
  return path === undefined
    ? { problem: 'leads to no path that a browser can ask for: write it as in /services' }
    : { path }
}

/** Neither in a header nor in a page may it mean anything but itself. */
function badText(text: string): string | undefined {
  if (text === '') return 'is empty: write an address'
  if (text.length > MAX_LENGTH) return `has ${text.length} characters: write at most ${MAX_LENGTH}`
  if (text.includes('\\')) return 'has a backslash: write / instead'
  if (/[\s\p{Cc}\p{Cf}]/u.test(text)) return 'has a space, or a character that nobody sees: take it out'
  return undefined
}

/** Upper and lower case differ, as for the server. */
function pathOf(address: string): string | undefined {
  const { pathname } = new URL(address, HERE)
  try {
    const path = decodeURIComponent(pathname).replace(/\/(index\.html)?$/, '') || '/'
    return isPlain(path) ? path : undefined
  } catch {
    return undefined // %E0 alone is no character
  }
}

/** Static hosts get a folder of this name: it must lead neither out of the site nor nowhere. */
const isPlain = (path: string) =>
  path === '/' ||
  (!/[\\\p{Cc}]/u.test(path) &&
    path
      .slice(1)
      .split('/')
      .every((step) => !['', '.', '..'].includes(step)))

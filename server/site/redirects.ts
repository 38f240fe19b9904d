import type { FastifyBaseLogger, FastifyReply } from 'fastify'
import { normalizePath } from '#cms/model/parse-redirect-addresses.ts'
import {
  REDIRECTS_FILE,
  type RedirectsFile,
  readRedirectsFile,
  type ServedRedirect,
} from '#server/rendering/build-files.ts'
import { findSitePath } from '#shared/find-site-path.ts'

/** The editors' redirects of a built site. */
export type Redirects = ReturnType<typeof createRedirects>

interface Redirection {
  readonly location: string
  readonly isPermanent: boolean
}

/** `getRoot` returns the folder of the build that is served, if there is one. */
export function createRedirects(getRoot: () => string | undefined, log: Pick<FastifyBaseLogger, 'error'>) {
  let byPath: ReadonlyMap<string, ServedRedirect> = new Map()
  let byFoldedPath = byPath
  let refused: RedirectsFile['refused'] = []
  return {
    /**
     * Reads the redirects of a build: at the start, after each rebuild, and before another build is served. Keeps the previous
     * ones when the file cannot be read.
     */
    read: async (folder = getRoot()) => {
      if (folder === undefined) return
      try {
        const file = await readRedirectsFile(folder)
        byPath = new Map(file.served.map((redirect) => [redirect.path, redirect]))
        byFoldedPath = new Map(file.served.map((redirect) => [foldPath(redirect.path), redirect]))
        refused = file.refused
      } catch (error) {
        log.error({ err: error, file: REDIRECTS_FILE }, 'redirects cannot be read and stay as they were')
      }
    },
    /** The redirect for a request URL, if there is one, also in another spelling that no page has. */
    find: (url: string): Redirection | undefined => {
      const path = normalizePath(url.split('?', 1).join())
      if (path === undefined) return undefined
      const redirect = byPath.get(path) ?? (findSitePath(path) ? undefined : byFoldedPath.get(foldPath(path)))
      return redirect && { location: createLocation(redirect.to, url), isPermanent: redirect.isPermanent }
    },
    /** Redirects that are not served, with reasons. */
    getRefused: () => refused,
  }
}

/** Sends the redirect. Browsers cache a permanent one for an hour only, so that an editor can remove it. */
export function sendRedirect(reply: FastifyReply, { location, isPermanent }: Redirection): FastifyReply {
  return reply
    .header('cache-control', isPermanent ? 'public, max-age=3600' : 'no-cache')
    .redirect(location, isPermanent ? 301 : 302)
}

/** Without the differences between spellings that people link: capitals, and accents as characters of their own. */
const foldPath = (path: string): string => path.normalize('NFC').toLowerCase()

/** The redirect's target, with the query of the request unless the target has its own. */
function createLocation(to: string, url: string): string {
  const query = url.indexOf('?')
  if (query === -1 || to.includes('?')) return to
  const [address, ...fragment] = to.split(/(?=#)/)
  return [address, url.slice(query), ...fragment].join('')
}

/**
 * The canonical URL of the page that a request URL means, with its query unless that is not safe; `undefined` when no page
 * has the path.
 */
export function findPageUrl(url: string): string | undefined {
  const [path = '/', ...query] = url.split(/(?=\?)/)
  const page = findSitePath(normalizePath(path) ?? path)
  if (page === undefined) return undefined
  const pageUrl = [page, ...query].join('')
  if (pageUrl === url) return url
  const safeUrl = toSafeRedirectPath(pageUrl)
  return safeUrl === '/' ? page : safeUrl
}

/** Longer than the URL of any page. */
const MAX_PATH_LENGTH = 2_000

/** Characters that browsers change: they read `\` as `/`, and remove control characters. */
const AMBIGUOUS_CHARACTERS = /[\\\p{Cc}]/u

const PLACEHOLDER_ORIGIN = 'http://here.invalid'

/** A path of this site with its query, normalized; `/` for everything that could redirect to another site. */
export function toSafeRedirectPath(path: string): string {
  if (!path.startsWith('/') || path.length > MAX_PATH_LENGTH || AMBIGUOUS_CHARACTERS.test(path)) return '/'
  const url = URL.parse(path, PLACEHOLDER_ORIGIN)
  // `/.//host` is a path, but would become a host when it is normalized.
  if (url?.origin !== PLACEHOLDER_ORIGIN || url.pathname.startsWith('//')) return '/'
  return url.pathname + url.search + url.hash
}

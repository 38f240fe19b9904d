import type { FastifyBaseLogger, FastifyReply } from 'fastify'
import { REDIRECTS_FILE, type RedirectsFile, readRedirectsFile, type ServedRedirect } from './redirects-file.ts'

/** The editors' redirects of a built site. */
export interface Redirects {
  /**
   * Reads what the build wrote: at the start, after each rebuild, and before another build is served. What cannot be
   * read leaves what was there.
   */
  readonly read: (folder?: string) => Promise<void>
  /** Where a request is to go, if an editor has said so. */
  readonly find: (url: string) => Redirection | undefined
  /** Not served, with reasons. */
  readonly getRefused: () => RedirectsFile['refused']
}

interface Redirection {
  readonly location: string
  readonly isPermanent: boolean
}

/** `root`: the folder of the build that is served. */
export function createRedirects(root: () => string, log: Pick<FastifyBaseLogger, 'error'>): Redirects {
  let byPath: ReadonlyMap<string, ServedRedirect> = new Map()
  let refused: RedirectsFile['refused'] = []
  return {
    read: async (folder = root()) => {
      try {
        const file = await readRedirectsFile(folder)
        byPath = new Map(file.served.map((each) => [each.path, each]))
        refused = file.refused
      } catch (err) {
        log.error({ err, file: REDIRECTS_FILE }, 'redirects cannot be read and stay as they were')
      }
    },
    find: (url) => {
      const path = pathOf(url)
      const found = path === undefined ? undefined : byPath.get(path)
      return found && { location: locationOf(found.to, url), isPermanent: found.isPermanent }
    },
    getRefused: () => refused,
  }
}

/** A permanent one is remembered for an hour, not for ever: an editor must be able to take it back. */
export function sendRedirect(reply: FastifyReply, { location, isPermanent }: Redirection): FastifyReply {
  return reply
    .header('cache-control', isPermanent ? 'public, max-age=3600' : 'no-cache')
    .redirect(location, isPermanent ? 301 : 302)
}

/** As cms/model/parse-redirect-addresses.ts has it, which the server does not know. */
function pathOf(url: string): string | undefined {
  const [path = ''] = url.split('?')
  try {
    return decodeURIComponent(path).replace(/\/(index\.html)?$/, '')
  } catch {
    return undefined
  }
}

/** The target is the editor's alone; of the request it takes the query, unless it has its own. */
function locationOf(to: string, url: string): string {
  const query = url.indexOf('?')
  if (query === -1 || to.includes('?')) return to
  const [address, ...anchor] = to.split(/(?=#)/)
  return [address, url.slice(query), ...anchor].join('')
}

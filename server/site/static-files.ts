import { ReadStream } from 'node:fs'
import { access, readFile } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { basename, dirname, extname, join, posix, resolve } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { SECURITY_TXT_PATH } from '#server/rendering/build-files.ts'
import { PHOTO_DESK_PATH } from '#shared/photo-desk.ts'
import { findPageUrl, type Redirects, sendRedirect, toSafeRedirectPath } from './redirects.ts'
import type { SiteFolders } from './releases.ts'
import type { SecurityHeaders } from './security-headers.ts'

interface StaticFilesOptions {
  readonly site: SiteFolders
  readonly security: SecurityHeaders
  readonly redirects: Redirects
  /** See `AppOptions`. */
  readonly findDerivedFile: ((name: string) => Promise<string | null>) | undefined
}

interface FilePath {
  readonly Params: { readonly '*': string }
}

/** Serves the pages and files of a build, the editors' redirects, and the redirects to canonical URLs. */
export function addStaticFiles(server: FastifyInstance, options: StaticFilesOptions): void {
  const { site, security, redirects, findDerivedFile } = options

  server.register(fastifyStatic, {
    root: resolve(site.getRoot()),
    serve: false,
    index: false,
    dotfiles: 'ignore',
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      if (reply.request.url.startsWith(PHOTO_DESK_PATH)) reply.removeHeader('x-frame-options') // cannot list origins
      reply.headers({ 'cache-control': getCacheControl(path), ...security.forFile(path) })
    },
  })

  if (findDerivedFile) {
    server.get<{ Params: { name: string } }>('/media/derived/:name', async ({ params }, reply) => {
      const file = await findDerivedFile(params.name)
      return file ? reply.sendFile(basename(file), dirname(resolve(file))) : reply.callNotFound()
    })
  }

  server.get<FilePath>('/*', { onSend: readReplaceableFile }, async (request, reply) => {
    const redirection = redirects.find(request.url)
    if (redirection) return sendRedirect(reply, redirection)
    const canonicalUrl = findCanonicalUrl(request.url)
    if (canonicalUrl !== undefined) return sendRedirect(reply, { location: canonicalUrl, isPermanent: true })
    const path = request.params['*']
    const file = extname(path) ? path : posix.join(path, 'index.html')
    const dotfiles = path === SECURITY_TXT_PATH ? 'allow' : 'ignore'
    if (!IMMUTABLE_PATH.test(path))
      return reply.sendFile(file, resolve(site.getRoot()), { acceptRanges: false, dotfiles })
    return reply.sendFile(file, resolve(await findFolderWith(file, site)), {
      acceptRanges: true,
      onFile: (_, { size }) => limitSuffixRange(request.raw.headers, size),
    })
  })
}

/** The last bytes, but more than the file has, are the whole file (RFC 9110, section 14.1.2). @fastify/static rejects them. */
function limitSuffixRange(headers: IncomingHttpHeaders, size: number): void {
  const length = /^ *bytes=-(\d+)$/.exec(headers.range ?? '')?.[1]
  if (Number(length) > size) headers.range = `bytes=-${size}`
}

/** Files in assets/ and derived/ have a hash of their content in their name. Browsers revalidate pages and content files. */
function getCacheControl(path: string): string {
  const file = path.replaceAll('\\', '/')
  if (/(\.html|\/content\/[^/]+\.json)(\.br|\.gz)?$/.test(file)) return 'no-cache'
  if (/\/(assets|derived)\/[^/]+$/.test(file)) return 'public, max-age=31536000, immutable'
  return 'public, max-age=86400'
}

/** The folder of the latest build that has a file: pages that were loaded before a switch request files of an earlier build. */
async function findFolderWith(file: string, { getRoot, getPreviousRoots }: SiteFolders): Promise<string> {
  for (const folder of [getRoot(), ...getPreviousRoots()]) {
    const exists = await access(join(folder, file)).then(
      () => true,
      () => false,
    )
    if (exists) return folder
  }
  return getRoot()
}

/** Files below these paths are never replaced. Others can be replaced by a rebuild while they are served. */
const IMMUTABLE_PATH = /^(assets|media|photo-desk\/assets)\//

/**
 * An `onSend` hook that reads a replaceable file as a whole and sets its length. @fastify/static reads the length before
 * it opens the file: when the file is replaced in between, length and body of the response would not match.
 */
async function readReplaceableFile(
  request: FastifyRequest<FilePath>,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  if (!(payload instanceof ReadStream) || IMMUTABLE_PATH.test(request.params['*'])) return payload
  payload.destroy()
  const content = await readFile(payload.path)
  reply.header('content-length', content.length)
  return content
}

/** The URL to redirect to: /services for /Services, /services/ and /services/index.html. `undefined` for a canonical URL. */
function findCanonicalUrl(url: string): string | undefined {
  const pageUrl = findPageUrl(url)
  if (pageUrl !== undefined) return pageUrl === url ? undefined : pageUrl
  const canonicalUrl = removeExtraSlashes(url)
  // Again, because the URL can end with a slash after its dot segments are resolved.
  return canonicalUrl === url ? undefined : removeExtraSlashes(toSafeRedirectPath(canonicalUrl))
}

/**
 * Without repeated slashes at the start of the path, and without `/` and `/index.html` at its end. The photo desk's path
 * keeps its slash, because Contentful requests it with one. Takes linear time.
 */
function removeExtraSlashes(url: string): string {
  const [path = '/', ...query] = url.split(/(?=\?)/)
  const segments = path.replace(/^\/{2,}/, '/').split('/')
  while (segments.length > 0 && ['', 'index.html'].includes(segments.at(-1) ?? '')) segments.pop()
  const shortPath = segments.join('/') || '/'
  return [`${shortPath}/` === PHOTO_DESK_PATH ? PHOTO_DESK_PATH : shortPath, ...query].join('')
}

/**
 * Redirects requests for unknown pages to the home page (requirements §2); answers those for files and for paths of the
 * photo desk with 404. A cache must ask again: the answer depends on `Accept`, and a file may be published at any time.
 */
export function handleUnknownPath({ method, headers, url }: FastifyRequest, reply: FastifyReply) {
  reply.headers({ 'cache-control': 'no-cache', vary: 'accept' })
  if (method !== 'GET' && method !== 'HEAD') return reply.code(405).header('allow', 'GET, HEAD').send()
  if (headers.accept?.includes('text/html') && !url.startsWith(PHOTO_DESK_PATH)) return reply.redirect('/', 302)
  return reply.code(404).type('text/plain').send('Not found')
}

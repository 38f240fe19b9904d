import { randomUUID } from 'node:crypto'
import { ReadStream } from 'node:fs'
import { access, readFile } from 'node:fs/promises'
import { basename, dirname, extname, join, posix, resolve } from 'node:path'
import fastifyStatic from '@fastify/static'
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify'
import { handleClientError } from '#server/api/http/error-handlers.ts'
import { parseMonitoringConfig } from '#server/config/monitoring-config.ts'
import type { BackendConfig } from '#server/config.ts'
import { type ConnectionLimits, limitConcurrentRequests, limitConnections } from '#server/http/connection-limits.ts'
import { createLogController, createLogOptions, type LogStream } from '#server/logging/log-options.ts'
import { addHealthRoutes } from '#server/monitoring/health-routes.ts'
import { createMonitoring, type Monitoring } from '#server/monitoring/monitoring.ts'
import { createRouteLabeler, observeRequests } from '#server/monitoring/observe-requests.ts'
import { createWebHealthChecks } from '#server/monitoring/web-health-checks.ts'
import { createBuiltPageSource } from '#server/preview/draft-pages.ts'
import type { PreviewOptions } from '#server/preview/preview-options.ts'
import { addPreviewRoutes } from '#server/preview/preview-routes.ts'
import type { PublishingOptions } from '#server/publishing/publishing-options.ts'
import { addPublishingRoutes } from '#server/publishing/publishing-routes.ts'
import { createApiProxy } from './api-proxy.ts'
import { createRedirects, sendRedirect } from './redirects.ts'
import { createFixedSiteFolders, type SiteFolders } from './releases.ts'
import { toSafeRedirectPath } from './safe-redirect-path.ts'
import { createSecurityHeaders, SECURITY_TXT_PATH } from './security-headers.ts'

/** ms for a whole request to arrive. */
const REQUEST_TIMEOUT = 30_000

/**
 * The largest film, 2 MB, takes 320 s at 50 kbit/s. A connection that is closed within a film, as after a pause of two
 * minutes, costs the viewer nothing: Chromium requests the rest with `Range` when it has played what it holds.
 */
const CONNECTION_LIMITS: ConnectionLimits = {
  maxConnections: 5_000,
  maxConnectionsPerAddress: 200, // an office whose visitors share an address; browsers open six each
  inactivityTimeoutMs: 120_000, // longer than derived pictures take that are made one after another
  responseTimeoutMs: 900_000,
}

export interface WebServerOptions {
  /** The folder that a build wrote: pages as <path>/index.html, `.br` and `.gz` beside the texts; or releases to follow. */
  readonly root: string | SiteFolders
  /** The file of a derived picture by its name, made when it is first asked for; `null` when there is no such picture. */
  readonly findDerivedFile?: (name: string) => Promise<string | null>
  /** Address of the backend, which then answers below /api. */
  readonly backendUrl?: string
  /** Proxies whose X-Forwarded-For is trusted: addresses or CIDR ranges. None by default. */
  readonly trustedProxies?: readonly string[]
  /** Where they differ from the defaults. */
  readonly connectionLimits?: Partial<ConnectionLimits>
  /** Drafts for editors; without it /preview is an unknown address. */
  readonly preview?: PreviewOptions | undefined
  /** ms that responses on their way get when the server closes. */
  readonly graceMs?: number
  /** Pages follow what editors publish; without it nobody is listened to. */
  readonly publishing?: PublishingOptions | undefined
  /** Without it health has no details and nothing is measured. */
  readonly monitoring?: Monitoring
  /** Of the JSON lines of its log; `warn` unless set. */
  readonly logLevel?: BackendConfig['logLevel']
  /** Standard output unless set. */
  readonly logStream?: LogStream
}

export interface WebServer {
  readonly url: string
  readonly close: () => Promise<void>
}

/** Serves a built site. Rejects with EADDRINUSE where the port is taken. */
export async function startWebServer(
  options: WebServerOptions & { readonly port: number; readonly host?: string },
): Promise<WebServer> {
  const server = createWebServer(options)
  const url = await server.listen({ port: options.port, host: options.host ?? '127.0.0.1' })
  return { url, close: () => server.close() }
}

/** The server before it listens: its whole behaviour, for `inject`. */
export function createWebServer(options: WebServerOptions): FastifyInstance {
  const {
    findDerivedFile,
    backendUrl,
    trustedProxies = [],
    connectionLimits,
    preview,
    publishing,
    graceMs = 0,
    logLevel = 'warn',
    logStream,
  } = options
  const { monitoring = createMonitoring(parseMonitoringConfig({})) } = options
  const site = typeof options.root === 'string' ? createFixedSiteFolders(options.root) : options.root
  const security = createSecurityHeaders(site.getRoot)
  const server = fastify({
    trustProxy: [...trustedProxies],
    logger: createLogOptions(logLevel, logStream),
    logController: createLogController(),
    genReqId: () => randomUUID(),
    forceCloseConnections: 'idle',
    requestTimeout: REQUEST_TIMEOUT,
    http: { headersTimeout: 10_000, requestTimeout: REQUEST_TIMEOUT, connectionsCheckingInterval: 1_000 },
    rewriteUrl: ({ url = '/' }) => pathAndQuery(url),
    clientErrorHandler: handleClientError,
    // An address that cannot be decoded, or is too long, is an unknown path too; no hook runs for it.
    frameworkErrors: (_, request, reply) => {
      observe(request, reply)
      unknownPath(request, reply.headers(security.forResponse()))
    },
  })
  const limits = { ...CONNECTION_LIMITS, ...connectionLimits }
  limitConnections(server, limits, trustedProxies)
  server.addHook('preClose', async () => {
    if (!server.server.listening) return
    // A keep-alive connection whose response was on its way becomes idle later.
    const idle = setInterval(() => server.server.closeIdleConnections(), 100)
    const force = setTimeout(() => server.server.closeAllConnections(), graceMs)
    server.server.once('close', () => {
      clearInterval(idle)
      clearTimeout(force)
    })
  })
  const observe = observeRequests(server, { name: 'web', metrics: monitoring.metrics, routeOf: createRouteLabeler() })
  server.addHook('onRequest', async (_, reply) => {
    reply.headers(security.forResponse())
  })
  limitConcurrentRequests(server, {
    max: limits.maxConnectionsPerAddress,
    trustedProxies,
    refuse: (reply) =>
      reply
        .code(429)
        .headers({ 'cache-control': 'no-store' })
        .type('text/plain')
        .send('Too many requests at once. Please try again in a moment.'),
  })
  server.register(fastifyStatic, {
    root: resolve(site.getRoot()),
    serve: false,
    index: false,
    dotfiles: 'ignore',
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => reply.headers({ 'cache-control': cacheRule(path), ...security.forFile(path) }),
  })
  if (findDerivedFile) {
    server.get<{ Params: { name: string } }>('/media/derived/:name', async ({ params }, reply) => {
      const file = await findDerivedFile(params.name)
      return file ? reply.sendFile(basename(file), dirname(resolve(file))) : reply.callNotFound()
    })
  }
  const redirects = createRedirects(site.getRoot, server.log)
  for (const { read } of [redirects, security]) {
    server.addHook('onReady', () => read())
    site.beforeSwitch(read)
    publishing?.rebuilds.onRebuilt(() => read())
  }
  const checks = createWebHealthChecks({
    backendUrl: backendUrl,
    rebuilds: publishing?.rebuilds,
    redirects,
    getRoot: site.getRoot,
    monitoring,
  })
  addHealthRoutes(server, { name: 'web', checks, monitoring })
  if (preview) {
    addPreviewRoutes(server, {
      ...preview,
      pages: createBuiltPageSource(site.getRoot),
      getHeaders: security.forDraft,
      isRedirected: (url) => redirects.find(url) !== undefined,
    })
  }
  if (publishing) addPublishingRoutes(server, publishing)
  if (backendUrl) server.register(createApiProxy(backendUrl))
  server.get<FilePath>('/*', { onSend: readReplaceableFile }, async (request, reply) => {
    const redirection = redirects.find(request.url)
    if (redirection) return sendRedirect(reply, redirection)
    const canonical = canonicalUrl(request.url)
    if (canonical !== request.url) return reply.redirect(toSafeRedirectPath(canonical), 301)
    const path = request.params['*']
    const file = extname(path) ? path : posix.join(path, 'index.html')
    const dotfiles = path === SECURITY_TXT_PATH ? 'allow' : 'ignore'
    if (!NEVER_REPLACED.test(path))
      return reply.sendFile(file, resolve(site.getRoot()), { acceptRanges: false, dotfiles })
    return reply.sendFile(file, resolve(await folderWith(file, site)), { acceptRanges: true })
  })
  server.setNotFoundHandler(unknownPath)
  server.setErrorHandler((err: { statusCode?: number }, request, reply) => {
    if (err.statusCode && err.statusCode < 500) return unknownPath(request, reply)
    request.log.error({ method: request.method, route: request.routeOptions.url, err }, 'request failed')
    return reply.code(500).type('text/plain').send('Something went wrong on the server.')
  })
  return server
}

/** Names below assets/ and derived/ carry the content's hash; pages are asked for anew, and answered with 304 where nothing changed. */
function cacheRule(path: string): string {
  const file = path.replaceAll('\\', '/')
  if (/\.html(\.br|\.gz)?$/.test(file)) return 'no-cache'
  if (/\/(assets|derived)\/[^/]+$/.test(file)) return 'public, max-age=31536000, immutable'
  return 'public, max-age=86400'
}

interface FilePath {
  readonly Params: { readonly '*': string }
}

/** The folder of the latest build that has a file: pages that were loaded before a switch ask for files of the build before. */
async function folderWith(file: string, { getRoot, getPreviousRoots }: SiteFolders): Promise<string> {
  const previous = getPreviousRoots()
  if (previous.length === 0) return getRoot()
  for (const folder of [getRoot(), ...previous]) {
    const isThere = await access(join(folder, file)).then(
      () => true,
      () => false,
    )
    if (isThere) return folder
  }
  return getRoot()
}

/** Files below these paths are never replaced; the others are, after a publish, while they are served. */
const NEVER_REPLACED = /^(assets|media)\//

/**
 * Reads a file that may be replaced as a whole, and sets its length. @fastify/static reads the length before it opens the
 * file: where the file is replaced in between, the response is cut off, or ends before the bytes that its length announces.
 */
async function readReplaceableFile(
  request: FastifyRequest<FilePath>,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  if (!(payload instanceof ReadStream) || NEVER_REPLACED.test(request.params['*'])) return payload
  payload.destroy()
  const content = await readFile(payload.path)
  reply.header('content-length', content.length)
  return content
}

/** The path of a request target, which may also have a scheme and a host (RFC 9112, section 3.2.2). */
function pathAndQuery(target: string): string {
  const path = target.replace(/^https?:\/\/[^/?#]*/i, '')
  return /^[?#]|^$/.test(path) ? `/${path}` : path
}

/** One URL for each page: /services, neither /services/ nor /services/index.html. */
function canonicalUrl(url: string): string {
  const [path = '/', ...query] = url.split(/(?=\?)/)
  const canonical = path.replace(/^\/{2,}/, '/').replace(/\/(index\.html)?$/, '') || '/'
  return [canonical, ...query].join('')
}

/** A visitor goes Home (requirements §2); a missing file is missing. */
function unknownPath({ method, headers }: FastifyRequest, reply: FastifyReply) {
  if (method !== 'GET' && method !== 'HEAD') return reply.code(405).header('allow', 'GET, HEAD').send()
  if (headers.accept?.includes('text/html')) return reply.redirect('/', 302)
  return reply.code(404).type('text/plain').send('Not found')
}

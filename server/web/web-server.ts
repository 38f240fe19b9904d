import { randomUUID } from 'node:crypto'
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
import { addPreviewRoutes, type PreviewOptions } from '#server/preview/preview-routes.ts'
import { addPublishingRoutes, type PublishingOptions } from '#server/publishing/publishing-routes.ts'
import { PHOTO_DESK_PATH } from '#shared/photo-desk.ts'
import { createApiProxy } from './api-proxy.ts'
import { createRedirects } from './redirects.ts'
import { createFixedSiteFolders, type SiteFolders } from './releases.ts'
import { createSecurityHeaders } from './security-headers.ts'
import { addStaticFiles } from './static-files.ts'

/** ms for a whole request to arrive. */
const REQUEST_TIMEOUT_MS = 30_000

/**
 * The largest video, 2 MB, takes 320 s at 50 kbit/s. Closing a connection in the middle of a video, as after a pause of two
 * minutes, does not affect playback: Chromium requests the rest with `Range` when its buffer is empty.
 */
const CONNECTION_LIMITS: ConnectionLimits = {
  maxConnections: 5_000,
  maxConnectionsPerAddress: 200, // an office whose visitors share an address; browsers open six each
  inactivityTimeoutMs: 120_000, // longer than the creation of several derived pictures in a row
  responseTimeoutMs: 900_000,
}

export interface WebServerOptions {
  /** The folder of a build: pages as <path>/index.html, with `.br` and `.gz` beside text files; or releases to follow. */
  readonly root: string | SiteFolders
  /** Finds the file of a derived picture by its name, and creates it at the first request; `null` for an unknown name. */
  readonly findDerivedFile?: (name: string) => Promise<string | null>
  /** URL of the backend, which requests below /api are proxied to. */
  readonly backendUrl?: string
  /** Proxies whose X-Forwarded-For is trusted: addresses or CIDR ranges. None by default. */
  readonly trustedProxies?: readonly string[]
  /** Overrides of the default limits. */
  readonly connectionLimits?: Partial<ConnectionLimits>
  /** Drafts for editors; without it /preview is an unknown path. */
  readonly preview?: PreviewOptions | undefined
  /** ms to finish running requests when the server closes. */
  readonly graceMs?: number
  /** Updates pages when editors publish; without it there is no webhook route. */
  readonly publishing?: PublishingOptions | undefined
  /** Without it there are no metrics, and the health report has no details. */
  readonly monitoring?: Monitoring
  /** Level of the log, which has one JSON object per line; `warn` by default. */
  readonly logLevel?: BackendConfig['logLevel']
  /** Standard output by default. */
  readonly logStream?: LogStream
}

export interface WebServer {
  readonly url: string
  readonly close: () => Promise<void>
}

/** Serves a built site. Rejects with EADDRINUSE when the port is in use. */
export async function startWebServer(
  options: WebServerOptions & { readonly port: number; readonly host?: string },
): Promise<WebServer> {
  const server = createWebServer(options)
  const url = await server.listen({ port: options.port, host: options.host ?? '127.0.0.1' })
  return { url, close: () => server.close() }
}

/** Creates the web server without listening. */
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
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: { headersTimeout: 10_000, requestTimeout: REQUEST_TIMEOUT_MS, connectionsCheckingInterval: 1_000 },
    rewriteUrl: ({ url = '/' }) => getPathAndQuery(url),
    clientErrorHandler: handleClientError,
    // For URLs that cannot be decoded or are too long. Fastify runs no hooks for them.
    frameworkErrors: (_, request, reply) => {
      observe(request, reply)
      handleUnknownPath(request, reply.headers(security.forResponse()))
    },
  })
  const limits = { ...CONNECTION_LIMITS, ...connectionLimits }
  limitConnections(server, limits, trustedProxies)
  closeConnectionsAtShutdown(server, graceMs)
  const observe = observeRequests(server, { name: 'web', metrics: monitoring.metrics, getRoute: createRouteLabeler() })
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
  const redirects = createRedirects(site.getRoot, server.log)
  for (const { read } of [redirects, security]) {
    server.addHook('onReady', () => read())
    site.beforeSwitch(read)
    publishing?.rebuilds.onRebuilt(() => read())
  }
  const { getRoot } = site
  const checks = createWebHealthChecks({ backendUrl, rebuilds: publishing?.rebuilds, redirects, getRoot, monitoring })
  addHealthRoutes(server, { name: 'web', checks, monitoring })
  if (preview) {
    addPreviewRoutes(server, {
      ...preview,
      pages: createBuiltPageSource(getRoot),
      getHeaders: security.forDraft,
      isRedirected: (url) => redirects.find(url) !== undefined,
    })
  }
  if (publishing) addPublishingRoutes(server, publishing)
  if (backendUrl) server.register(createApiProxy(backendUrl))
  addStaticFiles(server, { site, security, redirects, findDerivedFile })
  server.setNotFoundHandler(handleUnknownPath)
  server.setErrorHandler((err: { statusCode?: number }, request, reply) => {
    if (err.statusCode && err.statusCode < 500) return handleUnknownPath(request, reply)
    request.log.error({ method: request.method, route: request.routeOptions.url, err }, 'request failed')
    return reply.code(500).type('text/plain').send('Something went wrong on the server.')
  })
  return server
}

/** Gives running requests `graceMs` to finish when the server closes, then closes all connections. */
function closeConnectionsAtShutdown(server: FastifyInstance, graceMs: number): void {
  server.addHook('preClose', async () => {
    if (!server.server.listening) return
    // Repeated, because a keep-alive connection with a running request becomes idle later.
    const idle = setInterval(() => server.server.closeIdleConnections(), 100)
    const force = setTimeout(() => server.server.closeAllConnections(), graceMs)
    server.server.once('close', () => {
      clearInterval(idle)
      clearTimeout(force)
    })
  })
}

/** Path and query of a request target, which may also have a scheme and a host (RFC 9112, section 3.2.2). */
function getPathAndQuery(target: string): string {
  const path = target.replace(/^https?:\/\/[^/?#]*/i, '')
  return /^[?#]|^$/.test(path) ? `/${path}` : path
}

/**
 * Redirects requests for unknown pages to the home page (requirements §2); answers those for files and for paths of the
 * photo desk with 404.
 */
function handleUnknownPath({ method, headers, url }: FastifyRequest, reply: FastifyReply) {
  if (method !== 'GET' && method !== 'HEAD') return reply.code(405).header('allow', 'GET, HEAD').send()
  if (headers.accept?.includes('text/html') && !url.startsWith(PHOTO_DESK_PATH)) return reply.redirect('/', 302)
  return reply.code(404).type('text/plain').send('Not found')
}

import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import cookie from '@fastify/cookie'
import { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify'
import type { ServerConfig } from './config/server-config.ts'
import { API_PREFIX, type ContactApiOptions, contactApi, isApiPath } from './contact/contact-api.ts'
import { handleClientError } from './contact/http/error-handlers.ts'
import { sendErrorResponse } from './contact/http/http-error.ts'
import { createHealthChecks } from './health/health-checks.ts'
import { addHealthRoutes } from './health/health-routes.ts'
import type { Monitoring } from './health/monitoring.ts'
import { observeRequests } from './health/observe-requests.ts'
import { normalizeForwardedFor } from './http/network-address.ts'
import { API_RESPONSE_HEADERS } from './http/security-policies.ts'
import { createLogController, createLogOptions, type LogStream } from './logging/log-options.ts'
import { createBuiltPageSource } from './preview/draft-pages.ts'
import { addPreviewRoutes, type PreviewOptions } from './preview/preview-routes.ts'
import { addPublishingRoutes } from './publishing/publishing-routes.ts'
import type { SitePublishing } from './publishing/site-publishing.ts'
import { createRedirects } from './site/redirects.ts'
import { createFixedSiteFolders, type SiteFolders } from './site/releases.ts'
import { createSecurityHeaders } from './site/security-headers.ts'
import { addStaticFiles, handleUnknownPath } from './site/static-files.ts'

/** ms for a whole request to arrive: a message of 32 KiB at 20 kbit/s. */
const REQUEST_TIMEOUT_MS = 15_000

/** Fastify's limits of connections. The samples in deploy/ limit the connections of each visitor. */
const CONNECTION_LIMITS = {
  requestTimeout: REQUEST_TIMEOUT_MS,
  /** ms without traffic; longer than the creation of several derived pictures in a row. */
  connectionTimeout: 120_000,
  /** Bounds what one packet of pipelined requests can start. */
  maxRequestsPerSocket: 100,
  http: { headersTimeout: 10_000, requestTimeout: REQUEST_TIMEOUT_MS, connectionsCheckingInterval: 1_000 },
}

const MAX_CONNECTIONS = 5_000

/** Of the rest of a body that the response does not need: more than any route accepts. */
const MAX_DISCARDED_BYTES = 2_000_000

/** ms for the rest of a body that the response does not need: a message of 32 KiB at 50 kbit/s. */
const MAX_DISCARD_MS = 5_000

export interface AppOptions {
  /** The folder of a build: pages as <path>/index.html, with `.br` and `.gz` beside text files; or releases to follow. */
  readonly site?: string | SiteFolders | undefined
  /** Finds the file of a derived picture by its name, and creates it at the first request; `null` for an unknown name. */
  readonly findDerivedFile?: ((name: string) => Promise<string | null>) | undefined
  /** The contact API; without it paths below /api are unknown. */
  readonly api?: ContactApiOptions | undefined
  /** Drafts for editors; without it /preview is an unknown path. */
  readonly preview?: PreviewOptions | undefined
  /** Updates pages when editors publish. Without a secret there is no webhook route. */
  readonly publishing?: (SitePublishing & { readonly secret: string | undefined }) | undefined
  /** Proxies whose X-Forwarded-For is trusted: addresses or CIDR ranges. None by default. */
  readonly trustedProxies?: readonly string[]
  /** ms to finish running requests when the server closes. */
  readonly graceMs?: number
  /** Without it there are no metrics, and the health report has no details. */
  readonly monitoring?: Monitoring | undefined
  /** Level of the log, which has one JSON object per line; `warn` by default. */
  readonly logLevel?: ServerConfig['logLevel']
  /** Standard output by default. */
  readonly logStream?: LogStream | undefined
}

/** Creates the application, which does not listen yet: pages, contact API, preview, webhook and health. */
export function createApp(options: AppOptions): FastifyInstance {
  const { api, preview, publishing, trustedProxies = [], graceMs = 0, logLevel = 'warn', logStream } = options
  const { monitoring = {} } = options
  const site = typeof options.site === 'string' ? createFixedSiteFolders(options.site) : options.site
  const security = createSecurityHeaders(
    () => site?.getRoot(),
    () => app.log,
  )
  const app: FastifyInstance = fastify({
    ...CONNECTION_LIMITS,
    trustProxy: [...trustedProxies],
    logger: createLogOptions(logLevel, logStream),
    logController: createLogController(),
    genReqId: () => randomUUID(),
    forceCloseConnections: 'idle',
    return503OnClosing: false, // a connection that waits in the backlog is served by the next process
    rewriteUrl: ({ url = '/' }) => getPathAndQuery(url),
    clientErrorHandler: (error, socket) => {
      const code = handleClientError(error, socket)
      if (!code) return
      monitoring.metrics?.malformedRequests.inc({ code })
      app.log.warn({ code, reason: error.code }, 'malformed request')
    },
    // For URLs that cannot be decoded or are too long. Fastify runs no hooks for them.
    frameworkErrors: (error, request, reply) => {
      observe(request, reply)
      reply.headers(security.forResponse())
      if (isApiPath(request.url)) sendErrorResponse(error, request, reply.headers(API_RESPONSE_HEADERS))
      else handleUnknownPath(request, reply)
    },
  })
  app.server.maxConnections = MAX_CONNECTIONS
  closeConnectionsAtShutdown(app, graceMs)
  const { observe, findFormFailure } = observeRequests(app, monitoring.metrics, `${API_PREFIX}/`)
  app.addHook('onRequest', async (request, reply) => {
    normalizeForwardedFor(request)
    if (!request.routeOptions.url?.startsWith(`${API_PREFIX}/`)) reply.headers(security.forResponse())
  })
  app.addHook('onSend', async ({ raw }, reply) => {
    if (!reply.raw.shouldKeepAlive || reply.getHeader('connection') === 'close') await discardBody(raw)
  })
  app.register(cookie)
  app.setNotFoundHandler(handleUnknownPath)
  app.setErrorHandler(handleSiteError)
  const redirects = createRedirects(() => site?.getRoot(), app.log)
  for (const { read } of [redirects, security]) {
    app.addHook('onReady', () => read())
    site?.beforeSwitch?.(read)
    publishing?.updates.onUpdated(() => read())
  }
  const updates = publishing?.updates
  const checks = createHealthChecks({ api, site, redirects, updates, findFormFailure, monitoring })
  addHealthRoutes(app, { checks, monitoring })
  if (api) app.register(contactApi(api), { prefix: `${API_PREFIX}/` }) // without the slash, @fastify/cors would take /apix too
  if (site && preview) {
    addPreviewRoutes(app, {
      ...preview,
      pages: createBuiltPageSource(site.getRoot),
      getHeaders: security.forDraft,
      isRedirected: (url) => redirects.find(url) !== undefined,
    })
  }
  if (publishing?.secret) addPublishingRoutes(app, { secret: publishing.secret, onPublish: publishing.onPublish })
  if (site) addStaticFiles(app, { site, security, redirects, findDerivedFile: options.findDerivedFile })
  return app
}

/** Errors of @fastify/static have the headers of the response. */
interface SiteError extends FastifyError {
  readonly headers?: Readonly<Record<string, string>>
}

function handleSiteError(err: SiteError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  // A condition that is not met, and a range that the file does not have.
  if (err.statusCode === 412 || err.statusCode === 416)
    return reply
      .code(err.statusCode)
      .headers(err.headers ?? {})
      .send()
  if (err.statusCode && err.statusCode < 500) return handleUnknownPath(request, reply)
  // The client has closed the connection before it had sent the whole body: the request is logged as aborted.
  if (request.raw.destroyed && !request.raw.complete) return reply.code(400).send()
  request.log.error({ method: request.method, route: request.routeOptions.url, err }, 'request failed')
  return reply.code(500).type('text/plain').send('Something went wrong on the server.')
}

/** Gives running requests `graceMs` to finish when the server closes, then closes all connections. */
function closeConnectionsAtShutdown(app: FastifyInstance, graceMs: number): void {
  app.addHook('preClose', async () => {
    if (!app.server.listening) return
    // Repeated, because a keep-alive connection with a running request becomes idle later.
    const idle = setInterval(() => app.server.closeIdleConnections(), 100)
    const force = setTimeout(() => app.server.closeAllConnections(), graceMs)
    app.server.once('close', () => {
      clearInterval(idle)
      clearTimeout(force)
    })
  })
}

/**
 * Reads the rest of a body that the response does not need, up to a limit. Call it before a response after which the
 * connection is closed: a client or proxy that is still sending would get a reset, and the visitor a 502, instead of it.
 */
async function discardBody(body: IncomingMessage): Promise<void> {
  const { 'content-length': length, 'transfer-encoding': encoding } = body.headers
  const hasBody = encoding !== undefined || Number(length) > 0
  if (!hasBody || Number(length) > MAX_DISCARDED_BYTES || body.readableEnded || body.destroyed) return
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, MAX_DISCARD_MS)
  let bytes = 0
  const onData = (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > MAX_DISCARDED_BYTES) resolve()
  }
  // A client that closes the connection causes 'close' without 'end'.
  body.once('end', resolve).once('close', resolve).on('data', onData)
  await promise
  clearTimeout(timer)
  body.off('data', onData)
}

/** Path and query of a request target, which may also have a scheme and a host (RFC 9112, section 3.2.2). */
function getPathAndQuery(target: string): string {
  const path = target.replace(/^https?:\/\/[^/?#]*/i, '')
  return /^[?#]|^$/.test(path) ? `/${path}` : path
}

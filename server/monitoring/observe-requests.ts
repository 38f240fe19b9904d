import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createLabelLimiter } from './database-metrics.ts'
import type { Metrics } from './metrics.ts'

interface ObservedServer {
  /** The server's name in the metrics. */
  readonly name: 'web' | 'api'
  readonly metrics: Metrics | undefined
  /** The route of a request, as one of a bounded number of values. Its pattern unless given. */
  readonly routeOf?: RouteOf
}

/** Records what becomes of a request. */
type Observe = (request: FastifyRequest, reply: FastifyReply) => void

type RouteOf = (request: FastifyRequest, reply: FastifyReply) => string | undefined

/**
 * Writes one line of the access log for each response, and measures it. Both name the route's pattern, never the path or
 * the query that was asked for. To be called before other hooks and routes are added. Returns the function that observes
 * a request, for those that Fastify answers without hooks (`frameworkErrors`).
 */
export function observeRequests(
  server: FastifyInstance,
  { name, metrics, routeOf = routePattern }: ObservedServer,
): Observe {
  function record(request: FastifyRequest, reply: FastifyReply, isAborted: boolean): void {
    const { statusCode, elapsedTime } = reply
    const route = routeOf(request, reply)
    request.log.info(
      {
        method: request.method,
        route,
        ...((!isAborted || reply.raw.headersSent) && { status: statusCode }),
        ms: Math.round(elapsedTime),
        ...(isAborted ? { aborted: true } : { bytes: sentBytes(request, reply) }),
      },
      'answered',
    )
    metrics?.requestDuration.observe(
      {
        server: name,
        method: METHODS.has(request.method) ? request.method : 'other',
        route: route ?? 'unknown',
        status: isAborted ? 'aborted' : `${Math.floor(statusCode / 100)}xx`,
      },
      elapsedTime / 1000,
    )
  }

  function observe(request: FastifyRequest, reply: FastifyReply): void {
    let isFinished = false
    reply.raw.once('finish', () => {
      isFinished = true
      record(request, reply, false)
    })
    // Without `finish`: the client has left, or did not read. Fastify calls no onResponse hook then.
    reply.raw.once('close', () => {
      if (!isFinished) record(request, reply, true)
    })
  }

  server.addHook('onRequest', async (request, reply) => observe(request, reply))
  if (!metrics) return observe
  const limitOf = createLabelLimiter(20)
  server.addHook('onError', async (_request, _reply, error: { code?: unknown; reason?: unknown }) => {
    if (error.code === 'rate_limited')
      metrics.rateLimitRefusals.inc({ limit: limitOf(String(error.reason ?? 'other')) })
  })
  const remove = metrics.addCollector(async () => {
    const connections = Promise.withResolvers<number>()
    server.server.getConnections((error, count) => (error ? connections.reject(error) : connections.resolve(count)))
    metrics.openConnections.set({ server: name }, await connections.promise)
  })
  server.addHook('onClose', async () => remove())
  return observe
}

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** `undefined` for paths without a route. */
const routePattern: RouteOf = ({ routeOptions }) => routeOptions.url

/**
 * The routes of the web server, where pages and files all have the pattern `/*`: a page is named by its path when it was
 * served, a file below assets/ and media/ by its folder. Redirects and other files are `/*`, unknown paths `undefined`.
 */
export function createRouteLabeler(): RouteOf {
  const pageLabel = createLabelLimiter(100, '/*')
  return (request, { statusCode }) => {
    const pattern = request.routeOptions.url
    if (pattern !== undefined && pattern !== '/*') return pattern
    const [folder] = /^\/(assets|media)\//.exec(request.url) ?? []
    if (folder) return `${folder}*`
    const path = String(Reflect.get(Object(request.params), '*') ?? '')
    const isServed = statusCode === 200 || statusCode === 304
    return pattern && isServed && PAGE.test(path) ? pageLabel(`/${path}`) : pattern
  }
}

/** In lower case only: a file system may find a page under other spellings of its path, too. */
const PAGE = /^([a-z0-9-]+(\/[a-z0-9-]+)*)?$/

/** Bytes of the whole body. `undefined` when it was sent in chunks, without its length. */
function sentBytes({ method }: FastifyRequest, reply: FastifyReply): number | undefined {
  if (method === 'HEAD' || reply.statusCode === 204 || reply.statusCode === 304) return 0
  const length = reply.getHeader('content-length')
  return length === undefined ? undefined : Number(length)
}

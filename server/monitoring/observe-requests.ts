import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Metrics } from './metrics.ts'

interface ObservedServer {
  /** The server's name in the metrics. */
  readonly name: 'web' | 'api'
  readonly metrics: Metrics | undefined
  /** Returns the route label of a request, from a bounded number of values; the route's pattern by default. */
  readonly getRoute?: GetRoute
}

/** Logs and measures the response to a request. */
type Observe = (request: FastifyRequest, reply: FastifyReply) => void

type GetRoute = (request: FastifyRequest, reply: FastifyReply) => string | undefined

/**
 * Writes a line of the access log for each response, and records its duration. Both have the route's pattern, never the
 * path or query of the request. To be called before other hooks and routes are added. Returns the function that observes
 * a request, for requests that Fastify answers without hooks (`frameworkErrors`).
 */
export function observeRequests(
  server: FastifyInstance,
  { name, metrics, getRoute = getRoutePattern }: ObservedServer,
): Observe {
  function record(request: FastifyRequest, reply: FastifyReply, isAborted: boolean): void {
    const { statusCode, elapsedTime } = reply
    const route = getRoute(request, reply)
    request.log.info(
      {
        method: request.method,
        route,
        ...((!isAborted || reply.raw.headersSent) && { status: statusCode }),
        ms: Math.round(elapsedTime),
        ...(isAborted ? { aborted: true } : { bytes: getSentBytes(request, reply) }),
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
    // Without `finish`: the client disconnected, or did not read. Fastify then calls no onResponse hook.
    reply.raw.once('close', () => {
      if (!isFinished) record(request, reply, true)
    })
  }

  server.addHook('onRequest', async (request, reply) => observe(request, reply))
  if (!metrics) return observe
  const limitLabel = createLabelLimiter(20)
  server.addHook('onError', async (_request, _reply, error: { code?: unknown; reason?: unknown }) => {
    if (error.code === 'rate_limited')
      metrics.rateLimitRefusals.inc({ limit: limitLabel(String(error.reason ?? 'other')) })
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
const getRoutePattern: GetRoute = ({ routeOptions }) => routeOptions.url

/**
 * Creates the route labels of the web server, whose pages and files all have the pattern `/*`. A served page gets its
 * path, a file below assets/, media/ and photo-desk/ its folder, redirects and other files `/*`, and unknown paths
 * `undefined`.
 */
export function createRouteLabeler(): GetRoute {
  const limitPageLabel = createLabelLimiter(100, '/*')
  return (request, { statusCode }) => {
    const pattern = request.routeOptions.url
    if (pattern !== undefined && pattern !== '/*') return pattern
    const [folder] = /^\/(assets|media|photo-desk)\//.exec(request.url) ?? []
    if (folder) return `${folder}*`
    const path = String(Reflect.get(Object(request.params), '*') ?? '')
    const isServed = statusCode === 200 || statusCode === 304
    return pattern && isServed && PAGE_PATH.test(path) ? limitPageLabel(`/${path}`) : pattern
  }
}

/** Lower case only: a case-insensitive file system finds a page by other spellings of its path too. */
const PAGE_PATH = /^([a-z0-9-]+(\/[a-z0-9-]+)*)?$/

/** Bytes of the response body; `undefined` for a chunked response without a length. */
function getSentBytes({ method }: FastifyRequest, reply: FastifyReply): number | undefined {
  if (method === 'HEAD' || reply.statusCode === 204 || reply.statusCode === 304) return 0
  const length = reply.getHeader('content-length')
  return length === undefined ? undefined : Number(length)
}

/** Returns a function that passes on the first `max` different values and replaces further ones by `fallback`. */
function createLabelLimiter(max: number, fallback = 'other'): (value: string) => string {
  const known = new Set<string>()
  return (value) => {
    if (known.has(value)) return value
    if (known.size >= max) return fallback
    known.add(value)
    return value
  }
}

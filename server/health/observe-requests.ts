import { finished } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { describeErrorCause } from '#server/logging/serialize-error.ts'
import type { Metrics } from './metrics.ts'

/** ms for which a failure counts when no later request succeeds: without visitors nothing says that it is over. */
const FAILURE_LIFETIME_MS = 15 * 60_000

/** `HttpError`, or an error of Fastify or the database. */
type RouteError = Error & Partial<Readonly<Record<'code' | 'reason' | 'status' | 'statusCode', unknown>>>

/**
 * Writes a line of the access log for each response, and records its duration. Both have the route's pattern, never the
 * path or query of the request. Remembers the last POST request of each route below `formPath` that the server could not
 * handle: no captcha is verified to find out. To be called before other hooks and routes are added.
 */
export function observeRequests(server: FastifyInstance, metrics: Metrics | undefined, formPath: string) {
  const failures = new Map<string, { readonly reason: string; readonly time: number }>()

  function record(request: FastifyRequest, reply: FastifyReply, isAborted: boolean): void {
    const { statusCode, elapsedTime } = reply
    const route = getRoute(request)
    const line = {
      method: request.method,
      route,
      status: reply.raw.headersSent ? statusCode : undefined,
      ms: Math.round(elapsedTime),
      ...(isAborted ? { aborted: true } : { bytes: getSentBytes(request, reply) }),
    }
    request.log.info(line, 'answered')
    if (statusCode < 300 && route && !isAborted) failures.delete(route)
    const status = isAborted ? 'aborted' : `${Math.floor(statusCode / 100)}xx`
    metrics?.requestDuration.observe({ route: route ?? 'unknown', status }, elapsedTime / 1000)
  }

  // Fastify calls no onResponse hook when the client has disconnected.
  const observe = (request: FastifyRequest, reply: FastifyReply): void => {
    finished(reply.raw, (error) => record(request, reply, error != null))
  }

  server.addHook('onRequest', async (request, reply) => observe(request, reply))
  server.addHook('onError', async ({ method, routeOptions: { url = '' } }, _reply, error: RouteError) => {
    if (error.code === 'rate_limited') metrics?.countRefusal(String(error.reason ?? 'other'))
    if (method !== 'POST' || !url.startsWith(formPath)) return
    const isFailure = Number(error.status ?? error.statusCode ?? 500) >= 500
    if (isFailure) failures.set(url, { reason: describeErrorCause(error), time: performance.now() })
    else if (error.code === 'captcha_refused') failures.delete(url) // the provider has answered
  })
  return {
    /** Observes a request that Fastify answers without hooks (`frameworkErrors`). */
    observe,
    /** Why the contact form does not work; `undefined` when it works, or nobody has tried. */
    findFormFailure: (): string | undefined => {
      const since = performance.now() - FAILURE_LIFETIME_MS
      return [...failures.values()].find(({ time }) => time > since)?.reason
    },
  } as const
}

/**
 * The pattern of the route; `undefined` for paths without one. The files of a build all have the pattern `/*`: those that
 * are slow by their size, as films, have their folder too.
 */
function getRoute({ url, routeOptions }: FastifyRequest): string | undefined {
  const pattern = routeOptions?.url
  const [folder = '/'] = /^\/(assets|media|photo-desk)\//.exec(url) ?? []
  return pattern === '/*' ? `${folder}*` : pattern
}

/** Bytes of the response body; `undefined` for a chunked response without a length. */
function getSentBytes({ method }: FastifyRequest, reply: FastifyReply): number | undefined {
  if (method === 'HEAD' || reply.statusCode === 204 || reply.statusCode === 304) return 0
  const length = reply.getHeader('content-length')
  return length === undefined ? undefined : Number(length)
}

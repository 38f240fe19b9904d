import { finished } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Metrics } from './metrics.ts'

/**
 * Writes a line of the access log for each response, and records its duration. Both have the route's pattern, never the
 * path or query of the request. To be called before other hooks and routes are added. Returns the function that observes
 * a request, for requests that Fastify answers without hooks (`frameworkErrors`).
 */
export function observeRequests(server: FastifyInstance, metrics: Metrics | undefined) {
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
    const status = isAborted ? 'aborted' : `${Math.floor(statusCode / 100)}xx`
    metrics?.requestDuration.observe({ route: route ?? 'unknown', status }, elapsedTime / 1000)
  }

  // Fastify calls no onResponse hook when the client has disconnected.
  const observe = (request: FastifyRequest, reply: FastifyReply): void => {
    finished(reply.raw, (error) => record(request, reply, error != null))
  }

  server.addHook('onRequest', async (request, reply) => observe(request, reply))
  server.addHook('onError', async (_request, _reply, error: { code?: unknown; reason?: unknown }) => {
    if (error.code === 'rate_limited') metrics?.countRefusal(String(error.reason ?? 'other'))
  })
  return observe
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

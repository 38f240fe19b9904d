import type { IncomingMessage } from 'node:http'
import { finished } from 'node:stream/promises'
import fastifyCors from '@fastify/cors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LOCAL_ENVIRONMENT_ID } from '#local/constants.ts'
import { describeAlternative } from '#local/engine/alternatives.ts'
import { RestError, type RestErrorId, STATUS_CODES } from '#local/engine/rest-error.ts'
import { StorageError } from '#local/store/state-error.ts'
import { findApi, MANAGEMENT_TYPE, MAX_RESPONSE_BYTES } from './contentful-apis.ts'
import { formatHostname, isLoopbackHostname, isLoopbackUrl } from './loopback-requests.ts'
import { RATE_LIMIT_HEADERS } from './rate-limit.ts'

/** Registers parsers for JSON, also with Contentful's media types (docs/contentful.md) and as JSON Patch, and bytes. */
export function registerBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const jsonMediaType = /^application\/(vnd\.contentful\.[\w.-]+\+|json-patch\+)?json\b/
  const parseJson = async (_: FastifyRequest, body: string) => parseJsonBody(body)
  app.addContentTypeParser(jsonMediaType, { parseAs: 'string' }, parseJson)
  const keepBytes = async (_: FastifyRequest, body: Buffer) => body
  app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, keepBytes)
  app.addHook('onSend', async ({ raw }, { statusCode }, payload) => {
    if (statusCode === 413) await discardBody(raw)
    return payload
  })
}

/** Length in bytes, if it is known, and time in ms for the rest of a body that is too large. */
const MAX_DISCARDED_BYTES = 1_000_000_000
const MAX_DISCARD_MS = 20_000

/**
 * Reads the rest of a body that is too large, up to a limit of time, because the connection is closed after the response: a client
 * that is still sending would get a reset instead of the response.
 */
async function discardBody(body: IncomingMessage): Promise<void> {
  if (body.readableEnded || Number(body.headers['content-length']) > MAX_DISCARDED_BYTES) return
  await finished(body.resume(), { signal: AbortSignal.timeout(MAX_DISCARD_MS) }).catch(() => {})
}

/** Nesting limit of request bodies. Deeper values would overflow the stack of recursive functions. */
const MAX_DEPTH = 200

/** Parses a JSON text. An empty one is `null`. Throws `BadRequest`, also for values that are nested too deeply. */
export function parseJsonBody(body: string): unknown {
  if (body === '') return null
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch (error) {
    throw new RestError('BadRequest', `The body of the request cannot be read as JSON: ${error}`)
  }
  if (isDeeperThan(value, MAX_DEPTH))
    throw new RestError('BadRequest', `The body of the request has more than ${MAX_DEPTH} levels`)
  return value
}

const isDeeperThan = (value: unknown, depth: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (depth === 0 || Object.values(value).some((child) => isDeeperThan(child, depth - 1)))

/** Replaces responses above the size limit by an error. Files, which are streams, are not limited. */
export function limitResponseSize(scope: FastifyInstance): void {
  scope.addHook('onSend', async (_request, _reply, payload) => {
    const size = typeof payload === 'string' ? Buffer.byteLength(payload) : 0
    if (size <= MAX_RESPONSE_BYTES) return payload
    const message = `The response has ${size} bytes; the limit is ${MAX_RESPONSE_BYTES}: request fewer items (limit)`
    throw new RestError('BadRequest', message)
  })
}

/**
 * Routes whose recorded responses have `Cache-Control: max-age=0`: of the delivery API, and of management except content
 * (contentful.rb, entries.yml; contentful-management.rb, space/find.yml, environment/find.yml, locale/find.yml). Those of
 * the preview API have none (contentful.rb, entry/marshal_unpublished.yml).
 */
const REVALIDATED_ROUTES =
  /^\/(cdn\/.*|users\/me|spaces\/:space\/?|spaces\/.*\/(environments|locales|roles|webhook_definitions)(\/:\w+)?)$/

/** Adds the headers that Contentful sends with every response, as in recorded ones (contentful-management.rb, tag/destroy_referenced.yml). */
export function registerResponseHeaders(scope: FastifyInstance): void {
  scope.addHook<{ Params: { space?: string; environment?: string } }>('onRequest', async (request, reply) => {
    const api = findApi(request)
    reply.headers({ 'x-contentful-request-id': request.id, 'x-content-type-options': 'nosniff' })
    if (api) reply.header('contentful-api', api.header)
    if (api?.mediaType) reply.type(api.mediaType)
    const route = request.routeOptions.url
    if (route) reply.header('x-contentful-route', route.replace(/^\/(cdn|preview)/, ''))
    if (route && REVALIDATED_ROUTES.test(route)) reply.header('cache-control', 'max-age=0')
    const { space, environment = LOCAL_ENVIRONMENT_ID } = request.params
    if (space) reply.headers({ 'cf-space-id': space, 'cf-environment-id': environment })
  })
  // Fastify adds a charset to JSON media types, and Contentful's REST APIs have none.
  scope.addHook('onSend', async (_, reply, payload) => {
    const type = String(reply.getHeader('content-type'))
    if (type.startsWith('application/vnd.contentful.')) reply.header('content-type', type.replace(/;.*$/, ''))
    return payload
  })
}

/**
 * Rejects requests for other host names, against DNS rebinding: such a page would have the same origin as this server.
 * Accepts those for loopback, for the address that the request arrived at, and for the allowed names.
 */
export function rejectForeignHosts(app: FastifyInstance, allowedHosts: readonly string[]): void {
  const names = allowedHosts.map((name) => name.toLowerCase())
  app.addHook('onRequest', async ({ host, hostname, url, socket }) => {
    const name = hostname.toLowerCase()
    const address = socket.localAddress?.replace(/^::ffff:/, '') ?? ''
    const isAllowed = isLoopbackHostname(name) || [...names, formatHostname(address)].includes(name)
    // The rest can only be a port: URLs in responses contain the host, and `127.0.0.1:80@other` means another one.
    const isHost = isAllowed && /^(:\d{1,5})?$/.test(host.slice(hostname.length))
    // A whole URL as the target of the request names another host than the header.
    if (isHost && url.startsWith('/')) return
    const foreign = isHost ? url : host
    const message = `The local Contentful responds to requests for 127.0.0.1 or localhost, not for "${foreign}"`
    throw new RestError('AccessDenied', `${message}: --allowed-hosts adds names`)
  })
}

/** Allows all origins to read content. Only pages of this machine may use the management API, because its token is public. */
export async function registerCors(apis: FastifyInstance): Promise<void> {
  const isAllowed = (request: FastifyRequest) => {
    const api = findApi(request)?.name
    return (api !== 'management' && api !== 'upload') || isLoopbackUrl(URL.parse(request.headers.origin ?? ''))
  }
  await apis.register(fastifyCors, {
    delegator: async (request: FastifyRequest) => ({
      origin: isAllowed(request) ? '*' : false,
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      exposedHeaders: [
        'x-contentful-request-id',
        'x-contentful-graphql-query-cost',
        ...Object.values(RATE_LIMIT_HEADERS),
      ],
      maxAge: 3_600,
    }),
  })
}

/**
 * Not-found handler: responds 404 with the method and path. The error id is that of a recorded response to
 * `POST …/environments/None` (contentful-management.py, fixtures/environment/no_id_create.yaml).
 */
export function sendNotFound(request: FastifyRequest, reply: FastifyReply) {
  const [path = ''] = request.url.split('?')
  const message = `The local Contentful has no ${request.method} ${path}${describeAlternative(path)}`
  return sendError(new RestError('UnknownRoute', message), request, reply)
}

/** GraphQL error codes. Other errors of clients are `BAD_REQUEST`. */
const GRAPHQL_CODES: Partial<Readonly<Record<RestErrorId, string>>> = {
  PayloadTooLarge: 'QUERY_TOO_BIG',
  RateLimitExceeded: 'RATE_LIMIT_EXCEEDED',
}

/** Error handler: responds in the format and media type of the requested API. */
export function sendError(error: Error, request: FastifyRequest, reply: FastifyReply) {
  const restError = error instanceof RestError ? error : toRestError(error, request)
  const { id, status, message } = restError
  reply.code(status).header('cache-control', 'no-store')
  const api = findApi(request)
  reply.type(api?.mediaType ?? MANAGEMENT_TYPE)
  if (api?.name !== 'graphql') return reply.send(restError.body(request.id))
  const code = status >= 500 ? 'INTERNAL_SERVER_ERROR' : (GRAPHQL_CODES[id] ?? 'BAD_REQUEST')
  return reply.send({ errors: [{ message, extensions: { contentful: { code, requestId: request.id } } }] })
}

/** Client errors keep their status, and a folder that cannot be written is 403, which clients do not retry. Others are logged. */
function toRestError(error: Error, { method, url, id }: FastifyRequest): RestError {
  if (error instanceof StorageError) return new RestError('AccessDenied', error.message)
  const status = 'statusCode' in error ? Number(error.statusCode) : 500
  const [errorId] = STATUS_CODES.find(([, code]) => code === status) ?? ['BadRequest' as const]
  if (status < 500) return new RestError(errorId, error.message)
  console.error(`local Contentful, ${method} ${url} (${id}):`, error)
  return new RestError('ServerError', 'The local Contentful failed; see its output for the error')
}

import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { LOCAL_ENVIRONMENT_ID } from '#local/constants.ts'
import { createErrorBody, type GraphqlErrorCode } from '#local/graphql/graphql-errors.ts'
import { describePathAlternative } from './alternatives.ts'
import { type ApiName, getApiName, MAX_RESPONSE_BYTES } from './contentful-apis.ts'
import { isLoopbackHostname } from './loopback-requests.ts'
import { RATE_LIMIT_RESET_HEADER } from './rate-limit.ts'
import { RestError, type RestErrorId } from './rest-error.ts'

/** Registers parsers for JSON, also with Contentful's media types (docs/contentful.md) and as JSON Patch, and bytes. An empty JSON body is `null`. */
export function registerBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const jsonMediaType = /^application\/(vnd\.contentful\.[\w.-]+\+|json-patch\+)?json\b/
  app.addContentTypeParser(jsonMediaType, { parseAs: 'string' }, async (_: FastifyRequest, body: string) =>
    parseJsonBody(body),
  )
  app.addContentTypeParser(
    'application/octet-stream',
    { parseAs: 'buffer' },
    async (_: FastifyRequest, body: Buffer) => body,
  )
}

/** Parses a JSON text. An empty one is `null`. Throws `BadRequest`, also for values that are nested too deeply. */
export function parseJsonBody(body: string): unknown {
  if (body === '') return null
  const value = parseJson(body)
  if (isDeeperThan(value, MAX_DEPTH))
    throw new RestError('BadRequest', `The body of the request has more than ${MAX_DEPTH} levels`)
  return value
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new RestError('BadRequest', `The body of the request cannot be read as JSON: ${reason}`)
  }
}

/** Nesting limit of request bodies. Deeper values would overflow the stack of recursive functions. */
const MAX_DEPTH = 200

const isDeeperThan = (value: unknown, depth: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (depth === 0 || Object.values(value).some((child) => isDeeperThan(child, depth - 1)))

/** Reset time in s of 429 responses that have none: rate limits are per second. */
const DEFAULT_RESET_SECONDS = 1

/** Error handler: responds in the format of the requested API. Each 429 has a reset time (docs/contentful.md, Limits). */
export function sendError(error: FastifyError | RestError | Error, request: FastifyRequest, reply: FastifyReply) {
  const isRestError = error instanceof RestError
  const requestId = request.id
  const restError = isRestError ? error : toRestError(error)
  if (!isRestError && restError.id === 'ServerError')
    console.error(`local Contentful, ${request.method} ${request.url} (${requestId}):`, error)
  if (restError.id === 'RateLimitExceeded' && !reply.hasHeader(RATE_LIMIT_RESET_HEADER))
    reply.header(RATE_LIMIT_RESET_HEADER, DEFAULT_RESET_SECONDS)
  return sendErrorResponse(toErrorResponse(restError, request, requestId), reply)
}

/** Replaces responses above the size limit by an error. Files, which are streams, are not limited. */
export function limitResponseSize(scope: FastifyInstance): void {
  scope.addHook('onSend', async (_request, _reply, payload) => {
    const size = typeof payload === 'string' ? Buffer.byteLength(payload) : 0
    if (size <= MAX_RESPONSE_BYTES) return payload
    throw new RestError(
      'BadRequest',
      `The response has ${size} bytes; the limit is ${MAX_RESPONSE_BYTES}: request fewer items (limit)`,
    )
  })
}

/** Names of the APIs in the header `contentful-api`. */
const API_HEADERS: Readonly<Record<ApiName, string>> = {
  management: 'cma',
  upload: 'upload',
  delivery: 'cda',
  preview: 'cpa',
  graphql: 'gql',
  images: 'images',
}

/** Adds the headers that Contentful sends with every response, as in recorded ones (contentful-management.rb, tag/destroy_referenced.yml). */
export function registerResponseHeaders(scope: FastifyInstance): void {
  scope.addHook('onRequest', async (request, reply) => {
    const api = getApiName(request)
    reply.header('x-contentful-request-id', request.id)
    if (api) reply.header('contentful-api', API_HEADERS[api])
    const route = request.routeOptions.url?.replace(/^\/(cdn|preview)/, '')
    if (route) reply.header('x-contentful-route', route)
    const { space, environment } = z.looseObject({}).parse(request.params ?? {})
    if (typeof space === 'string') reply.header('cf-space-id', space)
    if (typeof space === 'string') reply.header('cf-environment-id', environment ?? LOCAL_ENVIRONMENT_ID)
  })
  // Fastify adds a charset to JSON media types, and Contentful's REST APIs have none.
  scope.addHook('onSend', async (_, reply, payload) => {
    const type = reply.getHeader('content-type')
    if (typeof type === 'string' && type.startsWith('application/vnd.contentful.'))
      reply.header('content-type', type.replace(/;.*$/, ''))
    return payload
  })
}

/** Not-found handler: responds 404 with the method and path. The error id is that of a recorded response to `POST …/environments/None`
 * (contentful-management.py, fixtures/environment/no_id_create.yaml). */
export function sendNotFound(request: FastifyRequest, reply: FastifyReply) {
  const [path = ''] = request.url.split('?')
  const message = `The local Contentful has no ${request.method} ${path}${describePathAlternative(path)}`
  return sendErrorResponse(toErrorResponse(new RestError('UnknownRoute', message), request), reply)
}

interface ErrorResponse {
  readonly status: number
  readonly type: string
  readonly body: object
}

const sendErrorResponse = ({ status, type, body }: ErrorResponse, reply: FastifyReply) =>
  reply.code(status).header('cache-control', 'no-store').type(type).send(body)

/** Converts an error to the format and media type of the requested API. */
export function toErrorResponse(
  error: RestError,
  request: FastifyRequest,
  requestId: string = request.id,
): ErrorResponse {
  const api = getApiName(request)
  if (api === 'graphql') {
    const code = GRAPHQL_CODES[error.id] ?? 'BAD_REQUEST'
    return { status: error.status, type: 'application/json', body: createErrorBody(code, error.message, requestId) }
  }
  const mediaType = api === 'delivery' || api === 'preview' ? 'delivery' : 'management'
  return { status: error.status, type: `application/vnd.contentful.${mediaType}.v1+json`, body: error.body(requestId) }
}

const GRAPHQL_CODES: Partial<Readonly<Record<RestErrorId, GraphqlErrorCode>>> = {
  AccessTokenInvalid: 'ACCESS_TOKEN_INVALID',
  PayloadTooLarge: 'QUERY_TOO_BIG',
  RateLimitExceeded: 'RATE_LIMIT_EXCEEDED',
  ServerError: 'INTERNAL_SERVER_ERROR',
  BadGateway: 'INTERNAL_SERVER_ERROR',
  ServiceUnavailable: 'INTERNAL_SERVER_ERROR',
  GatewayTimeout: 'INTERNAL_SERVER_ERROR',
}

const ERROR_IDS: Readonly<Record<number, RestErrorId>> = {
  413: 'PayloadTooLarge',
  415: 'UnsupportedMediaType',
  416: 'RangeNotSatisfiable',
}

/** Keeps the status of Fastify's client errors. Any other error becomes a `ServerError`. */
function toRestError(error: Error): RestError {
  const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500
  const id = ERROR_IDS[status] ?? (status < 500 ? 'BadRequest' : undefined)
  return id
    ? new RestError(id, error.message)
    : new RestError('ServerError', 'The local Contentful failed; see its output for the error')
}

/** Rejects requests for other host names, against DNS rebinding: such a page would have the same origin as this server. */
export function rejectForeignHosts(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ hostname }) => {
    if (isLoopbackHostname(hostname)) return
    throw new RestError(
      'AccessDenied',
      `The local Contentful responds to requests for 127.0.0.1 or localhost, not for "${hostname}"`,
    )
  })
}

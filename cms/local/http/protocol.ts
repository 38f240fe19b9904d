import { randomUUID } from 'node:crypto'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createErrorBody, type GraphqlErrorCode } from '#cms/graphql/graphql-errors.ts'
import { RATE_LIMIT_RESET_HEADER } from '#cms/local/rate-limit/rate-limit.ts'
import { getApiName, MAX_RESPONSE_BYTES } from './contentful-apis.ts'
import { RestError, type RestErrorId } from './rest-error.ts'

/** JSON under Contentful's own names (docs/contentful.md), and bytes. An empty body is none, whatever it says it is. */
export function registerBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const json = /^application\/(vnd\.contentful\.[\w.-]+\+)?json\b/
  app.addContentTypeParser(json, { parseAs: 'string' }, async (_: FastifyRequest, body: string) => parsed(body))
  app.addContentTypeParser(
    'application/octet-stream',
    { parseAs: 'buffer' },
    async (_: FastifyRequest, body: Buffer) => body,
  )
}

function parsed(body: string): unknown {
  if (body === '') return null
  const value = json(body)
  if (isDeeper(value, MOST_LEVELS))
    throw new RestError('BadRequest', `The body of the request has more than ${MOST_LEVELS} levels`)
  return value
}

function json(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new RestError('BadRequest', `The body of the request cannot be read as JSON: ${reason}`)
  }
}

/** Far above what people write, and below what everything that walks through a value can walk. */
const MOST_LEVELS = 200

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inside) => isDeeper(inside, levels - 1)))

/** s; limits are of a second, and what is active here ends soon */
const LONGEST_WAIT = 1

/** Every error in the shape of the API that was asked; every 429 with its reset (docs/contentful.md, Limits). */
export function sendError(error: FastifyError | RestError | Error, request: FastifyRequest, reply: FastifyReply) {
  const isKnown = error instanceof RestError
  const requestId = randomUUID()
  const known = isKnown ? error : restError(error)
  if (!isKnown && known.id === 'ServerError')
    console.error(`local Contentful, ${request.method} ${request.url} (${requestId}):`, error)
  if (known.id === 'RateLimitExceeded' && !reply.hasHeader(RATE_LIMIT_RESET_HEADER))
    reply.header(RATE_LIMIT_RESET_HEADER, LONGEST_WAIT)
  return sent(toErrorResponse(known, request, requestId), reply)
}

/** Refuses what would be answered and is too large. Files are no such answers. */
export function limitResponseSize(scope: FastifyInstance): void {
  scope.addHook('onSend', async (_request, _reply, payload) => {
    const size = typeof payload === 'string' ? Buffer.byteLength(payload) : 0
    if (size <= MAX_RESPONSE_BYTES) return payload
    throw new RestError(
      'BadRequest',
      `The answer has ${size} bytes, and at most ${MAX_RESPONSE_BYTES} are sent: ask for fewer items (limit)`,
    )
  })
}

/** Whatever is not here is said by its name. */
export function sendNotFound(request: FastifyRequest, reply: FastifyReply) {
  const message = `The local Contentful has no ${request.method} ${request.url.split('?')[0]}`
  return sent(toErrorResponse(new RestError('NotFound', message), request), reply)
}

interface ErrorAnswer {
  readonly status: number
  readonly type: string
  readonly body: object
}

const sent = ({ status, type, body }: ErrorAnswer, reply: FastifyReply) =>
  reply.code(status).header('cache-control', 'no-store').type(type).send(body)

/** An error in the shape and under the content type of the API that was asked. */
export function toErrorResponse(
  error: RestError,
  request: FastifyRequest,
  requestId: string = randomUUID(),
): ErrorAnswer {
  const api = getApiName(request)
  if (api === 'graphql') {
    const code = GRAPHQL_CODES[error.id] ?? 'BAD_REQUEST'
    return { status: error.status, type: 'application/json', body: createErrorBody(code, error.message, requestId) }
  }
  const kind = api === 'delivery' || api === 'preview' ? 'delivery' : 'management'
  return { status: error.status, type: `application/vnd.contentful.${kind}.v1+json`, body: error.body(requestId) }
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

const BY_STATUS: Readonly<Record<number, RestErrorId>> = {
  413: 'PayloadTooLarge',
  415: 'UnsupportedMediaType',
  416: 'RangeNotSatisfiable',
}

/** Fastify's own refusals keep their meaning; anything else is a fault of ours. */
function restError(error: Error): RestError {
  const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500
  const id = BY_STATUS[status] ?? (status < 500 ? 'BadRequest' : undefined)
  return id
    ? new RestError(id, error.message)
    : new RestError('ServerError', 'The local Contentful failed; its output says why')
}

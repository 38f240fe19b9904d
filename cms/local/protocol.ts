import { randomUUID } from 'node:crypto'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorCode, errorBody } from './graphql/errors.ts'
import { RestError, type RestErrorId } from './rest-error.ts'

/** JSON under Contentful's own names (contentful.md), and bytes. An empty body is none, whatever it says it is. */
export function parseBodies(app: FastifyInstance): void {
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
  try {
    return JSON.parse(body)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new RestError('BadRequest', `The body of the request cannot be read as JSON: ${reason}`)
  }
}

/** Every error in the shape of the API that was asked. */
export function answerError(error: FastifyError | RestError | Error, request: FastifyRequest, reply: FastifyReply) {
  const known = error instanceof RestError ? error : restError(error)
  const requestId = randomUUID()
  if (known.id === 'ServerError')
    console.error(`local Contentful, ${request.method} ${request.url} (${requestId}):`, error)
  return answer(known, requestId, request, reply)
}

/** Whatever is not here is said by its name. */
export function answerUnknown(request: FastifyRequest, reply: FastifyReply) {
  const message = `The local Contentful has no ${request.method} ${request.url.split('?')[0]}`
  return answer(new RestError('NotFound', message), randomUUID(), request, reply)
}

const GRAPHQL_CODES: Partial<Readonly<Record<RestErrorId, ErrorCode>>> = {
  ServerError: 'INTERNAL_SERVER_ERROR',
  PayloadTooLarge: 'QUERY_TOO_BIG',
}

function answer(error: RestError, requestId: string, { url }: FastifyRequest, reply: FastifyReply) {
  reply.code(error.status).header('cache-control', 'no-store')
  if (url.startsWith('/content/')) {
    const code = GRAPHQL_CODES[error.id] ?? 'BAD_REQUEST'
    return reply.type('application/json').send(errorBody(code, error.message, requestId))
  }
  return reply.type('application/vnd.contentful.management.v1+json').send(error.body(requestId))
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

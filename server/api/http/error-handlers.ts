import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { HttpError, sendErrorResponse } from './http-error.ts'

/** Headers of every response: browsers must not cache, run, frame or embed it. */
export const API_RESPONSE_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const

/** Fastify's `clientErrorHandler`: responds on the socket when the bytes are not a valid request. */
export function handleClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (socket.writable && error.code !== 'ECONNRESET') socket.write(formatRawResponse(toHttpError(error.code)))
  socket.destroy(error)
}

/**
 * Fastify's `frameworkErrors`: responds to a URL that cannot be decoded. No hook runs for it, so the headers are set
 * here.
 */
export function handleFrameworkError(
  error: Parameters<typeof sendErrorResponse>[0],
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  sendErrorResponse(error, request, reply.headers(API_RESPONSE_HEADERS))
}

function toHttpError(code: string | undefined): HttpError {
  return new HttpError(code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'too_slow' : 'malformed_request')
}

function formatRawResponse(error: HttpError): string {
  const body = JSON.stringify(error.body())
  const headers = {
    ...API_RESPONSE_HEADERS,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`, ...lines, '', body].join('\r\n')
}

/**
 * Responds with 404 to an unknown path, and with 405 and `allow` to an unknown method, before the body is read.
 * Call it before the routes are added.
 */
export function rejectUnknownRoutes(app: FastifyInstance): void {
  const methodsByPath = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method }) => {
    methodsByPath.set(url, new Set([...(methodsByPath.get(url) ?? []), method].flat()))
  })
  app.addHook('preParsing', async (request, reply) => {
    if (!request.is404) return
    const [path = ''] = request.url.split('?')
    const methods = methodsByPath.get(path)
    if (!methods) throw new HttpError('not_found')
    reply.header('allow', [...methods].sort().join(', '))
    throw new HttpError('wrong_method')
  })
}

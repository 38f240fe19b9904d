import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ConnectionLimits } from '#server/http/connection-limits.ts'
import { HttpError, sendErrorResponse } from './http-error.ts'

/** A body of 32 KiB arrives within this time at 20 kbit/s. */
const REQUEST_TIMEOUT_MS = 15_000

/** Fastify options that limit how long a request may take (ms), so that slow clients cannot keep connections open. */
export const serverTimeouts = {
  requestTimeout: REQUEST_TIMEOUT_MS,
  /** For the handler, for example while the database does not respond. */
  handlerTimeout: 25_000,
  http: { headersTimeout: 10_000, requestTimeout: REQUEST_TIMEOUT_MS, connectionsCheckingInterval: 1_000 },
}

/** Connection limits of the API server. Responses are short, so 60 s are enough for any client. */
export const API_CONNECTION_LIMITS: ConnectionLimits = {
  maxConnections: 5_000,
  maxConnectionsPerAddress: 200,
  inactivityTimeoutMs: 60_000,
  responseTimeoutMs: 60_000,
}

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

/** Fastify's `frameworkErrors`: responds to a URL that cannot be decoded. No hook runs for it, so the headers are set here. */
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

import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ConnectionLimits } from '#server/http/connection-limits.ts'
import { HttpError, sendErrorResponse } from './http-error.ts'

/** ms; a body of 32 KiB comes within it over 20 kbit/s. */
const WHOLE_REQUEST = 15_000

/** How long a client may take: one that sends a byte now and then holds no connection for long. */
export const serverTimeouts = {
  requestTimeout: WHOLE_REQUEST,
  /** Our own work; a database that does not answer is not waited for without end. */
  handlerTimeout: 25_000,
  http: { headersTimeout: 10_000, requestTimeout: WHOLE_REQUEST, connectionsCheckingInterval: 1_000 },
}

/** Responses are short: 60 s are enough for any client. */
export const API_CONNECTION_LIMITS: ConnectionLimits = {
  maxConnections: 5_000,
  maxConnectionsPerAddress: 200,
  inactivityTimeoutMs: 60_000,
  responseTimeoutMs: 60_000,
}

/** On every answer: data, in which a browser finds nothing to load, to run, to frame or to embed elsewhere. */
export const API_RESPONSE_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const

/** Answers what never became a request. */
export function handleClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (socket.writable && error.code !== 'ECONNRESET') socket.write(rawAnswer(refusalOf(error.code)))
  socket.destroy(error)
}

/** An address that cannot be decoded: no hook runs for it. */
export function handleFrameworkError(
  error: Parameters<typeof sendErrorResponse>[0],
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  sendErrorResponse(error, request, reply.headers(API_RESPONSE_HEADERS))
}

function refusalOf(code: string | undefined): HttpError {
  return new HttpError(code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'too_slow' : 'malformed_request')
}

function rawAnswer(refusal: HttpError): string {
  const body = JSON.stringify(refusal.body())
  const headers = {
    ...API_RESPONSE_HEADERS,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`, ...lines, '', body].join('\r\n')
}

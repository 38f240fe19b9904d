import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { API_RESPONSE_HEADERS } from '#server/http/security-policies.ts'
import { HttpError } from './http-error.ts'

/**
 * For Fastify's `clientErrorHandler`: responds on the socket when the bytes are not a valid request. Returns the code of
 * the response; `undefined` when the client has closed the connection, or has sent nothing, as browsers do.
 */
export function handleClientError(error: NodeJS.ErrnoException, socket: Socket) {
  const code = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'too_slow' : 'malformed_request'
  const isClosed = error.code === 'ECONNRESET' || error.code === 'HPE_INVALID_EOF_STATE'
  if (socket.writable && error.code !== 'ECONNRESET') socket.write(formatRawResponse(new HttpError(code)))
  socket.destroy(error)
  return isClosed || socket.bytesRead === 0 ? undefined : code
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

/** Responds with 404 to an unknown path, and with 405 to an unknown method, before the body is read. Call it before the routes are added. */
export function rejectUnknownRoutes(api: FastifyInstance): void {
  const methodsByPath = new Map<string, Set<string>>()
  const reject = async ({ url }: FastifyRequest, reply: FastifyReply) => {
    const [path = ''] = url.split('?')
    const methods = methodsByPath.get(path)
    if (!methods) throw new HttpError('not_found')
    reply.header('allow', [...methods].sort().join(', '))
    throw new HttpError('wrong_method')
  }
  for (const url of ['/', '/*']) api.route({ method: [...METHODS], url, preParsing: reject, handler: reject })
  api.addHook('onRoute', ({ url, method }) => {
    methodsByPath.set(url, new Set([...(methodsByPath.get(url) ?? []), method].flat()))
  })
}

/** @fastify/cors responds to OPTIONS. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

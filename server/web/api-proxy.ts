import * as http from 'node:http'
import * as https from 'node:https'
import { isIP, type Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { apiHeaders, MAX_BODY_BYTES } from '#server/api/contract.ts'
import { HttpError, sendErrorResponse } from '#server/api/http/http-error.ts'

/** Open connections to the backend; further requests wait until one is closed. */
const MAX_CONNECTIONS = 128

/** ms */
const CONNECT_TIMEOUT = 2_000

/** ms from the complete request to the complete response; longer than a visitor's browser waits. */
const RESPONSE_TIMEOUT = 20_000

/** bytes; the backend's longest response, the script of the local captcha, has about 1 KB. */
const MAX_RESPONSE = 1024 * 1024

/** The headers that the backend reads. All others stay here: a header between hops, for example, concerns this connection only. */
const REQUEST_HEADERS = [
  'access-control-request-headers',
  'access-control-request-method',
  'authorization',
  'content-encoding',
  'content-type',
  'cookie',
  'origin',
  ...Object.values(apiHeaders).map((name) => name.toLowerCase()),
]

/** Headers of a response that concern the connection it comes over (RFC 9110, section 7.6.1). */
const HOP_BY_HOP = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authentication-info',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]

const METHODS = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT']

/**
 * Sends requests below /api to the backend (its origin), without that prefix, and its responses back. Request and response
 * are read whole before they are sent on, so that a slow client never occupies a connection to the backend, and each
 * message has exactly one length. Only POST has a body; those of other methods are read and left out. When the client
 * disconnects, the request to the backend ends.
 * `X-Forwarded-For` is the visitor's address as this server determines it (`trustedProxies`), and replaces the client's.
 * Failures of the proxy itself are answered in the form of the backend's responses (contract.ts).
 */
export const createApiProxy = (backend: string) => async (api: FastifyInstance) => {
  const sendToBackend = backendClient(api, new URL(backend))
  api.setErrorHandler(answerProxyError)
  api.addHook('onRequest', refuseLargeBody)
  api.removeAllContentTypeParsers()
  api.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES }, (_, body, done) => done(null, body))
  for (const url of ['/api', '/api/*']) {
    api.route({
      method: METHODS,
      url,
      handler: async (request, reply) => {
        const { status, headers, body } = await sendToBackend(request, reply)
        for (const [name, value] of headers) reply.header(name, value)
        return reply.code(status).send(body)
      },
    })
  }
}

/** Whether a URL without scheme and host is below /api. */
export const isApiPath = (url: string): boolean => /^\/api(?![^/?#])/.test(url)

interface BackendResponse {
  readonly status: number
  /** Names and values; one pair for each `set-cookie`. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: Buffer
}

function backendClient(api: FastifyInstance, backend: URL) {
  const client = backend.protocol === 'https:' ? https : http
  // One request per connection, so that a response never reaches another visitor. With `maxSockets` Node would reuse them.
  const agent = new client.Agent({ keepAlive: false, maxTotalSockets: MAX_CONNECTIONS })
  api.addHook('onClose', async () => agent.destroy())

  /** Resolves with the head of the response; its body is still to be read. */
  const send = (request: FastifyRequest, path: string, signal: AbortSignal) =>
    new Promise<http.IncomingMessage>((resolve, reject) => {
      const body = getForwardedBody(request)
      // Node adds a length for some methods only. Without one, the backend would read the body as another request.
      const headers = { ...requestHeaders(request), ...(body && { 'content-length': body.length }) }
      const upstream = client.request(backend, { agent, path, method: request.method, headers })
      upstream.on('socket', limitConnectTime).on('response', resolve).on('error', reject)
      // Without this listener no event follows a 101.
      upstream.on('upgrade', (_, socket) => {
        socket.destroy()
        reject(new Error('It switched protocols'))
      })
      signal.addEventListener('abort', () => {
        upstream.destroy()
        reject(signal.reason)
      })
      upstream.end(body)
    })

  return async (request: FastifyRequest, reply: FastifyReply): Promise<BackendResponse> => {
    const path = backendPath(request.url)
    const aborting = new AbortController()
    const disconnect = () => aborting.abort(new Error('The client has disconnected'))
    const timer = setTimeout(() => aborting.abort(new Error('It took too long')), RESPONSE_TIMEOUT)
    reply.raw.once('close', disconnect)
    try {
      const response = await send(request, path, aborting.signal)
      const body = await readWhole(response)
      return { status: response.statusCode ?? 0, headers: responseHeaders(request, response), body }
    } finally {
      clearTimeout(timer)
      reply.raw.off('close', disconnect)
    }
  }
}

function limitConnectTime(socket: Socket): void {
  if (!socket.connecting) return
  const timer = setTimeout(() => socket.destroy(new Error('Connecting took too long')), CONNECT_TIMEOUT)
  const stop = () => clearTimeout(timer)
  socket.once('connect', stop).once('close', stop)
}

/** The body of a POST, empty without one; `undefined` for other methods. */
function getForwardedBody({ method, body }: FastifyRequest): Buffer | undefined {
  if (method !== 'POST') return undefined
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0)
}

/** `/api/contact?a` → `/contact?a`. Throws `HttpError` for a path that only decoding makes one of the API's. */
function backendPath(url: string): string {
  if (!isApiPath(url)) throw new HttpError('not_found')
  const path = url.slice('/api'.length)
  return path.startsWith('/') ? path : `/${path}`
}

function requestHeaders({ headers, ip, socket }: FastifyRequest): http.OutgoingHttpHeaders {
  const known = REQUEST_HEADERS.flatMap((name) => {
    const value = headers[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  // A trusted proxy may send something that is no address; then the proxy's own address counts.
  const visitor = isIP(ip) ? ip : socket.remoteAddress
  return { ...Object.fromEntries(known), 'x-forwarded-for': visitor }
}

function responseHeaders({ method }: FastifyRequest, { headers }: http.IncomingMessage): BackendResponse['headers'] {
  const perHop = [...HOP_BY_HOP, ...(headers.connection ?? '').toLowerCase().split(/[\s,]+/)]
  const pairs = Object.entries(headers).flatMap(([name, value = []]) =>
    [value].flat().map((each) => [name, each] as const),
  )
  return pairs.filter(([name]) => {
    const isLengthOfBody = name === 'content-length' && method !== 'HEAD' // set again with the body
    return !isLengthOfBody && !perHop.includes(name)
  })
}

async function readWhole(response: http.IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response) {
    size += chunk.length
    if (size > MAX_RESPONSE) throw new Error(`A response of more than ${MAX_RESPONSE} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The backend would refuse it too. */
async function refuseLargeBody({ headers }: FastifyRequest): Promise<void> {
  if (Number(headers['content-length'] ?? 0) > MAX_BODY_BYTES) throw new HttpError('body_too_large')
}

function answerProxyError(error: FastifyError | HttpError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (request.raw.socket.destroyed) return reply.hijack() // the client has disconnected
  reply.header('cache-control', 'no-store')
  // The unread body would be parsed as the next request of this connection.
  if (!request.raw.complete) reply.header('connection', 'close')
  if (error instanceof HttpError) return sendErrorResponse(error, request, reply)
  const { statusCode = 500 } = error
  if (statusCode === 413) return sendErrorResponse(new HttpError('body_too_large'), request, reply)
  if (statusCode < 500) return reply.code(statusCode).send(new HttpError('malformed_request').body())
  console.error(`The backend does not answer: ${error.message}`)
  return sendErrorResponse(new HttpError('unavailable', { cause: error, retryAfter: 5 }), request, reply)
}

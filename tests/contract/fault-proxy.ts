import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { startHttpServer } from '#local-tests/start-http-server.ts'

/** A request that the proxy received. */
export interface ProxiedRequest {
  readonly method: string
  readonly path: string
}

/** A response of the proxy. */
interface ProxyResponse {
  readonly status: number
  readonly body: object
  /** Seconds until a client may try again, by default 0. */
  readonly resetSeconds?: number
  /** Whether the request is forwarded first, so that it takes effect. */
  readonly isForwarded?: boolean
}

/**
 * How the proxy handles a request: it responds itself, closes the connection before or after forwarding the request, or
 * after half of the response body, never responds, or forwards everything (`undefined`).
 */
export type ProxyFault = ProxyResponse | 'cut before' | 'cut after' | 'cut body' | 'no response' | undefined

/** Decides about a request. It also gets the number of former requests. */
type GetFault = (received: ProxiedRequest, previousCount: number) => ProxyFault

/** The fault of all requests whose method and path match, as in `PUT /spaces/local`. */
export const onRequests =
  (matches: RegExp, fault: ProxyFault): GetFault =>
  ({ method, path }) =>
    matches.test(`${method} ${path}`) ? fault : undefined

/** Starts a proxy to the local Contentful that injects network faults. */
export async function startFaultProxy(target: string, getFault: GetFault) {
  const requests: ProxiedRequest[] = []

  const server = await startHttpServer((incoming, outgoing) => {
    const received = { method: incoming.method ?? '', path: incoming.url ?? '' }
    const fault = getFault(received, requests.length)
    requests.push(received)
    if (fault === 'cut before') return outgoing.destroy()
    if (typeof fault === 'object' && !fault.isForwarded) respond(outgoing, fault)
    else if (fault !== 'no response') return forward(incoming, outgoing, target, fault)
    return incoming.resume()
  })

  return { ...server, requests }
}

const respond = (outgoing: ServerResponse, { status, body, resetSeconds = 0 }: ProxyResponse) =>
  outgoing
    .writeHead(status, { 'content-type': 'application/json', 'x-contentful-ratelimit-reset': `${resetSeconds}` })
    .end(JSON.stringify(body))

function forward(incoming: IncomingMessage, outgoing: ServerResponse, target: string, fault: ProxyFault) {
  const { method, headers, url = '' } = incoming
  const upstream = request(new URL(url, target), { method, headers }, async (response) => {
    const { statusCode = 502 } = response
    if (fault === undefined) return response.pipe(outgoing.writeHead(statusCode, response.headers))
    const body = await buffer(response)
    if (typeof fault === 'object') return respond(outgoing, fault)
    if (fault !== 'cut body') return outgoing.destroy()
    // The written half leaves before the connection closes.
    const half = body.subarray(0, body.length / 2)
    return outgoing.writeHead(statusCode, response.headers).write(half, () => setImmediate(() => outgoing.destroy()))
  })
  upstream.on('error', () => outgoing.destroy())
  incoming.pipe(upstream)
}

/** An error response in the format of Contentful. */
export const createErrorResponse = (status: number, message: string, resetSeconds = 0) => ({
  ...{ status, body: { sys: { type: 'Error', id: 'E' }, message }, resetSeconds },
})

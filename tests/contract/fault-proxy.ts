import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { startHttpServer } from '#local-tests/start-http-server.ts'

/** A request that the proxy received. */
export interface ProxiedRequest {
  readonly method: string
  readonly path: string
  /** ms of a monotonic clock. */
  readonly time: number
}

/** A response of the proxy, as JSON or as an HTML page. */
interface ProxyResponse {
  readonly status: number
  readonly body: object | string
  /** Seconds until a client may try again, by default 0. */
  readonly resetSeconds?: number
  /** Whether the request is forwarded first, so that it takes effect. */
  readonly isForwarded?: boolean
}

/**
 * How the proxy handles a request: it responds itself, closes the connection before or after forwarding the request, or
 * after half of the response body, never responds, edits the body of the response, or forwards everything (`undefined`).
 */
export type ProxyFault =
  | ProxyResponse
  | ((body: string) => string)
  | 'cut before'
  | 'cut after'
  | 'cut body'
  | 'no response'
  | undefined

export interface FaultProxy extends AsyncDisposable {
  readonly url: string
  readonly requests: readonly ProxiedRequest[]
}

/** Decides about a request. It also gets the number of former requests. */
type GetFault = (received: ProxiedRequest, previousCount: number) => ProxyFault

/** Starts a proxy to the local Contentful that injects network faults. */
export async function startFaultProxy(target: string, getFault: GetFault = () => undefined): Promise<FaultProxy> {
  const requests: ProxiedRequest[] = []

  const server = await startHttpServer((incoming, outgoing) => {
    const received = { method: incoming.method ?? '', path: incoming.url ?? '', time: performance.now() }
    const fault = getFault(received, requests.length)
    requests.push(received)
    if (fault === 'cut before') return outgoing.destroy()
    if (fault === 'no response') return incoming.resume()
    if (typeof fault === 'object' && !fault.isForwarded) {
      incoming.resume()
      return respond(outgoing, fault)
    }
    return forward(incoming, outgoing, target, fault)
  })

  return { ...server, requests }
}

function respond(outgoing: ServerResponse, { status, body, resetSeconds = 0 }: ProxyResponse): void {
  outgoing.writeHead(status, {
    'content-type': typeof body === 'string' ? 'text/html; charset=utf-8' : 'application/json',
    'x-contentful-ratelimit-reset': String(resetSeconds),
    'access-control-allow-origin': '*',
  })
  outgoing.end(typeof body === 'string' ? body : JSON.stringify(body))
}

function forward(incoming: IncomingMessage, outgoing: ServerResponse, target: string, fault: ProxyFault): void {
  const { method, headers } = incoming
  const upstreamRequest = request(new URL(incoming.url ?? '', target), { method, headers }, (upstreamResponse) => {
    if (fault === undefined) {
      outgoing.writeHead(upstreamResponse.statusCode ?? 502, upstreamResponse.headers)
      upstreamResponse.pipe(outgoing)
    } else replaceResponse(upstreamResponse, outgoing, fault).catch(() => outgoing.destroy())
  })
  upstreamRequest.on('error', () => outgoing.destroy())
  incoming.pipe(upstreamRequest)
}

/** Sends something else than the response to a forwarded request. */
async function replaceResponse(upstreamResponse: IncomingMessage, outgoing: ServerResponse, fault: ProxyFault) {
  const body = await buffer(upstreamResponse)
  const { statusCode = 502, headers } = upstreamResponse
  if (fault === 'cut body') {
    outgoing.writeHead(statusCode, headers)
    // The written half leaves before the connection closes.
    outgoing.write(body.subarray(0, body.length / 2), () => setImmediate(() => outgoing.destroy()))
  } else if (typeof fault === 'function') {
    const { 'content-length': _, ...others } = headers
    outgoing.writeHead(statusCode, others).end(fault(body.toString()))
  } else if (typeof fault === 'object') respond(outgoing, fault)
  else outgoing.destroy()
}

/** An error response in the format of Contentful. */
export const createErrorResponse = (status: number, message: string, resetSeconds?: number) => ({
  status,
  body: { sys: { type: 'Error', id: 'E' }, message },
  ...(resetSeconds !== undefined && { resetSeconds }),
})

import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { expect } from 'vitest'

/** A request that the proxy received. */
export interface ProxiedRequest {
  readonly method: string
  readonly path: string
  /** ms of a monotonic clock. */
  readonly time: number
}

/**
 * How the proxy handles a request: it responds itself, closes the connection before or after forwarding the request,
 * never responds, or forwards it (`undefined`).
 */
export type ProxyFault =
  | { readonly status: number; readonly body: object }
  | 'cut before'
  | 'cut after'
  | 'no response'
  | undefined

export interface FaultProxy extends AsyncDisposable {
  readonly url: string
  readonly requests: readonly ProxiedRequest[]
}

/**
 * Starts a proxy to the local Contentful that injects network faults. `getFault` also gets the number of former
 * requests.
 */
export async function startFaultProxy(
  target: string,
  getFault: (received: ProxiedRequest, previousCount: number) => ProxyFault = () => undefined,
): Promise<FaultProxy> {
  const requests: ProxiedRequest[] = []

  const server = createServer((incoming, outgoing) => {
    const received = { method: incoming.method ?? '', path: incoming.url ?? '', time: performance.now() }
    const fault = getFault(received, requests.length)
    requests.push(received)
    if (fault === 'cut before') return outgoing.destroy()
    if (fault === 'no response') return incoming.resume()
    if (typeof fault === 'object') {
      incoming.resume()
      outgoing.writeHead(fault.status, { 'content-type': 'application/json', 'x-contentful-ratelimit-reset': '0' })
      return outgoing.end(JSON.stringify(fault.body))
    }
    return forward(incoming, outgoing, { target, cut: fault === 'cut after' })
  })

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The proxy has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    [Symbol.asyncDispose]: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

/**
 * Asserts that no more requests than `perSecond` were sent in any second, with a tolerance of 100 ms for the connection
 * to the proxy.
 */
export function expectRequestRate({ requests }: FaultProxy, perSecond: number): void {
  const times = requests.map(({ time }) => time)
  const intervals = times.slice(perSecond).map((time, index) => time - (times[index] ?? 0))
  expect(intervals.length).toBeGreaterThan(perSecond)
  expect(Math.min(...intervals)).toBeGreaterThan(900)
}

function forward(incoming: IncomingMessage, outgoing: ServerResponse, options: { target: string; cut: boolean }) {
  const { method, headers } = incoming
  const upstreamRequest = request(
    new URL(incoming.url ?? '', options.target),
    { method, headers },
    (upstreamResponse) => {
      if (options.cut) {
        upstreamResponse.resume()
        outgoing.destroy()
        return
      }
      outgoing.writeHead(upstreamResponse.statusCode ?? 502, upstreamResponse.headers)
      upstreamResponse.pipe(outgoing)
    },
  )
  upstreamRequest.on('error', () => outgoing.destroy())
  incoming.pipe(upstreamRequest)
}

import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { expect } from 'vitest'

/** A request on its way through the proxy. */
export interface Passing {
  readonly method: string
  readonly path: string
  /** ms, by a clock that only goes forward. */
  readonly time: number
}

/** What becomes of a request: an answer of the proxy's own, a cut connection before or after it took effect, silence, or nothing special. */
export type Meddling =
  | { readonly status: number; readonly body: object }
  | 'cut before'
  | 'cut after'
  | 'no answer'
  | undefined

export interface Proxy extends AsyncDisposable {
  readonly url: string
  readonly passed: readonly Passing[]
}

/** Stands between a client and the local Contentful, and plays a bad network. `meddle` is told how many came before. */
export async function startProxy(
  target: string,
  meddle: (passing: Passing, before: number) => Meddling = () => undefined,
): Promise<Proxy> {
  const passed: Passing[] = []

  const server = createServer((incoming, outgoing) => {
    const passing = { method: incoming.method ?? '', path: incoming.url ?? '', time: performance.now() }
    const meddling = meddle(passing, passed.length)
    passed.push(passing)
    if (meddling === 'cut before') return outgoing.destroy()
    if (meddling === 'no answer') return incoming.resume()
    if (typeof meddling === 'object') {
      incoming.resume()
      outgoing.writeHead(meddling.status, { 'content-type': 'application/json', 'x-contentful-ratelimit-reset': '0' })
      return outgoing.end(JSON.stringify(meddling.body))
    }
    return forward(incoming, outgoing, { target, cut: meddling === 'cut after' })
  })

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The proxy has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    passed,
    [Symbol.asyncDispose]: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

/** Asserts that no more requests than `perSecond` were sent in any second, with a tolerance of 100 ms for the connection to the proxy. */
export function expectRequestRate({ passed }: Proxy, perSecond: number): void {
  const times = passed.map(({ time }) => time)
  const spans = times.slice(perSecond).map((time, place) => time - (times[place] ?? 0))
  expect(spans.length).toBeGreaterThan(perSecond)
  expect(Math.min(...spans)).toBeGreaterThan(900)
}

function forward(incoming: IncomingMessage, outgoing: ServerResponse, how: { target: string; cut: boolean }) {
  const { method, headers } = incoming
  const onward = request(new URL(incoming.url ?? '', how.target), { method, headers }, (answer) => {
    if (how.cut) {
      answer.resume()
      outgoing.destroy()
      return
    }
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(outgoing)
  })
  onward.on('error', () => outgoing.destroy())
  incoming.pipe(onward)
}

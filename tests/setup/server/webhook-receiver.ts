import { createServer, type IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'

/** A call as it arrived. */
export interface ReceivedWebhook {
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** What the receiver does with a call: answers with a status, or cuts the connection. */
export type WebhookReaction = number | 'cut'

export interface WebhookReceiver extends AsyncDisposable {
  /** http://127.0.0.1:port */
  readonly url: string
  /** What arrived, in order; also what was not answered. */
  readonly requests: readonly ReceivedWebhook[]
  /** Waits until so many have arrived. */
  readonly waitForRequests: (count: number) => Promise<readonly ReceivedWebhook[]>
}

/** Somebody who is called. `react` is told of the call, and how many came before. */
export async function startWebhookReceiver(
  react: (call: ReceivedWebhook, before: number) => WebhookReaction = () => 200,
): Promise<WebhookReceiver> {
  const requests: ReceivedWebhook[] = []
  let waiting: { count: number; done: () => void }[] = []

  const server = createServer(async (request, response) => {
    const { method = '', url: path = '', headers } = request
    const call = { method, path, headers, body: await text(request) }
    const reaction = react(call, requests.length)
    requests.push(call)
    if (reaction === 'cut') response.destroy()
    else response.writeHead(reaction, { location: 'http://127.0.0.1:1/elsewhere' }).end('Thank you')
    for (const { count, done } of waiting) if (requests.length >= count) done()
    waiting = waiting.filter(({ count }) => requests.length < count)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The receiver has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    waitForRequests: async (count) => {
      if (requests.length < count) await new Promise<void>((done) => waiting.push({ count, done }))
      return requests
    },
    [Symbol.asyncDispose]: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

import type { IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import { startHttpServer } from './start-http-server.ts'

/** A received request. */
export interface ReceivedWebhook {
  readonly method: string
  /** Path with query. */
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** The reaction to a request: a response status, or a closed connection. */
export type WebhookReaction = number | 'cut'

export interface WebhookReceiver extends AsyncDisposable {
  /** `http://127.0.0.1:<port>` */
  readonly url: string
  /** Received requests in order, also those without a response. */
  readonly requests: readonly ReceivedWebhook[]
  /** Waits until this number of requests was received. */
  readonly waitForRequests: (count: number) => Promise<readonly ReceivedWebhook[]>
}

/** Starts a server that receives webhooks. `react` gets the request and the number of earlier requests. */
export async function startWebhookReceiver(
  react: (request: ReceivedWebhook, earlierRequests: number) => WebhookReaction | Promise<WebhookReaction> = () => 200,
): Promise<WebhookReceiver> {
  const requests: ReceivedWebhook[] = []
  let waiters: { count: number; resolve: () => void }[] = []

  const server = await startHttpServer(async (incoming, response) => {
    const { method = '', url: path = '', headers } = incoming
    const request = { method, path, headers, body: await text(incoming) }
    const earlierRequests = requests.length
    requests.push(request)
    for (const { count, resolve } of waiters) if (requests.length >= count) resolve()
    waiters = waiters.filter(({ count }) => requests.length < count)
    const reaction = await react(request, earlierRequests)
    if (reaction === 'cut') response.destroy()
    else response.writeHead(reaction, { location: 'http://127.0.0.1:1/elsewhere' }).end('Thank you')
  })
  return {
    ...server,
    requests,
    waitForRequests: async (count) => {
      if (requests.length < count) await new Promise<void>((resolve) => waiters.push({ count, resolve }))
      return requests
    },
  }
}

import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'

/** Starts an HTTP server on a free port of 127.0.0.1. Disposing it closes all connections. */
export async function startHttpServer(listener?: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    port: address.port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

import { once } from 'node:events'
import { createServer } from 'node:net'

/** A port of 127.0.0.1 that is free now. */
export async function getFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('This machine gives no port')
  return address.port
}

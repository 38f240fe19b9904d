import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports that systems give to outgoing connections and to `listen(0)`, and none that browsers block. */
const PORTS = { from: 20_000, to: 32_768 } as const

/**
 * Returns a port of 127.0.0.1 that is free at the moment. Before a process listens on it, only another caller of this
 * function could take it, with a probability of 1 in 12,768.
 */
export async function getFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(PORTS.from, PORTS.to)
    if (await isFree(port)) return port
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return false // another process listens on it
  }
  server.close()
  await once(server, 'close')
  return true
}

import { createServer } from 'node:net'
import type { Environment } from '#server/config/environment.ts'
import { UserError } from '#shared/user-error.ts'

/** Host of all local servers. */
export const LOCAL_HOST = '127.0.0.1'

const LAST = 65_535

/** Returns the port of an environment variable, or the default. Throws `UserError` for an invalid port. */
export function parsePort(env: Environment, name: string, defaultPort: number): number {
  const text = env[name]
  if (!text) return defaultPort
  const port = Number(text)
  if (Number.isInteger(port) && port >= 1 && port <= LAST) return port
  throw new UserError(`${name} is "${text}": set it to a port from 1 to ${LAST}, or leave it unset for ${defaultPort}`)
}

/** Returns the first free port, starting with `first`, except the reserved one. Throws `UserError` when there is none. */
export async function findFreePort(first: number, reserved?: number): Promise<number> {
  for (let port = first; port <= LAST; port++) if (port !== reserved && (await isFree(port))) return port
  throw new UserError(`No port from ${first} on is free: set PORT and CMS_PORT to lower ones`)
}

/** Returns the desired port of the site or the next free one, and logs the difference. */
export async function findSitePort(desired: number, log: (line: string) => void): Promise<number> {
  const port = await findFreePort(desired)
  if (port !== desired) log(`Port ${desired} is in use: the site uses ${port}.`)
  return port
}

/** Listens on the port to find out: it may belong to a process of another user. */
function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen({ port, host: LOCAL_HOST }, () => server.close(() => resolve(true)))
  })
}

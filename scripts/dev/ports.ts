import { createServer } from 'node:net'
import { BadInput } from '#cms/sync/bad-input.ts'

export const LOCAL_HOST = '127.0.0.1'

const LAST = 65_535

/** The port that a variable asks for. Throws `BadInput` where it is none. */
export function parsePort(env: Readonly<Record<string, string | undefined>>, name: string, usual: number): number {
  const text = env[name]
  if (!text) return usual
  const port = Number(text)
  if (Number.isInteger(port) && port >= 1 && port <= LAST) return port
  throw new BadInput(`${name} is "${text}": set it to a port from 1 to ${LAST}, or leave it unset for ${usual}`)
}

/** The first free port from this one on. Throws `BadInput` where none is left. */
export async function findFreePort(
  first: number,
  isPromised: (port: number) => boolean = () => false,
): Promise<number> {
  for (let port = first; port <= LAST; port++) {
    if (!isPromised(port) && (await isFree(port))) return port
  }
  throw new BadInput(`No port from ${first} on is free: set PORT and CMS_PORT to lower ones`)
}

/** The site's port: the one wanted, or the next free one, which is said. */
export async function findSitePort(wanted: number, log: (line: string) => void): Promise<number> {
  const port = await findFreePort(wanted)
  if (port !== wanted) log(`Port ${wanted} is in use: the site takes ${port}.`)
  return port
}

/** Only trying tells: a port may be taken by another user's process. */
function isFree(port: number): Promise<boolean> {
  return new Promise((answer) => {
    const server = createServer()
    server.once('error', () => answer(false))
    server.listen({ port, host: LOCAL_HOST }, () => server.close(() => answer(true)))
  })
}

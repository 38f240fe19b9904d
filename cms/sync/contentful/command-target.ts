import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { getLocalManagementConnection } from './space-connections.ts'
import { tryParseJson } from './try-parse-json.ts'

/** The space that a command works on, and how it is reached; disposed of when the command has ended. */
export interface CommandTarget<Connection> extends AsyncDisposable {
  readonly connection: Connection
  /** For people: which one it is. */
  readonly name: string
}

interface Options<Connection> {
  /** The space that the environment variables name; `null` where they name none. */
  readonly real: Connection | null
  readonly local: (url: string) => Connection
  readonly folder: string
  readonly say: (line: string) => void
}

/** The real space of the variables; else the local Contentful that runs; else one that runs until it is disposed of. */
export async function openCommandTarget<Connection extends Place>(
  options: Options<Connection>,
): Promise<CommandTarget<Connection>> {
  const { real, local, folder, say } = options
  if (real) return left(real, `the environment "${real.environmentId}" of the space "${real.spaceId}"`)
  const running = await findRunningLocalContentful(folder)
  if (running) return left(local(running), `the local Contentful at ${running}`)

  // Only here: a real space needs nothing of it.
  const { startContentfulInProcess: startOwnContentful } = await import('./start-contentful-in-process.ts')
  const own = await startOwnContentful({ port: 0, folder, say })
  return {
    connection: local(own.url),
    name: `the local Contentful, which was not running and is started for this alone, at ${own.url}`,
    [Symbol.asyncDispose]: () => own.close(),
  }
}

interface Place {
  readonly spaceId: string
  readonly environmentId: string
}

/** Somebody else's to stop. */
const left = <Connection>(connection: Connection, name: string): CommandTarget<Connection> => ({
  connection,
  name,
  [Symbol.asyncDispose]: async () => {},
})

const addressFile = z.object({ url: z.url({ protocol: /^http$/ }) })

/** ms. It is on this machine: if it lives, it answers at once. */
const PATIENCE = 2_000

/** The address of the local Contentful that runs from this folder now, as its start script noted it; else `undefined`. */
export async function findRunningLocalContentful(folder: string): Promise<string | undefined> {
  const text = await readFile(join(folder, 'address.json'), 'utf8').catch(() => '')
  const noted = addressFile.safeParse(tryParseJson(text))
  return noted.success && (await answers(noted.data.url)) ? noted.data.url : undefined
}

/** The note of a process that was killed stays, and its port may be somebody else's by now. */
async function answers(url: string): Promise<boolean> {
  try {
    // The switches stand outside the trouble that may be on, and nothing else has them.
    const headers = { authorization: `Bearer ${getLocalManagementConnection(url).managementToken}` }
    return (await fetch(new URL('/local/faults', url), { headers, signal: AbortSignal.timeout(PATIENCE) })).ok
  } catch {
    return false
  }
}

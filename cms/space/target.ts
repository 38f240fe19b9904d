import { runningLocalContentful } from './address-file.ts'
import { type Connection, connectionFromEnv, type Environment, localConnection } from './connection.ts'

/** The space that a command works on; disposed of when the command has ended. */
export interface Target extends AsyncDisposable {
  readonly connection: Connection
  /** For people: which one it is. */
  readonly name: string
}

/** The real space of the variables; else the local Contentful that runs; else one that runs until it is disposed of. */
export async function openTarget(env: Environment, folder: string, say: (line: string) => void): Promise<Target> {
  const real = connectionFromEnv(env)
  if (real) return left(real, `the environment "${real.environmentId}" of the space "${real.spaceId}"`)
  const running = await runningLocalContentful(folder)
  if (running) return left(localConnection(running), `the local Contentful at ${running}`)

  // Only here: a real space needs nothing of it.
  const { startOwnContentful } = await import('./own-contentful.ts')
  const own = await startOwnContentful({ port: 0, folder, say })
  return {
    connection: localConnection(own.url),
    name: `the local Contentful, which was not running and is started for this alone, at ${own.url}`,
    [Symbol.asyncDispose]: () => own.close(),
  }
}

/** Somebody else's to stop. */
const left = (connection: Connection, name: string): Target => ({
  connection,
  name,
  [Symbol.asyncDispose]: async () => {},
})

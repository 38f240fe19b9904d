import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { CONTENTFUL_ID } from '#shared/constants.ts'
import { tryParseJson } from '#shared/try-parse-json.ts'
import { UserError } from '#shared/user-error.ts'

/** The space of a command. Dispose of it when the command ends. */
export interface CommandTarget<Connection> extends AsyncDisposable {
  readonly connection: Connection
  /** The description of the space in messages. */
  readonly name: string
}

interface Options<Connection> {
  /** The connection from the environment variables; `null` if they are not set. */
  readonly envConnection: Connection | null
  readonly getLocalConnection: (url: string) => Connection
  /** The environment to use instead of that of the connection, from the option `--environment`. */
  readonly environment?: string | undefined
  /** The state folder of the local Contentful. */
  readonly folder: string
  readonly log: (line: string) => void
}

/**
 * Opens the space of the environment variables, or the running local Contentful, or a local Contentful that runs until
 * the target is disposed of. Throws `UserError` if the option `environment` is no id.
 */
export async function openCommandTarget<Connection extends SpaceIds>({
  envConnection,
  getLocalConnection,
  environment,
  folder,
  log,
}: Options<Connection>): Promise<CommandTarget<Connection>> {
  if (environment !== undefined && !CONTENTFUL_ID.test(environment))
    throw new UserError('--environment must be an id: letters, digits, hyphens')
  const selectEnvironment = (connection: Connection) => ({
    ...connection,
    ...(environment !== undefined && { environmentId: environment }),
  })
  if (envConnection) {
    const connection = selectEnvironment(envConnection)
    return createExternalTarget(
      connection,
      `the environment "${connection.environmentId}" of the space "${connection.spaceId}"`,
    )
  }
  const prefix = environment === undefined ? '' : `the environment "${environment}" of `
  const runningUrl = await findRunningLocalContentful(folder)
  if (runningUrl)
    return createExternalTarget(
      selectEnvironment(getLocalConnection(runningUrl)),
      `${prefix}the local Contentful at ${runningUrl}`,
    )

  // Imported here, because commands on a real space do not need it.
  const { startContentfulInProcess } = await import('./start-contentful-in-process.ts')
  const server = await startContentfulInProcess({ port: 0, folder, log })
  return {
    connection: selectEnvironment(getLocalConnection(server.url)),
    name: `${prefix}the local Contentful, which was not running and is started for this command, at ${server.url}`,
    [Symbol.asyncDispose]: () => server.close(),
  }
}

interface SpaceIds {
  readonly spaceId: string
  readonly environmentId: string
}

/** Creates a target that this command does not stop. */
const createExternalTarget = <Connection>(connection: Connection, name: string): CommandTarget<Connection> => ({
  connection,
  name,
  [Symbol.asyncDispose]: async () => {},
})

const addressFileSchema = z.object({ url: z.url({ protocol: /^http$/ }) })

/** A server on the same machine responds immediately. */
const TIMEOUT_MS = 2_000

/** Returns the URL of the local Contentful that runs with this state folder, from its address file; `undefined` if none runs. */
export async function findRunningLocalContentful(folder: string): Promise<string | undefined> {
  const text = await readFile(join(folder, 'address.json'), 'utf8').catch(() => '')
  const address = addressFileSchema.safeParse(tryParseJson(text))
  return address.success && (await isLocalContentful(address.data.url)) ? address.data.url : undefined
}

/** The address file of a killed process remains, and another server can use its port. */
async function isLocalContentful(url: string): Promise<boolean> {
  try {
    // Each response of Contentful's APIs has this header, also an error.
    const { headers } = await fetch(new URL('/spaces/local', url), { signal: AbortSignal.timeout(TIMEOUT_MS) })
    return headers.has('x-contentful-request-id')
  } catch {
    return false
  }
}

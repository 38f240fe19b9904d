import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { CONTENTFUL_ID } from '#shared/constants.ts'
import { tryParseJson } from '#shared/try-parse-json.ts'
import { UserError } from '#shared/user-error.ts'
import { type EnvVariables, getLocalConnection, parseConnection, type SpaceConnection } from './space-connections.ts'

/** The space of a command. Dispose of it when the command ends. */
export interface CommandTarget extends AsyncDisposable {
  readonly connection: SpaceConnection
  /** The description of the space in messages. */
  readonly name: string
}

interface Options {
  readonly env: EnvVariables
  readonly api: SpaceConnection['api']
  /** The environment to use instead of that of the variables, from the option `--environment`. */
  readonly environment?: string | undefined
  /** The state folder of the local Contentful. */
  readonly folder: string
  readonly log: (line: string) => void
}

/**
 * Opens the space of the environment variables, or the running local Contentful, or a local Contentful that runs until
 * the target is disposed of. Throws `UserError` if a variable or the option `environment` is invalid.
 */
export async function openCommandTarget({ env, api, environment, folder, log }: Options): Promise<CommandTarget> {
  if (environment !== undefined && !CONTENTFUL_ID.test(environment))
    throw new UserError('--environment must be an id: letters, digits, hyphens')

  function createTarget(connection: SpaceConnection, space: string, close = async () => {}): CommandTarget {
    const environmentId = environment ?? connection.environmentId
    return {
      connection: { ...connection, environmentId },
      name: `the environment "${environmentId}" of ${space}`,
      [Symbol.asyncDispose]: close,
    }
  }

  const external = parseConnection(env, api)
  if (external) return createTarget(external, `the space "${external.spaceId}"`)
  const url = await findRunningLocalContentful(folder)
  if (url) return createTarget(getLocalConnection(url, api), `the local Contentful at ${url}`)
  // Imported here, because commands on a real space do not need it.
  const { startContentfulInProcess } = await import('./start-contentful-in-process.ts')
  const server = await startContentfulInProcess({ port: 0, folder, log })
  const started = `the local Contentful, which was not running and is started for this command, at ${server.url}`
  return createTarget(getLocalConnection(server.url, api), started, () => server.close())
}

const addressFileSchema = z.object({ url: z.url({ protocol: /^http$/ }) })

/** Returns the URL of the local Contentful that runs with this state folder, from its address file; `undefined` if none runs. */
export async function findRunningLocalContentful(folder: string): Promise<string | undefined> {
  const text = await readFile(join(folder, 'address.json'), 'utf8').catch(() => '')
  const address = addressFileSchema.safeParse(tryParseJson(text))
  return address.success && (await isLocalContentful(address.data.url)) ? address.data.url : undefined
}

/** The address file of a killed process remains, and another server can use its port. */
async function isLocalContentful(url: string): Promise<boolean> {
  try {
    // Each response of Contentful's APIs has this header, also an error. This machine responds immediately.
    const { headers } = await fetch(new URL('/spaces/local', url), { signal: AbortSignal.timeout(2_000) })
    return headers.has('x-contentful-request-id')
  } catch {
    return false
  }
}

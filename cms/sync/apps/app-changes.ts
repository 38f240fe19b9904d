import { isQuotaError, type Operation, parseApiError, toFatalError } from '#cms/sync/contentful/api-error.ts'
import { connectToSpace, type SpaceClient } from '#cms/sync/contentful/space-client.ts'
import type { SpaceConnection } from '#cms/sync/contentful/space-connections.ts'
import { UserError } from '#shared/user-error.ts'
import { type PhotoDeskInstallation, readPhotoDeskInstallation } from './photo-desk-installation.ts'

/** One change of the photo desk in a space. */
export interface AppChange {
  /** A part of a sentence. */
  readonly text: string
  readonly write: () => Promise<unknown>
}

export interface AppChangeOptions {
  readonly connection: SpaceConnection
  /** The page of the app, which selects one of several apps with its name. */
  readonly src: string | undefined
  /** Called once before the first write, with the changes. Throws if the user declines. */
  readonly confirm?: ((summary: string) => Promise<void>) | undefined
}

/** What a command has changed in an environment. */
export interface AppSummary {
  /** One sentence per change. */
  readonly changes: readonly string[]
  /** Requests that write, including retries. */
  readonly writes: number
}

/** The retry of one request that has succeeded takes an attempt, and so does each change of another process. */
const MAX_ATTEMPTS = 20

/**
 * Plans the changes of the photo desk in an environment, asks, and writes them in their order. Plans again after a version
 * conflict, which the retry of a successful request or another writer causes (docs/contentful.md, Traps): two sites that
 * start at the same time install one app. Throws `UserError`.
 */
export async function applyAppChanges(
  { connection, src, confirm }: AppChangeOptions,
  planChanges: (state: PhotoDeskInstallation, space: SpaceClient) => Promise<readonly AppChange[]>,
): Promise<AppSummary> {
  const space = await connectToSpace(connection)
  const plan = async () => planChanges(await readPhotoDeskInstallation(space, src), space)

  async function writeChanges(changes: readonly AppChange[], attempts: number): Promise<void> {
    try {
      for (const { write } of changes) await write()
    } catch (error) {
      if (attempts === MAX_ATTEMPTS || parseApiError(error).status !== 409) throw error
      await writeChanges(await plan(), attempts + 1)
    }
  }

  const changes = await plan().catch((error: unknown) => throwUserError(error, connection, 'reading'))
  const texts = changes.map(({ text }) => text)
  if (texts.length > 0) await confirm?.(`${texts.join(', ')}.`)
  await writeChanges(changes, 1).catch((error: unknown) => throwUserError(error, connection, 'writing'))
  return { changes: texts, writes: space.countWrites() }
}

/** Throws `UserError` for every response that the user can act on. */
function throwUserError(error: unknown, connection: SpaceConnection, operation: Operation): never {
  const info = parseApiError(error)
  const { status, message } = info
  if ((status === 403 || status === 404) && !isQuotaError(info))
    throw new UserError(
      `The token's user may not manage apps (${status}: ${message}): set CONTENTFUL_MANAGEMENT_TOKEN to a token of an owner, an administrator or a developer of the organization`,
    )
  const fatal = toFatalError(error, connection, operation)
  if (fatal) throw fatal
  if (status === 0) throw error
  throw new UserError(
    `${connection.host} rejects the change of the app (${status}: ${message}): correct what the message names, and run this again`,
  )
}

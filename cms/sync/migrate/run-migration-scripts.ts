import { readdir } from 'node:fs/promises'
import https from 'node:https'
import { connect, type NetConnectOpts } from 'node:net'
import { join, parse, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { type MigrationFunction, runMigration } from 'contentful-migration'
import * as z from 'zod'
import { parseApiError, toFatalError } from '#cms/sync/contentful/api-error.ts'
import { connectToSpace } from '#cms/sync/contentful/space-client.ts'
import type { SpaceConnection } from '#cms/sync/contentful/space-connections.ts'
import { tryParseJson } from '#shared/try-parse-json.ts'
import { getErrorMessage, UserError } from '#shared/user-error.ts'
import { readAppliedMigrations, recordMigration } from './migration-records.ts'

export interface MigrateOptions {
  readonly connection: SpaceConnection
  /** The folder of the scripts. */
  readonly folder: string
  /** Runs each script without a question. */
  readonly yes: boolean
  readonly log: (line: string) => void
}

export interface MigrateSummary {
  /** Scripts that this run has applied. */
  readonly applied: readonly string[]
  /** Scripts that had been applied before. */
  readonly earlier: readonly string[]
  /** Scripts that have not run, because the user declined one. */
  readonly pending: readonly string[]
}

/**
 * Runs the scripts of a folder that were not run in the environment, in the order of their file names, with
 * contentful-migration: it plans a script for the current state of the space, prints the plan, asks, and writes. Throws
 * `UserError` if a script fails; later scripts then do not run.
 */
export async function runMigrationScripts({ connection, folder, yes, log }: MigrateOptions): Promise<MigrateSummary> {
  const space = await connectToSpace(connection)
  const scripts = await readMigrationScripts(folder)
  const recorded = await readAppliedMigrations(space).catch((error: unknown) => {
    throw toFatalError(error, connection, 'reading') ?? error
  })
  const isRecorded = ({ name }: { readonly name: string }) => recorded.has(name)
  // Before the first script runs, so that a syntax error in a later one stops the command earlier.
  const pending = await Promise.all(
    scripts
      .filter((script) => !isRecorded(script))
      .map(async (script) => ({ ...script, migration: await importMigration(script) })),
  )
  const applied: string[] = []
  for (const script of pending) {
    const { name, file } = script
    log(`\n${name}:`)
    if (!(await runScript(connection, script, yes))) break
    applied.push(name)
    await recordMigration(space, name).catch((error: unknown) => {
      throw new UserError(
        `${file} was run, but that cannot be noted (${parseApiError(error).message}): npm run cms -- migrate --applied ${name} notes it`,
      )
    })
  }
  return {
    applied,
    earlier: scripts.filter(isRecorded).map(({ name }) => name),
    pending: pending.slice(applied.length).map(({ name }) => name),
  }
}

/** Notes a script as applied without running it. */
export async function markMigrationApplied(
  { connection, folder }: Pick<MigrateOptions, 'connection' | 'folder'>,
  name: string,
): Promise<void> {
  const names = (await readMigrationScripts(folder)).map((script) => script.name)
  if (!names.includes(name)) throw new UserError(`${folder} has no script "${name}": use one of ${names.join(', ')}`)
  const space = await connectToSpace(connection)
  await recordMigration(space, name).catch((error: unknown) => {
    throw toFatalError(error, connection, 'writing') ?? error
  })
}

/** A script in the format of contentful-migration. */
interface MigrationScript {
  /** The file name without its extension. The space stores it. */
  readonly name: string
  readonly file: string
}

const SCRIPT_FILE = /(?<!\.d|\.test)\.(?:ts|js|mjs|cjs)$/

/** Names become ids of entries, which have at most 64 characters (docs/contentful.md). */
const SCRIPT_NAME = /^[A-Za-z0-9][\w-]{0,53}$/

/** Returns the scripts of a folder in the order of their file names. Throws `UserError` if a name is unusable. */
async function readMigrationScripts(folder: string): Promise<readonly MigrationScript[]> {
  const files = await readdir(folder).catch((error: unknown) => {
    throw new UserError(`${folder} cannot be read (${getErrorMessage(error)}): run this in the folder of the project`)
  })
  const scripts = files
    .filter((file) => SCRIPT_FILE.test(file))
    .map((file) => ({ name: parse(file).name, file: join(folder, file) }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const problems = scripts.flatMap(({ name, file }, index) => {
    if (!SCRIPT_NAME.test(name))
      return [`${file}: use at most 54 letters, digits, hyphens and underscores, as in 0001-delete-fax.ts`]
    return scripts[index + 1]?.name === name ? [`${file}: another script has the same name: rename one`] : []
  })
  if (problems.length > 0) throw new UserError(problems)
  return scripts
}

/** Imports the function of a script. Throws `UserError` if it cannot be imported or exports no function. */
async function importMigration({ file }: MigrationScript): Promise<MigrationFunction> {
  const module: unknown = await import(pathToFileURL(resolve(file)).href).catch((error: unknown) => {
    throw new UserError(`${file} cannot be imported: ${getErrorMessage(error)}`)
  })
  const migration = typeof module === 'object' && module && 'default' in module ? module.default : undefined
  if (isMigrationFunction(migration)) return migration
  throw new UserError(`${file} exports no migration: export default (migration) => { … }`)
}

const isMigrationFunction = (value: unknown): value is MigrationFunction => typeof value === 'function'

/** Requests per second: below the limit of Contentful’s plans, which editors share. The local Contentful has none. */
const REQUEST_LIMIT = 6

/** Returns whether the script was run; `false` if the user declined. */
async function runScript(
  { spaceId, environmentId, token, host, insecure }: SpaceConnection,
  { file, migration }: { readonly file: string; readonly migration: MigrationFunction },
  yes: boolean,
): Promise<boolean> {
  if (insecure) connectWithoutTls()
  const options = { spaceId, environmentId, accessToken: token, host, yes, migrationFunction: migration }
  try {
    const result = await runMigration({ ...options, requestLimit: insecure ? 1_000 : REQUEST_LIMIT })
    return result !== undefined
  } catch (error) {
    throw new UserError(
      listReasons(error)
        .map((reason) => `${file} failed: ${reason}`)
        .concat(REMEDY),
    )
  }
}

const REMEDY =
  'Contentful does not undo what a script has written. In a copy of an environment, delete the copy and begin again. Otherwise correct the script for what the space has now and run this again, or note the script as applied with --applied <script>'

/** An error of contentful-migration, which can contain several. Not all are instances of `Error`. */
const errorSchema = z.object({ message: z.string(), errors: z.array(z.object({ message: z.string() })).optional() })

/** The message of a rejected request is JSON. */
const requestErrorSchema = z.object({ status: z.string(), message: z.string() })

function listReasons(error: unknown): readonly string[] {
  const { success, data } = errorSchema.safeParse(error)
  if (!success) return [getErrorMessage(error)]
  return (data.errors ?? [data]).map(({ message }) => {
    const request = requestErrorSchema.safeParse(tryParseJson(message)).data
    const text = request ? `${request.status}: ${request.message}` : message
    return stripVTControlCharacters(text).replace(/\s+/g, ' ').trim()
  })
}

/** The tool always uses https, and the proxy of the environment: the local Contentful has no certificate, and no proxy reaches it. */
function connectWithoutTls(): void {
  https.globalAgent = new UnencryptedAgent()
  for (const name of ['https_proxy', 'http_proxy', 'contentful_proxy'])
    for (const variable of [name, name.toUpperCase()]) delete process.env[variable]
}

class UnencryptedAgent extends https.Agent {
  override createConnection(options: NetConnectOpts) {
    return connect(options)
  }
}

import { access, constants } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { runCommand } from '#scripts/cli/run-command.ts'
import { COMMANDS } from '#scripts/commands.mjs'
import type { Environment } from '#server/config/environment.ts'
import { parsePublicEnv } from '#server/config/public-env.ts'
import { onShutdown } from '#server/process/shutdown.ts'
import { UserError } from '#shared/user-error.ts'
import { LOCAL_HOST, parsePort } from './ports.ts'

/** A running local site with its processes. */
export interface LocalSite {
  readonly url: string
  /** Console notes: the content source, where emails are delivered, addresses for editors. */
  readonly notes: readonly string[]
  /** Stops all processes of the site. */
  readonly stop: () => Promise<void>
}

/** Starts a local site. `log` receives console lines. */
export type StartLocalSite = (options: LocalSiteOptions, log: (line: string) => void) => Promise<LocalSite>

/**
 * Runs `npm start` or `npm run dev`: parses the options, starts the site, prints its address and stops it on shutdown.
 * `load` imports the module, so that errors of the import, such as invalid JSON in the seed, are printed as errors.
 */
export async function runSiteCommand(load: () => Promise<StartLocalSite>): Promise<void> {
  let site: LocalSite | undefined
  onShutdown(async () => site?.stop())
  await runCommand(async () => {
    const options = parseLocalSiteOptions(process.argv.slice(2), process.env)
    await assertWritable(process.cwd())
    const start = await load()
    site = await start(options, console.log)
    console.log(['', site.url, '', ...site.notes, 'Press Ctrl-C to stop.', ''].join('\n  '))
    process.send?.({ url: site.url })
  })
}

/** Throws `UserError` for a folder of the project in which generated files and caches cannot be written. */
async function assertWritable(folder: string): Promise<void> {
  await access(folder, constants.W_OK).catch(() => {
    throw new UserError(`${folder} cannot be written: let this user write it, or copy the project to another folder`)
  })
}

/** Options of `npm start` and `npm run dev`. */
export interface LocalSiteOptions {
  readonly contentOrigin: ContentOrigin
  /** The desired port of the site. The next free port is used when it is in use. */
  readonly port: number
  /** The desired port of the local Contentful. */
  readonly cmsPort: number
  /** The folder for the state of the local Contentful. */
  readonly stateFolder: string
  /** The folder of the build, unless it is the default folder. */
  readonly outDir: string | undefined
}

/** Port of the site unless PORT is set. */
export const DEFAULT_SITE_PORT = 3000
const DEFAULT_CMS_PORT = 4000

/** Parses environment variables and arguments. Throws `UserError`. */
export function parseLocalSiteOptions(args: readonly string[], env: Environment): LocalSiteOptions {
  assertLocalHost(env)
  const { values } = parseArgs({ args: [...args], options: COMMANDS.start.options })
  return {
    contentOrigin: readContentOrigin(env),
    port: parsePort(env, 'PORT', DEFAULT_SITE_PORT),
    cmsPort: parsePort(env, 'CMS_PORT', DEFAULT_CMS_PORT),
    stateFolder: values.state ?? '.contentful',
    outDir: values.out,
  }
}

/** Throws `UserError` for a HOST that other machines reach. */
function assertLocalHost({ HOST = '' }: Environment): void {
  if (['', LOCAL_HOST, 'localhost'].includes(HOST.trim())) return
  throw new UserError(
    `HOST is "${HOST}": npm start and npm run dev answer this machine only, because everybody who reaches the local Contentful can change its content. Leave HOST unset; npm run serve listens on other addresses`,
  )
}

/** Where the content comes from: the local Contentful, a real space, or the bundled content without any requests. */
export type ContentOrigin = 'local' | 'remote' | 'bundled'

/**
 * Returns `bundled` for CMS=off, `remote` when a real space is configured, otherwise `local`. Throws `UserError` for
 * invalid variables.
 */
export function readContentOrigin(env: Environment): ContentOrigin {
  const { VITE_CONTENTFUL_GRAPHQL: graphql } = parsePublicEnv(env)
  if (env.CMS && env.CMS !== 'off') throw new UserError(`CMS is "${env.CMS}": set it to off, or leave it unset`)
  if (env.CMS) return 'bundled'
  return graphql ? 'remote' : 'local'
}

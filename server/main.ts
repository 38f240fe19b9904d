import { parseArgs } from 'node:util'
import { showInvisible, UserError } from '#shared/user-error.ts'
import { parseDraftSource, parseEditorConfig } from './config/editor-config.ts'
import { getEnvFiles, repairEnvironment } from './config/env-files.ts'
import type { Environment } from './config/environment.ts'
import { parseServerConfig } from './config/server-config.ts'
import { findServerIssues } from './find-server-issues.ts'
import { onShutdown } from './process/shutdown.ts'
import { startWatchdog } from './process/watchdog.ts'
import { followReleases, readActiveReleases } from './site/releases.ts'
import { type RunningServer, startServer } from './start-server.ts'

const USAGE = `npm run serve             serves the active release, the contact API and the mail worker
npm run serve -- --check  checks every setting, prints all that is wrong, and starts nothing

npm run build makes a release. docs/deploying.md explains the settings.`

/** ms that responses and mails on their way get. */
const GRACE_MS = 8_000
/** systemd and container engines, as in deploy/, kill after a longer time. */
const STOP_TIMEOUT_MS = 9_500

let server: RunningServer | undefined
/** Prints a line about releases; once the server runs, as a line of its log. */
const log = (line: string) => (server ? server.log(line) : console.log(line))

onShutdown(async () => server?.stop(), STOP_TIMEOUT_MS)

/** The state after an error that nothing caught is unknown: the process ends, and is started again from outside. */
process.on('uncaughtException', (error) => {
  console.error(error)
  setTimeout(() => process.exit(1), STOP_TIMEOUT_MS)
  Promise.resolve(server?.stop({ isCrash: true })).finally(() => process.exit(1))
})

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { check: { type: 'boolean' }, help: { type: 'boolean' } } })
  if (values.help) {
    console.log(USAGE)
    process.exit()
  }
  const envFiles = getEnvFiles(process.execArgv)
  repairEnvironment(process.env, envFiles)
  const env = { ...process.env, NODE_ENV: process.env.NODE_ENV?.trim() || 'production' }
  const { errors, warnings } = await findServerIssues(env, envFiles)
  for (const warning of warnings) console.warn(`warning: ${showInvisible(warning)}`)
  if (errors.length > 0) throw new UserError(errors)
  if (values.check) {
    console.log('Every setting is valid.')
    process.exit()
  }
  startWatchdog()
  server = await startServer({ ...(await readServerOptions(env)), graceMs: GRACE_MS })
  console.log(`Listening on ${server.url}`)
  process.send?.({ url: server.url })
}

async function readServerOptions(env: Environment) {
  const config = parseServerConfig(env)
  // Without a release, the pages are on a static host.
  const hasRelease = (await readActiveReleases(config.releasesFolder)).length > 0
  const releases = hasRelease ? await followReleases(config.releasesFolder, log) : undefined
  const siteEnv = { ...env, ...releases?.getCurrent().env }
  const editorConfig = parseEditorConfig(siteEnv)
  return {
    config,
    editorConfig,
    site: releases && {
      folders: releases,
      getEnv: () => releases.getCurrent().env,
      siteUrl: releases.getCurrent().env.VITE_SITE_URL ?? '',
      webhookSecret: editorConfig.webhookSecret,
      ...parseDraftSource(siteEnv, editorConfig),
    },
    fileDescriptor: getInheritedSocket(env),
  }
}

/** The descriptor of the socket that systemd hands over (sd_listen_fds), so that no connection is lost in a restart. */
function getInheritedSocket({ LISTEN_FDS, LISTEN_PID }: Environment): number | undefined {
  return Number(LISTEN_FDS) > 0 && Number(LISTEN_PID) === process.pid ? 3 : undefined
}

/** Errors that the user can correct: settings and options. */
function isExpected(error: unknown): error is Error {
  if (error instanceof UserError) return true
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
}

try {
  await main()
} catch (error) {
  console.error(isExpected(error) ? error.message : error)
  process.exit(1)
}

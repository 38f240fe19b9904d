import { parseDraftSource, parseEditorConfig } from '#server/config/editor-config.ts'
import { getRoleMonitoringConfig, parseMonitoringConfig } from '#server/config/monitoring-config.ts'
import { parseBackendConfig, parseWebConfig } from '#server/config.ts'
import { startMonitoring } from '#server/monitoring/start-monitoring.ts'
import type { WorkerStopOptions } from '#server/outbox/outbox-worker.ts'
import { ANY_CHANGE } from '#server/publishing/content-change.ts'
import { onChildShutdown } from '#server/shutdown.ts'
import { UserError } from '#shared/user-error.ts'
import { respondToPings } from './server-process.ts'

// One process of the production server, started and supervised by main.ts: role-process.ts web|backend|api|worker.
// Each role imports its own modules, because loading those of the other roles doubles the CPU time of a start.

interface RunningRole {
  readonly url: string
  readonly stop: (options?: WorkerStopOptions) => Promise<void>
}

/** ms that requests and mails on their way get; the supervisor kills after 10 s. */
const GRACE_MS = 8_000
const STOP_TIMEOUT_MS = 9_500

const { log } = console

const roles: Readonly<Record<string, () => Promise<RunningRole>>> = {
  web: startWebRole,
  backend: () => startBackendRole('api and worker'),
  api: () => startBackendRole('api'),
  worker: () => startBackendRole('worker'),
}

async function startBackendRole(parts: 'api' | 'worker' | 'api and worker'): Promise<RunningRole> {
  const { startBackend } = await import('#server/backend.ts')
  const config = parseBackendConfig(process.env)
  const settings = getRoleMonitoringConfig(parts === 'worker' ? 'worker' : 'api', parseMonitoringConfig(process.env))
  const { monitoring, stop: stopMonitoring } = await startMonitoring(settings)
  const { url, stop } = await startBackend(config, { graceMs: GRACE_MS, parts, monitoring })
  return { url, stop: (options) => stop(options).finally(stopMonitoring) }
}

async function startWebRole(): Promise<RunningRole> {
  const { followReleases } = await import('#server/web/releases.ts')
  const { startWebServer } = await import('#server/web/web-server.ts')
  const { composeWebServerOptions, openWebStores } = await import('#server/web/web-server-options.ts')
  const { host, port, releasesFolder, databaseUrl, apiUrl, trustedProxies } = parseWebConfig(process.env)
  const releases = await followReleases(releasesFolder, log)
  const siteEnv = () => releases.getCurrent().env
  const env = { ...process.env, ...siteEnv() }
  const editorConfig = parseEditorConfig(env)
  const settings = getRoleMonitoringConfig('web', parseMonitoringConfig(process.env))
  const { monitoring, stop: stopMonitoring } = await startMonitoring(settings)
  const stores = await openWebStores({ databaseUrl, callsDeployHook: editorConfig.deployHookUrl !== undefined, log })
  const options = composeWebServerOptions({
    stores,
    metrics: monitoring.metrics,
    site: releases,
    siteEnv,
    siteUrl: siteEnv().VITE_SITE_URL ?? '',
    editorConfig,
    ...parseDraftSource(env, editorConfig),
    webhookSecret: editorConfig.webhookSecret,
    trustedProxies,
    graceMs: GRACE_MS,
    log,
    ...(apiUrl && { backendUrl: apiUrl }),
  })
  const { url, close } = await startWebServer({
    ...options,
    host,
    port,
    monitoring,
    logLevel: settings.logLevel,
  }).catch(throwPortInUse)
  options.publishing?.rebuilds.enqueue(ANY_CHANGE) // something may have been published while no server ran
  return {
    url,
    stop: async () => {
      releases.close()
      await close()
      await stores.close()
      await stopMonitoring()
    },
  }
}

function throwPortInUse(problem: NodeJS.ErrnoException & { port?: number; address?: string }): never {
  const { code, port, address } = problem
  if (code === 'EADDRINUSE') throw new UserError(`Port ${port} is in use: set PORT to another one`)
  if (code === 'EADDRNOTAVAIL') throw new UserError(`HOST: this machine has no address ${address}`)
  if (code === 'EACCES') throw new UserError(`PORT: this user may not listen on ${port}; set one from 1024 on`)
  throw problem
}

let running: RunningRole | undefined
const stop = async (options?: WorkerStopOptions) => running?.stop(options)

onChildShutdown(stop, STOP_TIMEOUT_MS)
respondToPings()

/** The state after an unexpected error is unknown: what is on its way is finished, and the supervisor starts a new process. */
process.on('uncaughtException', (error) => {
  console.error(error)
  setTimeout(() => process.exit(1), STOP_TIMEOUT_MS)
  stop({ isCrash: true }).finally(() => process.exit(1))
})

const start = roles[process.argv[2] ?? '']
if (!start) throw new Error('Name a role: web, backend, api or worker')
try {
  running = await start()
  process.send?.({ url: running.url })
} catch (problem) {
  console.error(problem instanceof UserError ? problem.message : problem)
  process.exit(1)
}

import { BadInput } from '#cms/sync/bad-input.ts'
import { UserError } from '#shared/user-error.ts'
import { startBackend } from './backend.ts'
import { backendConfig, webConfig } from './config.ts'
import { editorsEnv } from './editors-env.ts'
import { monitoringConfig, monitoringConfigOf } from './monitoring/monitoring-config.ts'
import { startMonitoring } from './monitoring/start-monitoring.ts'
import type { WorkerStopOptions } from './outbox/outbox-worker.ts'
import { spaceDrafts } from './preview/space-drafts.ts'
import { ANYTHING } from './publishing/publishing-options.ts'
import { followReleases } from './releases.ts'
import { answerPings } from './server-process.ts'
import { onChildShutdown } from './shutdown.ts'
import { startWeb } from './web.ts'
import { composeWeb } from './web-composition.ts'
import { openWebStores } from './web-stores.ts'

// One process of the production server, started and supervised by main.ts: role-process.ts web|backend|api|worker.

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
  const config = backendConfig(process.env)
  const settings = monitoringConfigOf(parts === 'worker' ? 'worker' : 'api', monitoringConfig(process.env))
  const { monitoring, stop: stopMonitoring } = await startMonitoring(settings)
  const { url, stop } = await startBackend(config, { graceMs: GRACE_MS, parts, monitoring })
  return { url, stop: (options) => stop(options).finally(stopMonitoring) }
}

async function startWebRole(): Promise<RunningRole> {
  const { host, port, releasesFolder, databaseUrl, apiUrl, trustedProxies } = webConfig(process.env)
  const releases = await followReleases(releasesFolder, log)
  const siteEnv = () => releases.current().env
  const env = { ...process.env, ...siteEnv() }
  const editors = editorsEnv(env)
  const settings = monitoringConfigOf('web', monitoringConfig(process.env))
  const { monitoring, stop: stopMonitoring } = await startMonitoring(settings)
  const stores = await openWebStores({ databaseUrl, callsDeployHook: editors.deployHook !== undefined, log })
  const options = composeWeb({
    stores,
    metrics: monitoring.metrics,
    site: releases,
    siteEnv,
    siteUrl: siteEnv().VITE_SITE_URL ?? '',
    editors,
    ...spaceDrafts(env, editors),
    webhookSecret: editors.webhookSecret,
    trustedProxies,
    graceMs: GRACE_MS,
    log,
    ...(apiUrl && { backend: apiUrl }),
  })
  const { url, close } = await startWeb({ ...options, host, port, monitoring, logLevel: settings.logLevel }).catch(
    throwPortInUse,
  )
  options.publishing?.rebuilds.touch(ANYTHING) // something may have been published while no server ran
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
answerPings()

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
  console.error(problem instanceof UserError || problem instanceof BadInput ? problem.message : problem)
  process.exit(1)
}

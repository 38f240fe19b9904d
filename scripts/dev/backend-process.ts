import { startBackend } from '#server/backend.ts'
import { getRoleMonitoringConfig, parseMonitoringConfig } from '#server/config/monitoring-config.ts'
import { parseBackendConfig } from '#server/config.ts'
import { startMonitoring } from '#server/monitoring/start-monitoring.ts'
import { runServerProcess } from './run-server-process.ts'

/** ms for requests and mails on their way: who started this process does not wait longer. */
const GRACE = 2_500

/** The backend of a site on this machine, as its environment has it. */
await runServerProcess(async () => {
  const config = parseBackendConfig(process.env)
  const logStream = process.stderr
  const settings = getRoleMonitoringConfig('api', parseMonitoringConfig(process.env))
  const { monitoring } = await startMonitoring(settings, logStream)
  const { url, stop } = await startBackend(config, { graceMs: GRACE, logStream, monitoring })
  return { folder: config.dataFolder, url, stop }
})

import { startBackend } from '#server/backend.ts'
import { getRoleMonitoringConfig, parseMonitoringConfig } from '#server/config/monitoring-config.ts'
import { parseBackendConfig } from '#server/config.ts'
import { startMonitoring } from '#server/monitoring/start-monitoring.ts'
import { runServerProcess } from './run-server-process.ts'

/** Grace period for running requests and emails. The parent process does not wait longer. */
const GRACE_MS = 2_500

/** Runs the backend of a local site, configured by its environment variables. */
await runServerProcess(async () => {
  const config = parseBackendConfig(process.env)
  const logStream = process.stderr
  const settings = getRoleMonitoringConfig('api', parseMonitoringConfig(process.env))
  const { monitoring } = await startMonitoring(settings, logStream)
  const { url, stop } = await startBackend(config, { graceMs: GRACE_MS, logStream, monitoring })
  return { folder: config.dataFolder, url, stop }
})

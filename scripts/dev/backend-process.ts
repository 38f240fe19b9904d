import { startBackend } from '#server/backend.ts'
import { backendConfig } from '#server/config.ts'
import { monitoringConfig, monitoringConfigOf } from '#server/monitoring/monitoring-config.ts'
import { startMonitoring } from '#server/monitoring/start-monitoring.ts'
import { runServerProcess } from './run-server-process.ts'

/** Grace period for running requests and emails. The parent process does not wait longer. */
const GRACE_MS = 2_500

/** Runs the backend of a local site, configured by its environment variables. */
await runServerProcess(async () => {
  const config = backendConfig(process.env)
  const logStream = process.stderr
  const settings = monitoringConfigOf('api', monitoringConfig(process.env))
  const { monitoring } = await startMonitoring(settings, logStream)
  const { url, stop } = await startBackend(config, { graceMs: GRACE_MS, logStream, monitoring })
  return { folder: config.folder, url, stop }
})

import { type BackendOptions, startBackend, startBackendWithoutLock } from '#server/backend.ts'
import { parseMonitoringConfig } from '#server/config/monitoring-config.ts'
import { parseBackendConfig } from '#server/config.ts'
import { createMonitoring } from '#server/monitoring/monitoring.ts'

/**
 * Runs a backend in a separate process, which tests kill. Its leases are short, but longer than a delivery attempt, so
 * that mails of a killed process are sent again during the test. `--usual-times` uses the times of production, and
 * `--unlocked` allows several processes on one SQLite file.
 */
process.on('disconnect', () => process.exit())
const start = process.argv.includes('--unlocked') ? startBackendWithoutLock : startBackend
const options: BackendOptions = process.argv.includes('--usual-times')
  ? {}
  : { leaseMs: 4_000, pollIntervalMs: 100, smtpTimeouts: { connectMs: 3_000, inactivityMs: 3_000, attemptMs: 3_500 } }
const monitoring = createMonitoring(parseMonitoringConfig(process.env))
const { url } = await start(parseBackendConfig(process.env), { ...options, monitoring })
process.send?.(url)

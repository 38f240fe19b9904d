import { type BackendOptions, startBackend, startBackendWithoutLock } from '#server/backend.ts'
import { parseMonitoringConfig } from '#server/config/monitoring-config.ts'
import { parseBackendConfig } from '#server/config.ts'
import { createMonitoring } from '#server/monitoring/monitoring.ts'

/**
 * A backend in a process of its own, to be killed. Its leases are short, and yet longer than an attempt: what a killed one
 * had on its way goes out again while the test waits. `--usual-times` leaves them as in production, and `--unlocked`
 * lets several processes use one SQLite file.
 */
process.on('disconnect', () => process.exit())
const start = process.argv.includes('--unlocked') ? startBackendWithoutLock : startBackend
const times: BackendOptions = process.argv.includes('--usual-times')
  ? {}
  : { leaseMs: 4_000, pollIntervalMs: 100, smtpTimeouts: { connectMs: 3_000, inactivityMs: 3_000, attemptMs: 3_500 } }
const monitoring = createMonitoring(parseMonitoringConfig(process.env))
const { url } = await start(parseBackendConfig(process.env), { ...times, monitoring })
process.send?.(url)

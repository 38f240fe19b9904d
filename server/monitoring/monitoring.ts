import type { MonitoringConfig } from '#server/config/monitoring-config.ts'
import type { HealthStatus, ReadHealthReport } from './health-report.ts'
import { createMetrics, type Metrics } from './metrics.ts'

/** Monitoring that the servers of a process share. */
export interface Monitoring {
  readonly healthToken: string | undefined
  /** The health report is degraded with less free disk space. */
  readonly minFreeDiskBytes: number
  /** `undefined` without METRICS_PORT. */
  readonly metrics: Metrics | undefined
  /** Health reports by server, which the metrics port serves. */
  readonly reports: ReadonlyMap<string, ReadHealthReport>
  /** Adds a server's health report to the metrics and the metrics port. Returns a function that removes it. */
  readonly addReport: (server: string, readHealth: ReadHealthReport) => () => void
}

/** Creates the monitoring of a process. With `parseMonitoringConfig({})` it has no metrics and no health details. */
export function createMonitoring({ healthToken, minFreeDiskBytes, metrics: target }: MonitoringConfig): Monitoring {
  const metrics = target && createMetrics()
  const reports = new Map<string, ReadHealthReport>()
  return {
    healthToken,
    minFreeDiskBytes: minFreeDiskBytes,
    metrics,
    reports,
    addReport: (server, readHealth) => {
      reports.set(server, readHealth)
      const removeCollector = metrics?.addCollector(async () => {
        const { status, checks } = await readHealth()
        metrics.ready.set({ server }, status === 'failed' ? 0 : 1)
        for (const [check, result] of Object.entries(checks))
          metrics.healthChecks.set({ server, check }, STATUS_VALUES[result.status])
      })
      return () => {
        reports.delete(server)
        removeCollector?.()
      }
    },
  }
}

/** Values of the gauge site_health_check_status. */
const STATUS_VALUES: Readonly<Record<HealthStatus, number>> = { ok: 0, degraded: 1, failed: 2 }

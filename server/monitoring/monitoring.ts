import type { MonitoringConfig } from '#server/config/monitoring-config.ts'
import type { HealthStatus, ReadHealthReport } from './health-report.ts'
import { createMetrics, type Metrics } from './metrics.ts'

/** What the servers of a process share for monitoring. */
export interface Monitoring {
  readonly healthToken: string | undefined
  /** bytes */
  readonly minFreeDiskBytes: number
  /** Absent when METRICS_PORT is not set: then nothing is measured. */
  readonly metrics: Metrics | undefined
  /** The reports that the metrics port serves, by server. */
  readonly reports: ReadonlyMap<string, ReadHealthReport>
  /** Adds a server's report to the metrics and to the metrics port. The result removes it. */
  readonly addReport: (server: string, readHealth: ReadHealthReport) => () => void
}

/** `monitoringConfig({})` gives health without details and no metrics. */
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
          metrics.healthChecks.set({ server, check }, SEVERITY[result.status])
      })
      return () => {
        reports.delete(server)
        removeCollector?.()
      }
    },
  }
}

const SEVERITY: Readonly<Record<HealthStatus, number>> = { ok: 0, degraded: 1, failed: 2 }

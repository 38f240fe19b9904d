import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { RATE_LIMITS } from '#server/config/rate-limits.ts'
import type { HealthReporter, HealthStatus } from './health-report.ts'

export type Metrics = ReturnType<typeof createMetrics>

/** Names of the limits that all visitors share. */
const SHARED_LIMITS = RATE_LIMITS.filter(({ per }) => per === 'all visitors').map(({ name }) => name)

/** Values of the gauge site_health_check_status. */
const STATUS_VALUES: Readonly<Record<HealthStatus, number>> = { ok: 0, degraded: 1, failed: 2 }

/**
 * Creates the Prometheus metrics of a server in their own registry: those that deploy/monitoring names. Label values come
 * from fixed lists, so that requests cannot add time series. Durations are in seconds, sizes in bytes.
 */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const createGauge = <Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Gauge({ name, help, labelNames, registers })

  const ready = createGauge('site_ready', '1 while /health/ready answers 200, else 0.')
  const healthChecks = createGauge('site_health_check_status', '0 ok, 1 degraded, 2 failed.', ['check'])
  const refusals = new Counter({
    name: 'site_rate_limit_refusals_total',
    help: 'Requests refused with 429 and messages stored as spam. "shared" is true for a limit of all visitors.',
    labelNames: ['limit', 'shared'],
    registers,
  })
  // Initialized with 0, because Prometheus sees no increase in a series that starts with 1.
  for (const limit of SHARED_LIMITS) refusals.inc({ limit, shared: 'true' }, 0)
  const malformedRequests = new Counter({
    name: 'site_malformed_requests_total',
    help: 'Requests without a route: bytes that are not HTTP, headers that are too large, and requests that are too slow.',
    labelNames: ['code'],
    registers,
  })
  for (const code of ['malformed_request', 'too_slow']) malformedRequests.inc({ code }, 0)
  let readHealth: HealthReporter | undefined

  return {
    contentType: registry.contentType,
    requestDuration: new Histogram({
      name: 'site_http_request_duration_seconds',
      help: 'Time from the request to the end of the response.',
      labelNames: ['route', 'status'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers,
    }),
    malformedRequests,
    // Those of the outbox are absent when it cannot be read.
    outboxEmails: createGauge('site_outbox_mails', 'Emails that wait, or are dead after 72 hours.', ['state']),
    outboxOldestAge: createGauge('site_outbox_oldest_seconds', 'Age of the oldest waiting email, or 0.', ['state']),
    outdatedPages: createGauge('site_outdated_pages', 'Pages and files older than what is published.'),
    lastBackup: createGauge('site_backup_last_success_seconds', 'Unix time of the last successful backup, or 0.'),
    diskFree: createGauge('site_disk_free_bytes', 'Free space of the disk with the folder.', ['folder']),
    diskSize: createGauge('site_disk_size_bytes', 'Size of the disk with the folder.', ['folder']),
    /** Counts a request beyond a limit, by the name of the limit. */
    countRefusal: (limit: string): void => {
      const isShared = SHARED_LIMITS.includes(limit)
      refusals.inc({ limit, shared: String(isShared) })
    },
    /** Sets the health report that is read for each scrape. */
    setHealthReport: (read: HealthReporter): void => {
      readHealth = read
    },
    /** Reads the health report, whose checks set gauges, and resolves with all metrics in Prometheus' text format. */
    collect: async (): Promise<string> => {
      const report = await readHealth?.()
      if (report) ready.set(report.status === 'failed' ? 0 : 1)
      for (const [check, { status }] of Object.entries(report?.checks ?? {}))
        healthChecks.set({ check }, STATUS_VALUES[status])
      return registry.metrics()
    },
  } as const
}

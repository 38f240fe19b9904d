import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { RateLimitVariable } from '#server/config.ts'

export type Metrics = ReturnType<typeof createMetrics>

/** The limits that all visitors share (server/api/limits/request-limits.ts); an alert watches them. */
const SHARED_LIMITS: readonly RateLimitVariable[] = [
  'LOGINS_PER_HOUR',
  'LOGINS_PER_DAY',
  'MESSAGES_PER_HOUR',
  'MESSAGES_PER_DAY',
]

/** Sets gauges before a scrape. It limits its own duration. */
type Collector = () => Promise<void>

/**
 * Creates the Prometheus metrics of a process in their own registry. Label values come from fixed lists or are limited in
 * number, so that requests cannot add time series. Durations are in seconds, sizes in bytes.
 */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const collectors = new Set<Collector>()

  const metrics = {
    registry,
    requestDuration: new Histogram({
      name: 'site_http_request_duration_seconds',
      help: 'Time from the request to the end of the response.',
      labelNames: ['server', 'method', 'route', 'status'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers,
    }),
    openConnections: new Gauge({
      name: 'site_http_open_connections',
      help: 'Open connections of clients, idle ones included.',
      labelNames: ['server'],
      registers,
    }),
    rateLimitRefusals: new Counter({
      name: 'site_rate_limit_refusals_total',
      help: 'Requests beyond a limit: refused with status 429, or messages stored in the spam folder.',
      labelNames: ['limit'],
      registers,
    }),
    messages: new Counter({
      name: 'site_messages_total',
      help: 'Stored contact messages. Repeated sendings of one form count once.',
      labelNames: ['folder'],
      registers,
    }),
    outboxEmails: new Gauge({
      name: 'site_outbox_mails',
      help: 'Mails in the outbox: waiting to be sent, or dead after 72 hours of failures. Absent when the outbox cannot be read.',
      labelNames: ['state'],
      registers,
    }),
    outboxOldestAge: new Gauge({
      name: 'site_outbox_oldest_seconds',
      help: 'Age of the oldest waiting mail, 0 without one. Absent when the outbox cannot be read.',
      labelNames: ['state'],
      registers,
    }),
    emails: new Counter({
      name: 'site_mails_total',
      help: 'Attempts to send a mail: sent, failed (it is retried), or dead (it failed for 72 hours and is not retried).',
      labelNames: ['result'],
      registers,
    }),
    renderDuration: new Histogram({
      name: 'site_render_duration_seconds',
      help: 'Duration of re-rendering pages after a publish.',
      labelNames: ['result'],
      buckets: [0.5, 1, 2.5, 5, 10, 30, 60, 120],
      registers,
    }),
    lastRenderTime: new Gauge({
      name: 'site_render_last_success_timestamp_seconds',
      help: 'Unix time of the last render without failures. Absent before the first.',
      labelNames: ['result'],
      registers,
    }),
    outdatedPages: new Gauge({
      name: 'site_outdated_pages',
      help: 'Pages and files that are older than what is published because their render failed.',
      registers,
    }),
    databaseQueries: new Histogram({
      name: 'site_database_query_duration_seconds',
      help: 'Duration of database statements, waiting for locks included.',
      labelNames: ['statement', 'result'],
      buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30],
      registers,
    }),
    databaseConnections: new Gauge({
      name: 'site_database_connections',
      help: 'Connections of the PostgreSQL pool: used, idle, and requests waiting for one.',
      labelNames: ['state'],
      registers,
    }),
    diskFree: new Gauge({
      name: 'site_disk_free_bytes',
      help: 'Free space of the file system that holds the folder: data (API), pages (web).',
      labelNames: ['folder'],
      registers,
    }),
    diskSize: new Gauge({
      name: 'site_disk_size_bytes',
      help: 'Size of that file system.',
      labelNames: ['folder'],
      registers,
    }),
    ready: new Gauge({
      name: 'site_ready',
      help: '1 while /health/ready answers 200, else 0.',
      labelNames: ['server'],
      registers,
    }),
    healthChecks: new Gauge({
      name: 'site_health_check_status',
      help: 'Result of each health check: 0 ok, 1 degraded, 2 failed.',
      labelNames: ['server', 'check'],
      registers,
    }),
    /** Adds a function that runs before each scrape. Returns a function that removes it. */
    addCollector: (collector: Collector): (() => void) => {
      collectors.add(collector)
      return () => void collectors.delete(collector)
    },
    /** Resolves with all metrics in Prometheus' text format. A collector that rejects leaves its gauges unchanged. */
    collect: async (): Promise<string> => {
      await Promise.allSettled([...collectors].map((collector) => collector()))
      return registry.metrics()
    },
  } as const

  // Initialized with 0, because Prometheus sees no increase in a series that starts with 1.
  for (const limit of SHARED_LIMITS) metrics.rateLimitRefusals.inc({ limit }, 0)
  for (const folder of ['inbox', 'spam']) metrics.messages.inc({ folder }, 0)
  for (const result of ['sent', 'failed', 'dead']) metrics.emails.inc({ result }, 0)
  for (const result of ['ok', 'failed']) metrics.renderDuration.zero({ result })
  return metrics
}

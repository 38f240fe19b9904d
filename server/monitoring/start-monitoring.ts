import { isIPv6 } from 'node:net'
import { fastify } from 'fastify'
import type { MonitoringConfig } from '#server/config/monitoring-config.ts'
import { isLoopbackHost } from '#server/http/network-address.ts'
import { createLogController, createLogOptions, type LogStream } from '#server/logging/log-options.ts'
import { UserError } from '#shared/user-error.ts'
import { cacheResult } from './cache-result.ts'
import { getWorstStatus } from './health-report.ts'
import { hasHealthToken } from './health-routes.ts'
import { createMonitoring, type Monitoring } from './monitoring.ts'

/** The monitoring of a process, with its metrics port where one is configured. */
export interface ProcessMonitoring {
  /** For the servers of the process: `startBackend`, `startWeb`. */
  readonly monitoring: Monitoring
  /** Address of the metrics port. */
  readonly metricsUrl: string | undefined
  readonly stop: () => Promise<void>
}

/**
 * Creates the monitoring of this process. Rejects with `UserError` when the metrics port is in use. `logLines`:
 * standard output unless given.
 */
export async function startMonitoring(config: MonitoringConfig, logStream?: LogStream): Promise<ProcessMonitoring> {
  const monitoring = createMonitoring(config)
  const { logLevel, metrics: target } = config
  const server = target && (await startMetrics({ ...target, logLevel, logStream, monitoring }))
  return { monitoring, metricsUrl: server?.url, stop: async () => server?.close() }
}

interface MetricsServerOptions extends Pick<MonitoringConfig, 'logLevel'> {
  readonly host: string
  readonly port: number
  readonly logStream: LogStream | undefined
  readonly monitoring: Pick<Monitoring, 'metrics' | 'reports' | 'healthToken'>
}

/** ms; Prometheus waits 10 s for a scrape. Health checks have ended before, each by its own limit. */
const SCRAPE_TIMEOUT = 8_000

/**
 * Serves /metrics, /health/live and /health/ready on a port of its own. /metrics has no authorization, so the port must be
 * reachable for the monitoring system only. The details of /health/ready need the health token where other machines reach
 * the port. Rejects with `UserError` when the port is in use.
 */
async function startMetrics(options: MetricsServerOptions): Promise<{ url: string; close: () => Promise<void> }> {
  const { host, port, logLevel, logStream, monitoring } = options
  const { metrics, reports } = monitoring
  const server = fastify({
    logger: createLogOptions(logLevel, logStream),
    logController: createLogController(),
    forceCloseConnections: true,
    requestTimeout: 10_000,
  })
  if (metrics) {
    const scrape = cacheResult(metrics.collect, { maxAgeMs: 1_000, timeoutMs: SCRAPE_TIMEOUT })
    server.get('/metrics', async (_, reply) => {
      reply.header('cache-control', 'no-store')
      const text = await scrape()
      return reply.type(metrics.registry.contentType).send(text)
    })
  }
  server.get('/health/live', async () => ({ status: 'ok' }))
  const isLocal = isLoopbackHost(isIPv6(host) ? `[${host}]` : host)
  server.get('/health/ready', async (request, reply) => {
    const entries = [...reports].map(async ([name, read]) => [name, await read()] as const)
    const servers = await Promise.all(entries)
    const status = getWorstStatus(servers.map(([, report]) => report.status))
    return reply
      .code(status === 'failed' ? 503 : 200)
      .header('cache-control', 'no-store')
      .send(
        isLocal || hasHealthToken(request, monitoring.healthToken)
          ? { status, servers: Object.fromEntries(servers) }
          : { status: status === 'failed' ? 'failed' : 'ok' },
      )
  })
  server.setErrorHandler((err, request, reply) => {
    request.log.error({ err }, 'metrics cannot be collected')
    return reply.code(500).type('text/plain').send('The metrics cannot be collected. The log says why.')
  })
  const url = await listen()
  return { url, close: () => server.close() }

  async function listen(): Promise<string> {
    try {
      return await server.listen({ host, port })
    } catch (cause) {
      await server.close()
      const isTaken = cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE'
      throw isTaken
        ? new UserError(`Port ${port} is in use: set METRICS_PORT so that it and the next two are free`, { cause })
        : cause
    }
  }
}

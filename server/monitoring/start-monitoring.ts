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
  /** URL of the metrics server, if there is one. */
  readonly metricsUrl: string | undefined
  readonly stop: () => Promise<void>
}

/**
 * Creates the monitoring of this process and starts its metrics server. Rejects with `UserError` when the metrics port
 * is in use. `logStream` is standard output by default.
 */
export async function startMonitoring(config: MonitoringConfig, logStream?: LogStream): Promise<ProcessMonitoring> {
  const monitoring = createMonitoring(config)
  const { logLevel, metrics: target } = config
  const server = target && (await startMetricsServer({ ...target, logLevel, logStream, monitoring }))
  return { monitoring, metricsUrl: server?.url, stop: async () => server?.close() }
}

interface MetricsServerOptions extends Pick<MonitoringConfig, 'logLevel'> {
  readonly host: string
  readonly port: number
  readonly logStream: LogStream | undefined
  readonly monitoring: Pick<Monitoring, 'metrics' | 'reports' | 'healthToken'>
}

/** Shorter than the 10 s timeout of a Prometheus scrape, and longer than the timeouts of health checks. */
const SCRAPE_TIMEOUT_MS = 8_000

/**
 * Serves /metrics, /health/live and /health/ready on a separate port. /metrics has no authorization, so only the monitoring
 * system may reach the port. The details of /health/ready require the health token unless the port listens on loopback.
 * Rejects with `UserError` when the port is in use.
 */
async function startMetricsServer(options: MetricsServerOptions): Promise<{ url: string; close: () => Promise<void> }> {
  const { host, port, logLevel, logStream, monitoring } = options
  const { metrics, reports } = monitoring
  const server = fastify({
    logger: createLogOptions(logLevel, logStream),
    logController: createLogController(),
    forceCloseConnections: true,
    requestTimeout: 10_000,
  })
  if (metrics) {
    const scrape = cacheResult(metrics.collect, { maxAgeMs: 1_000, timeoutMs: SCRAPE_TIMEOUT_MS })
    server.get('/metrics', async (_, reply) => {
      reply.header('cache-control', 'no-store')
      const text = await scrape()
      return reply.type(metrics.registry.contentType).send(text)
    })
  }
  server.get('/health/live', async () => ({ status: 'ok' }))
  const isLoopback = isLoopbackHost(isIPv6(host) ? `[${host}]` : host)
  server.get('/health/ready', async (request, reply) => {
    const entries = [...reports].map(async ([name, read]) => [name, await read()] as const)
    const servers = await Promise.all(entries)
    const status = getWorstStatus(servers.map(([, report]) => report.status))
    return reply
      .code(status === 'failed' ? 503 : 200)
      .header('cache-control', 'no-store')
      .send(
        isLoopback || hasHealthToken(request, monitoring.healthToken)
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
      const isInUse = cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE'
      throw isInUse
        ? new UserError(`Port ${port} is in use: set METRICS_PORT so that it and the next two are free`, { cause })
        : cause
    }
  }
}

import { fastify } from 'fastify'
import type { MonitoringConfig } from '#server/config/monitoring-config.ts'
import { getErrorMessage, UserError } from '#shared/user-error.ts'
import { createMetrics, type Metrics } from './metrics.ts'

/** Monitoring of the server. */
export interface Monitoring extends Pick<MonitoringConfig, 'healthToken' | 'minFreeDiskBytes'> {
  /** `undefined` without METRICS_PORT. */
  readonly metrics: Metrics | undefined
}

/** Creates the monitoring of a server. With `parseMonitoringConfig({})` it has no metrics and no health details. */
export const createMonitoring = ({ healthToken, minFreeDiskBytes, metrics }: MonitoringConfig): Monitoring => ({
  healthToken,
  minFreeDiskBytes,
  metrics: metrics && createMetrics(),
})

/**
 * Creates the monitoring, and serves /metrics on a port of its own: without authorization, so only the monitoring system
 * may reach that port. `metricsUrl` is undefined without it. Rejects with `UserError` when it cannot listen there.
 */
export async function startMonitoring(config: MonitoringConfig) {
  const monitoring = createMonitoring(config)
  const { metrics } = monitoring
  if (!metrics) return { monitoring, metricsUrl: undefined, stop: async () => {} }
  const server = fastify({ forceCloseConnections: true, requestTimeout: 10_000 })
  server.get('/metrics', async (_, reply) => reply.type(metrics.contentType).send(await metrics.collect()))
  try {
    return { monitoring, metricsUrl: await server.listen({ ...config.metrics }), stop: () => server.close() }
  } catch (error) {
    throw new UserError(`METRICS_PORT or METRICS_HOST is wrong: ${getErrorMessage(error)}`, { cause: error })
  }
}

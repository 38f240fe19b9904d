import { fastify } from 'fastify'
import type { ServerConfig } from '#server/config/server-config.ts'
import { getErrorMessage, UserError } from '#shared/user-error.ts'
import { createMetrics, type Metrics } from './metrics.ts'

/** Monitoring of the server. */
export interface Monitoring {
  /** `undefined` without METRICS_PORT. */
  readonly metrics?: Metrics | undefined
  /** Authorizes requests for the details of the health report. */
  readonly healthToken?: string | undefined
  /** The health report is degraded with less free space on the disks of data and pages; tests set it. */
  readonly minFreeDiskBytes?: number
}

/**
 * Creates the monitoring, and serves /metrics on a port of its own: without authorization, so only the monitoring system
 * may reach that port. `metricsUrl` is undefined without it. Rejects with `UserError` when it cannot listen there.
 */
export async function startMonitoring(config: Pick<ServerConfig, 'metrics' | 'healthToken'>) {
  const { healthToken } = config
  const metrics = config.metrics && createMetrics()
  const monitoring: Monitoring = { metrics, healthToken }
  if (!metrics) return { monitoring, metricsUrl: undefined, stop: async () => {} }
  const server = fastify({ forceCloseConnections: true, requestTimeout: 10_000 })
  server.get('/metrics', async (_, reply) => reply.type(metrics.contentType).send(await metrics.collect()))
  try {
    return { monitoring, metricsUrl: await server.listen({ ...config.metrics }), stop: () => server.close() }
  } catch (error) {
    throw new UserError(`METRICS_PORT or METRICS_HOST is wrong: ${getErrorMessage(error)}`, { cause: error })
  }
}

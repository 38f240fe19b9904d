import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isSameSecret } from '#server/http/is-same-secret.ts'
import { createHealthReporter, type HealthChecks } from './health-report.ts'
import type { Monitoring } from './monitoring.ts'

interface HealthOptions {
  readonly checks: HealthChecks
  readonly monitoring: Monitoring
}

/**
 * Adds /health/live (the process responds) and /health/ready (the required checks pass). The public response has the status
 * 200 or 503, and says `ok`, `failed`, or `degraded` with the parts of the site that visitors miss. Requests with the health
 * token get all details.
 */
export function addHealthRoutes(server: FastifyInstance, { checks, monitoring }: HealthOptions): void {
  const { metrics, healthToken } = monitoring
  const readHealth = createHealthReporter(checks, server.log)
  metrics?.setHealthReport(readHealth)
  server.get('/health/live', async (_, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))
  server.get('/health/ready', async (request, reply) => {
    const { parts, ...report } = await readHealth()
    const isReady = report.status !== 'failed'
    const publicReport = !isReady
      ? { status: 'failed' }
      : parts.length > 0
        ? { status: 'degraded', parts }
        : { status: 'ok' }
    return reply
      .code(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(hasHealthToken(request, healthToken) ? report : publicReport)
  })
}

/** Whether the request has `Authorization: Bearer <token>` with this token. Compares in constant time. */
function hasHealthToken({ headers }: FastifyRequest, token: Monitoring['healthToken']): boolean {
  const [, given = ''] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? []
  return token !== undefined && isSameSecret(given, token)
}

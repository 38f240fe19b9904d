import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isSameSecret } from '#server/http/is-same-secret.ts'
import { createHealthReporter, type HealthChecks } from './health-report.ts'
import type { Monitoring } from './monitoring.ts'

interface HealthOptions {
  readonly checks: HealthChecks
  readonly monitoring: Monitoring
}

/**
 * Adds /health/live (the process responds) and /health/ready (the required checks pass). The public response is `ok` or
 * `failed`, with status 200 or 503. Requests with the health token get all details.
 */
export function addHealthRoutes(server: FastifyInstance, { checks, monitoring }: HealthOptions): void {
  const { metrics, healthToken } = monitoring
  const readHealth = createHealthReporter(checks, server.log)
  metrics?.setHealthReport(readHealth)
  server.get('/health/live', async (_, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))
  server.get('/health/ready', async (request, reply) => {
    const report = await readHealth()
    const isReady = report.status !== 'failed'
    return reply
      .code(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(hasHealthToken(request, healthToken) ? report : { status: isReady ? 'ok' : 'failed' })
  })
}

/** Whether the request has `Authorization: Bearer <token>` with this token. Compares in constant time. */
function hasHealthToken({ headers }: FastifyRequest, token: Monitoring['healthToken']): boolean {
  const [, given = ''] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? []
  return token !== undefined && isSameSecret(given, token)
}

import { once } from 'node:events'
import { get as httpGet, type IncomingMessage } from 'node:http'
import { get as httpsGet } from 'node:https'
import type { RebuildQueue } from '#server/publishing/rebuild-queue.ts'
import type { Redirects } from '#server/web/redirects.ts'
import { cacheResult } from './cache-result.ts'
import { createDiskHealthCheck } from './disk-health-check.ts'
import type { HealthCheck, HealthChecks } from './health-report.ts'
import type { Metrics } from './metrics.ts'
import type { Monitoring } from './monitoring.ts'

interface WebChecksOptions {
  /** URL of the backend, if the server has one. */
  readonly backendUrl: string | undefined
  /** Present when publishing updates the pages. */
  readonly rebuilds: RebuildQueue | undefined
  readonly redirects: Redirects
  /** Returns the folder of the served pages. */
  readonly getRoot: () => string
  readonly monitoring: Monitoring
}

/**
 * Health checks of the web server. It requires a ready backend; outdated pages and low disk space are warnings, because
 * the last rendered pages are still served.
 */
export const createWebHealthChecks = ({
  backendUrl,
  rebuilds,
  redirects,
  getRoot,
  monitoring,
}: WebChecksOptions): HealthChecks => ({
  required: { ...(backendUrl && { backend: createBackendCheck(backendUrl) }) },
  advisory: {
    ...(rebuilds && { pages: createPagesCheck(rebuilds, monitoring.metrics) }),
    redirects: createRedirectsCheck(redirects),
    disk: createDiskHealthCheck({ ...monitoring, folder: getRoot(), name: 'pages' }),
  },
})

/** Longer than the timeout of the backend's own checks. */
const BACKEND_TIMEOUT_MS = 5_000

/** Failed when the backend does not answer, or is not ready. */
function createBackendCheck(backend: string): HealthCheck {
  return cacheResult(
    async () => {
      const url = new URL(`${backend}/health/ready`)
      const get = url.protocol === 'https:' ? httpsGet : httpGet // fetch blocks some ports
      const request = get(url, { agent: false, signal: AbortSignal.timeout(BACKEND_TIMEOUT_MS) })
      const [response]: IncomingMessage[] = await once(request, 'response')
      const status = response?.statusCode
      request.on('error', () => {}).destroy() // the body is not needed and may be endless
      return status === 200 ? { status: 'ok' } : { status: 'failed', reason: `status ${status}` }
    },
    { maxAgeMs: 5_000, timeoutMs: BACKEND_TIMEOUT_MS + 500 },
  )
}

/** Degraded while pages are outdated because their rebuild failed. */
const createPagesCheck =
  (rebuilds: RebuildQueue, metrics: Pick<Metrics, 'outdatedPages'> | undefined): HealthCheck =>
  () => {
    const { status, ...state } = rebuilds.getState()
    metrics?.outdatedPages.set(state.failures.length)
    return status === 'ok' ? { status, ...state } : { status: 'degraded', reason: 'pages are outdated', ...state }
  }

/** Lists the redirects that are not served, with reasons. The status is ok, because only editors can correct them. */
const createRedirectsCheck =
  (redirects: Redirects): HealthCheck =>
  () => ({ status: 'ok', refused: redirects.getRefused() })

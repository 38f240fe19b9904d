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
  /** The backend's address, where the server has one. */
  readonly backendUrl: string | undefined
  /** Where pages follow the CMS. */
  readonly rebuilds: RebuildQueue | undefined
  readonly redirects: Redirects
  /** The folder of the pages that are served. */
  readonly getRoot: () => string
  readonly monitoring: Monitoring
}

/**
 * What the web server needs: a backend that takes messages. Outdated pages and a disk that is nearly full are warnings,
 * because the last good pages are served.
 */
export const createWebHealthChecks = ({
  backendUrl,
  rebuilds,
  redirects,
  getRoot,
  monitoring,
}: WebChecksOptions): HealthChecks => ({
  required: { ...(backendUrl && { backend: backendCheck(backendUrl) }) },
  advisory: {
    ...(rebuilds && { pages: pagesCheck(rebuilds, monitoring.metrics) }),
    redirects: redirectsCheck(redirects),
    disk: createDiskHealthCheck({ ...monitoring, folder: getRoot(), name: 'pages' }),
  },
})

/** ms; the backend's own check has ended by then. */
const BACKEND_TIMEOUT = 5_000

/** Failed when the backend at this address does not answer, or says that it cannot take messages. */
function backendCheck(backend: string): HealthCheck {
  return cacheResult(
    async () => {
      const url = new URL(`${backend}/health/ready`)
      const get = url.protocol === 'https:' ? httpsGet : httpGet // fetch refuses some ports
      const request = get(url, { agent: false, signal: AbortSignal.timeout(BACKEND_TIMEOUT) })
      const [response]: IncomingMessage[] = await once(request, 'response')
      const status = response?.statusCode
      request.on('error', () => {}).destroy() // the body is not needed, and may never end
      return status === 200 ? { status: 'ok' } : { status: 'failed', reason: `status ${status}` }
    },
    { maxAgeMs: 5_000, timeoutMs: BACKEND_TIMEOUT + 500 },
  )
}

/** Degraded while pages are older than what is published: the last good ones are served. */
const pagesCheck =
  (rebuilds: RebuildQueue, metrics: Pick<Metrics, 'outdatedPages'> | undefined): HealthCheck =>
  () => {
    const { status, ...state } = rebuilds.getState()
    metrics?.outdatedPages.set(state.failures.length)
    return status === 'ok' ? { status, ...state } : { status: 'degraded', reason: 'pages are outdated', ...state }
  }

/** Lists the editors' redirects that are not served, with reasons. They are the editors' to correct, so the status is ok. */
const redirectsCheck =
  (redirects: Redirects): HealthCheck =>
  () => ({ status: 'ok', refused: redirects.getRefused() })

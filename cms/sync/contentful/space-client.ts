import { createClient, type PlainClientAPI } from 'contentful-management'
import { createResponseHandler } from './api-error.ts'
import { createRateLimiter } from './rate-limiter.ts'
import type { ManagementConnection } from './space-connections.ts'

/** Read and write access to a space through the Management API. */
export interface SpaceClient {
  readonly client: PlainClientAPI
  /** The path of the environment, for requests that the client does not support. */
  readonly path: string
  /** Requests so far, including retries. */
  readonly traffic: RequestCounts
}

export interface RequestCounts {
  readonly reads: number
  readonly writes: number
}

/** Requests per second. Contentful allows 7 to 10 (docs/contentful.md, Limits), which editors use too. */
const DEFAULT_RATE = 6

/** Per attempt. The client sends a request up to six times, and cannot tell a dead server from a slow one. */
const REQUEST_TIMEOUT_MS = 30_000
/** Enough for a video of 20 MB over a slow connection. */
const UPLOAD_TIMEOUT_MS = 120_000

/** Creates the official client of a space. Sends no request. */
export function createSpaceClient(
  { host, insecure, spaceId, environmentId, managementToken }: ManagementConnection,
  requestsPerSecond: number | undefined = insecure ? undefined : DEFAULT_RATE,
): SpaceClient {
  const traffic = { reads: 0, writes: 0 }
  const limiter = createRateLimiter(requestsPerSecond)
  const client = createClient(
    {
      accessToken: managementToken,
      host,
      insecure,
      timeout: REQUEST_TIMEOUT_MS,
      // The local Contentful accepts uploads on the same host, and a proxy cannot reach it.
      ...(insecure && { hostUpload: host, proxy: false }),
      // The client’s own throttle ignores uploads (docs/contentful.md, Traps). This hook sees every request, including uploads, polls and retries.
      onBeforeRequest: async (request) => {
        await limiter.waitForTurn()
        traffic[request.method === 'get' ? 'reads' : 'writes'] += 1
        return request.url?.endsWith('/uploads') ? { ...request, timeout: UPLOAD_TIMEOUT_MS } : request
      },
      responseLogger: createResponseHandler(limiter),
      // The default prints into the progress bars, and its errors contain the token.
      logHandler: () => {},
    },
    { type: 'plain', defaults: { spaceId, environmentId } },
  )
  return { client, path: `/spaces/${spaceId}/environments/${environmentId}`, traffic }
}

import { createClient, type PlainClientAPI } from 'contentful-management'
import { createResponseHandler } from './api-error.ts'
import { createRateLimiter } from './rate-limiter.ts'
import type { ManagementConnection } from './space-connections.ts'

/** A space that can be written to. */
export interface SpaceClient {
  readonly client: PlainClientAPI
  /** Of the environment, for requests that the client has no function for. */
  readonly path: string
  /** What has been sent so far, repeated requests included. */
  readonly traffic: RequestCounts
}

export interface RequestCounts {
  readonly reads: number
  readonly writes: number
}

/** Contentful allows 7 to 10 a second (docs/contentful.md, Limits): one below, so that editors can work meanwhile. */
const DEFAULT_RATE = 6

/** ms until a request counts as lost. Each is sent six times, and nobody knows a silent server from one at work. */
const PATIENCE = 30_000
/** A film of 20 MB over a slow line takes most of it. */
const UPLOAD_PATIENCE = 120_000

/** Opens a space through the official client. Nothing is sent yet. */
export function createSpaceClient(
  { host, insecure, spaceId, environmentId, managementToken }: ManagementConnection,
  requestsPerSecond: number | undefined = insecure ? undefined : DEFAULT_RATE,
): SpaceClient {
  const traffic = { reads: 0, writes: 0 }
  const gate = createRateLimiter(requestsPerSecond)
  const client = createClient(
    {
      accessToken: managementToken,
      host,
      insecure,
      timeout: PATIENCE,
      // The local Contentful takes uploads at the same address, and no proxy knows the way to it.
      ...(insecure && { hostUpload: host, proxy: false }),
      // The client's own throttle misses uploads (docs/contentful.md, Traps). Every request passes here: uploads, polls and retries too.
      onBeforeRequest: async (request) => {
        await gate.waitForTurn()
        traffic[request.method === 'get' ? 'reads' : 'writes'] += 1
        return request.url?.endsWith('/uploads') ? { ...request, timeout: UPLOAD_PATIENCE } : request
      },
      responseLogger: createResponseHandler(gate),
      // It would print into the bars, and its errors hold the request.
      logHandler: () => {},
    },
    { type: 'plain', defaults: { spaceId, environmentId } },
  )
  return { client, path: `/spaces/${spaceId}/environments/${environmentId}`, traffic }
}

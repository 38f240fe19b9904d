import { createClient, type PlainClientAPI } from 'contentful-management'
import { UserError } from '#shared/user-error.ts'
import { parseApiError, toFatalError } from './api-error.ts'
import type { SpaceConnection } from './space-connections.ts'

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

/** Requests per second in percent of the rate limit, which the client reads from the responses. Editors need the rest. */
const THROTTLE = '80%'

/** A space without a rate limit is not throttled. */
const NO_THROTTLE = 0

/** Of a request. The client waits until the reset of a rate limit; after other failures, all retries take a minute. */
const RETRY_LIMIT = 8

/** ms; enough for a slow connection, and short enough to wait for without a network. */
const CONNECT_TIMEOUT_MS = 3_000

/** Creates the official client of a space. Sends no request. */
export function createSpaceClient(connection: SpaceConnection): SpaceClient {
  const { spaceId, environmentId } = connection
  const traffic = { reads: 0, writes: 0 }
  const client = createPlainClient(connection, {
    throttle: connection.insecure ? NO_THROTTLE : THROTTLE,
    retryLimit: RETRY_LIMIT,
    onBeforeRequest: (request) => {
      traffic[request.method === 'get' ? 'reads' : 'writes'] += 1
      return request
    },
  })
  return { client, path: `/spaces/${spaceId}/environments/${environmentId}`, traffic }
}

/**
 * Creates the official client of a space after one request without retries: without a network, a command ends at once.
 * Throws `UserError`.
 */
export async function connectToSpace(connection: SpaceConnection): Promise<SpaceClient> {
  const client = createPlainClient(connection, { retryOnError: false, timeout: CONNECT_TIMEOUT_MS })
  const environment: unknown = await client.environment.get({}).catch((error: unknown) => {
    if (parseApiError(error).status !== 429) throw toFatalError(error, connection, 'reading') ?? error
  })
  if (typeof environment === 'string')
    throw new UserError(`${connection.host} returned an unexpected response: check the network and run this again`)
  return createSpaceClient(connection)
}

type ClientOptions = Omit<Parameters<typeof createClient>[0], 'accessToken' | 'apiAdapter'>

const createPlainClient = (
  { host, insecure, spaceId, environmentId, token }: SpaceConnection,
  options: ClientOptions,
): PlainClientAPI =>
  createClient(
    {
      ...options,
      accessToken: token,
      host,
      insecure,
      // The local Contentful accepts uploads on the same host, and a proxy cannot reach it.
      ...(insecure && { hostUpload: host, proxy: false }),
      // The default prints into the progress bars, and its errors contain the token.
      logHandler: () => {},
    },
    { type: 'plain', defaults: { spaceId, environmentId } },
  )

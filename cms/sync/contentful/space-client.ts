import { createClient, type PlainClientAPI } from 'contentful-management'
import { createUnexpectedResponseError, parseApiError, toFatalError } from './api-error.ts'
import { CONNECT_TIMEOUT_MS, type SpaceConnection } from './space-connections.ts'

/** Read and write access to a space through the Management API. */
export interface SpaceClient {
  readonly client: PlainClientAPI
  /** The path of the environment, for requests that the client does not support. */
  readonly path: string
  /** Returns the number of requests that wrote so far, including retries. */
  readonly countWrites: () => number
}

/** Of the rate limit, which responses contain. Editors need the rest. The local Contentful has no limit. */
const THROTTLE = '80%'

/** Of a request. The client waits until the reset of a rate limit; after other failures, all retries take a minute. */
const RETRY_LIMIT = 8

/** The pages of a list that is read whole: in a stable order, and far below 7 MB (docs/contentful.md, Limits). */
export const SORTED_PAGES = { order: 'sys.id', limit: 200 }

/** Creates the official client of a space. Sends no request. */
export function createSpaceClient(connection: SpaceConnection): SpaceClient {
  const { spaceId, environmentId } = connection
  let writes = 0
  const client = createPlainClient(connection, {
    throttle: connection.insecure ? 0 : THROTTLE,
    retryLimit: RETRY_LIMIT,
    onBeforeRequest: (request) => {
      if (request.method !== 'get') writes += 1
      return request
    },
  })
  return { client, path: `/spaces/${spaceId}/environments/${environmentId}`, countWrites: () => writes }
}

/**
 * Creates the official client of a space after one request without retries: without a network, a command ends at once.
 * Throws `UserError`.
 */
export async function connectToSpace(
  connection: SpaceConnection,
  timeoutMs = CONNECT_TIMEOUT_MS,
): Promise<SpaceClient> {
  const client = createPlainClient(connection, { retryOnError: false, timeout: timeoutMs })
  const environment: unknown = await client.environment.get({}).catch((error: unknown) => {
    if (parseApiError(error).status !== 429) throw toFatalError(error, connection, 'reading') ?? error
  })
  if (typeof environment === 'string') throw createUnexpectedResponseError(connection)
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

import type { MakeRequestOptions } from 'contentful-management'
import { managementToken } from '#local/editor/app/api/management-client.ts'

/** Loads contentful-management, for the first request of an app, and creates its client of this page's server. */
async function createAdapter() {
  const { RestAdapter } = await import('contentful-management')
  return new RestAdapter({
    accessToken: managementToken,
    host: location.host,
    hostUpload: location.host,
    insecure: true,
    onBeforeRequest: (config) => {
      expectOwnPath(config.baseURL, config.url)
      return config
    },
  })
}

let adapter: ReturnType<typeof createAdapter> | undefined

/**
 * Sends a request of an app's CMA adapter with contentful-management, and returns the response. The app gets it, or the error
 * of the client, without the token. `onSuccess` is called after a request that succeeded.
 */
export async function sendCmaRequest(request: unknown, onSuccess?: (request: MakeRequestOptions) => void) {
  if (!isCmaRequest(request)) throw new Error('The request has no entity type or no action of the management API')
  // An app could name a URL of another server, which would get the token.
  if (request.entityType === 'Http') throw new Error('Requests of URLs are not supported by the local Contentful')
  adapter ??= createAdapter()
  const response: unknown = await (await adapter).makeRequest(request)
  onSuccess?.(request)
  return response
}

/**
 * Throws if the path of a request is not the one that is sent. contentful-management inserts ids into paths without encoding
 * them: with the id `../app/page` it would request the page of the editor, which contains the token.
 */
function expectOwnPath(baseUrl = '', requestPath = ''): void {
  const [path] = requestPath.split('?')
  if (URL.parse(`${baseUrl}${requestPath}`)?.pathname !== path)
    throw new Error(`The path ${path} is not one of the management API: the request has an id that is not valid`)
}

/** Whether a value is a request. The adapter looks names up as properties of objects: `constructor` must not reach it. */
function isCmaRequest(value: unknown): value is MakeRequestOptions {
  if (typeof value !== 'object' || value === null || !('entityType' in value) || !('action' in value)) return false
  return [value.entityType, value.action].every((name) => typeof name === 'string' && !(name in Object.prototype))
}

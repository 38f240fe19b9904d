import type { MakeRequestOptions } from 'contentful-management'
import type { AppMethodHandler } from './create-app-host.ts'

interface CmaOptions {
  readonly accessToken: string
  /** Host name and port of the management API and of uploads. */
  readonly host: string
  readonly isInsecure: boolean
  /** Called after each request that succeeded. */
  readonly onRequest?: (request: MakeRequestOptions) => void
}

/**
 * Returns the handler of the requests that apps send with the App SDK's CMA adapter: it sends them with contentful-management,
 * which is loaded for the first one. The app gets the response or the error of its client, without the token.
 */
export function createCmaRequestHandler({ accessToken, host, isInsecure, onRequest }: CmaOptions): AppMethodHandler {
  const createAdapter = async () => {
    const { RestAdapter } = await import('contentful-management')
    return new RestAdapter({
      accessToken,
      host,
      hostUpload: host,
      insecure: isInsecure,
      onBeforeRequest: (config) => {
        expectOwnPath(config.baseURL, config.url)
        return config
      },
    })
  }
  let adapter: ReturnType<typeof createAdapter> | undefined
  return async ([request]) => {
    if (!isCmaRequest(request)) throw new Error('The request has no entity type or no action of the management API')
    // An app could name a URL of another server, which would get the token.
    if (request.entityType === 'Http') throw new Error('Requests of URLs are not supported by the local Contentful')
    adapter ??= createAdapter()
    const response: unknown = await (await adapter).makeRequest(request)
    onRequest?.(request)
    return response
  }
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

/**
 * Whether a value is a request of the CMA adapter. The adapter rejects unknown names itself, but it looks them up as properties
 * of objects: `constructor` must not reach it.
 */
function isCmaRequest(value: unknown): value is MakeRequestOptions {
  if (typeof value !== 'object' || value === null || !('entityType' in value) || !('action' in value)) return false
  return [value.entityType, value.action].every((name) => typeof name === 'string' && !(name in Object.prototype))
}

import { LOCAL_ENVIRONMENT_ID, LOCAL_SPACE_ID } from '#local/constants.ts'
import { describeMediaTypes } from './media-types.ts'

export type EntityCollection = 'entries' | 'assets'

const [, space = LOCAL_SPACE_ID, environment = LOCAL_ENVIRONMENT_ID, page = ''] =
  /^\/app\/spaces\/([^/]+)\/environments\/([^/]+)\/(.*)$/.exec(location.pathname) ?? []
const environmentPath = `/spaces/${space}/environments/${environment}`
const [, collection, id] = /^(entries|assets)(\/[^/]+)?$/.exec(page) ?? []
const [, appId, appPath = '/'] = /^apps\/([^/]+)(\/.*)?$/.exec(page) ?? []

/** What the URL of this page names: a collection and an entity, or an app. The paths are those of Contentful's web app. */
export const currentPage = {
  ids: { space, environment },
  collection: collection === 'entries' || collection === 'assets' ? collection : undefined,
  /** Path of the entity in the management API, below the environment. */
  entityPath: id && `${collection}${id}`,
  app: appId === undefined ? undefined : { id: decodeURIComponent(appId), path: appPath },
} as const

/** Returns the path of an entry or asset in the management API, below the environment, and in the editor. */
export const getEntityPath = ({ type, id }: { readonly type: string; readonly id: string }): string =>
  `${type === 'Asset' ? 'assets' : 'entries'}/${encodeURIComponent(id)}`

/** Returns the URL path of a page of the editor. `path`: a collection, or the path of an entity or of an app. */
export const getEditorPath = (path: string): string => `/app${environmentPath}/${path}`

/** Returns the URL path of the page of an entry or asset. */
export const getEntityUrl = (sys: Parameters<typeof getEntityPath>[0]): string => getEditorPath(getEntityPath(sys))

const CONTENT_TYPE = 'application/vnd.contentful.management.v1+json'

/** The token of the editor. Apps do not get it: their requests are sent by this page. */
export const managementToken = decodeURIComponent(
  document.querySelector('meta[name="management-token"]')?.getAttribute('content') ?? '',
)

interface ApiErrorDetail {
  readonly name: string
  readonly path?: readonly (string | number)[]
  readonly details?: string
  readonly customMessage?: string
}

interface ErrorBody {
  readonly message?: string
  readonly details?: { readonly errors?: readonly ApiErrorDetail[] }
}

/** An error response of the management API; status 0 if there was no response. */
export class ManagementApiError extends Error {
  status = 0
  details: readonly ApiErrorDetail[] = []
}

/**
 * Sends a request to the management API. Paths are below the environment, or absolute. `body`: a file, or an object that is sent
 * as JSON. The response is of the server that serves this page, so its type is that of the official client. Throws
 * `ManagementApiError`.
 */
export async function requestManagementApi<Body>(
  path: string,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' = 'GET',
  body?: object,
  headers?: Readonly<Record<string, string>>,
): Promise<Body> {
  const response = await fetch(path.startsWith('/') ? path : `${environmentPath}/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${managementToken}`,
      'content-type': body instanceof Blob ? 'application/octet-stream' : CONTENT_TYPE,
      ...headers,
    },
    body: body instanceof Blob ? body : JSON.stringify(body),
  }).catch(() => {
    throw new ManagementApiError('The local Contentful does not respond. Is it running?')
  })
  const responseBody = await response.json().catch(() => null) // `null`: no content
  if (response.ok) return responseBody
  const { status } = response
  const { message = `The local Contentful responded with ${status}`, details }: ErrorBody = responseBody ?? {}
  throw Object.assign(new ManagementApiError(message), { status, details: details?.errors ?? [] })
}

/** Formats an error detail, with the message of the content model if it has one. */
export function formatErrorDetail({ name, path, details, customMessage }: ApiErrorDetail): string {
  const index = path?.[3]
  const prefix = typeof index === 'number' ? `Place ${index + 1}: ` : ''
  if (name === 'notResolvable') return `${prefix}What is linked here is not there any more.`
  if (name === 'required') return `${prefix}This must not be empty.`
  return `${prefix}${customMessage ?? describeMediaTypes(details ?? name)}`
}

/** Formats an error in one line, with its details. */
export function formatError(error: unknown): string {
  if (error instanceof ManagementApiError && error.details.length > 0)
    return error.details.map(formatErrorDetail).join(' ')
  return error instanceof Error ? error.message : String(error)
}

import * as z from 'zod/mini'
import { LOCAL_ENVIRONMENT_ID, LOCAL_SPACE_ID } from '#local/constants.ts'
import { getPublishState, type PublishState } from '#local/shared/publish-state.ts'

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

export const getCollection = (type: string): EntityCollection => (type === 'Asset' ? 'assets' : 'entries')

/** Returns the path of an entry or asset in the management API, below the environment, and in the editor. */
export const getEntityPath = ({ type, id }: { readonly type: string; readonly id: string }): string =>
  `${getCollection(type)}/${encodeURIComponent(id)}`

/** Returns the URL path of a page of the editor. `path`: a collection, or the path of an entity or of an app. */
export const getEditorPath = (path: string): string => `/app${environmentPath}/${path}`

/** Returns the URL path of the page of an entry or asset. */
export const getEntityUrl = (sys: Parameters<typeof getEntityPath>[0]): string => getEditorPath(getEntityPath(sys))

/** The token of the editor. Apps do not get it: their requests are sent by this page. */
export const managementToken = decodeURIComponent(
  document.querySelector('meta[name="management-token"]')?.getAttribute('content') ?? '',
)

/** A resource, or a link to one. */
export const identifiedSchema = z.looseObject({ sys: z.looseObject({ id: z.string() }) })

/** An entry or an asset, with field values by field id and locale. `contentType` is absent in assets. */
export const entitySchema = z.object({
  sys: z.looseObject({
    id: z.string(),
    type: z.enum(['Entry', 'Asset']),
    version: z.number(),
    updatedAt: z.string(),
    publishedVersion: z.nullish(z.number()),
    archivedVersion: z.nullish(z.number()),
    contentType: z.optional(identifiedSchema),
    /** The state of each locale, below `*`. */
    fieldStatus: z.optional(z.object({ '*': z.record(z.string(), z.string()) })),
  }),
  metadata: z.unknown(),
  fields: z.record(z.string(), z.record(z.string(), z.unknown())),
})
export type Entity = z.output<typeof entitySchema>

/** The publish state of an entity. A draft whose fields are those that are published is not `changed`. */
export function getState({ sys }: Entity): PublishState {
  const state = getPublishState(sys)
  const statuses = Object.values(sys.fieldStatus?.['*'] ?? { '': state })
  return state === 'changed' && statuses.every((status) => status === 'published') ? 'published' : state
}

export const toListSchema = <Item extends z.ZodMiniType>(item: Item) => z.object({ items: z.array(item) })

/** What is wrong with a value. The other properties depend on the validation. */
export const errorDetailSchema = z.looseObject({
  name: z.string(),
  path: z.optional(z.readonly(z.array(z.union([z.string(), z.number()])))),
  details: z.optional(z.string()),
})
export type ApiErrorDetail = z.output<typeof errorDetailSchema>

const errorSchema = z.object({
  message: z.string(),
  details: z.optional(z.object({ errors: z.optional(z.array(errorDetailSchema)) })),
})

/** An error response of the management API; status 0 if there was no response. */
export class ManagementApiError extends Error {
  readonly status: number
  readonly details: readonly ApiErrorDetail[]

  constructor(message: string, details: readonly ApiErrorDetail[] = [], status = 0) {
    super(message)
    this.status = status
    this.details = details
  }
}

interface RequestOptions {
  readonly method?: 'POST' | 'PUT' | 'DELETE'
  /** A file, or an object that is sent as JSON. */
  readonly body?: object | undefined
  readonly headers?: Readonly<Record<string, string>>
}

/** Requests a path below the environment, or an absolute one. Returns `null` without content. Throws `ManagementApiError`. */
export async function requestManagementApi<Schema extends z.ZodMiniType>(
  schema: Schema,
  path: string,
  { method, body, headers }: RequestOptions = {},
): Promise<z.output<Schema>> {
  const response = await fetch(path.startsWith('/') ? path : `${environmentPath}/${path}`, {
    method: method ?? 'GET',
    headers: {
      authorization: `Bearer ${managementToken}`,
      'content-type': body instanceof Blob ? 'application/octet-stream' : 'application/json',
      ...headers,
    },
    body: body instanceof Blob ? body : JSON.stringify(body),
  }).catch(() => {
    throw new ManagementApiError('The local Contentful does not respond. Is it running?')
  })
  const responseBody: unknown = await response.json().catch(() => null)
  if (response.ok) return schema.parse(responseBody)
  const { status } = response
  const { message, details } = errorSchema.safeParse(responseBody).data ?? {}
  throw new ManagementApiError(message ?? `The local Contentful responded with ${status}`, details?.errors, status)
}

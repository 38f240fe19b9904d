import type { IncomingHttpHeaders } from 'node:http'
import type { ResourceTable, StoredResource } from '#local/store/resource-table.ts'
import type { ChangeEvent, DispatchWebhooks } from '#local/webhooks/webhook-definition.ts'

/** A request to create or save a resource. */
export interface WriteRequest<Body> {
  readonly id: string
  readonly body: unknown
  readonly headers: IncomingHttpHeaders
  /** The stored resource; `undefined` if the request creates it. */
  readonly current: StoredResource<Body> | undefined
}

/** A request to change a stored resource. */
export interface ChangeRequest {
  readonly id: string
  /** The version that the client sent, if any. */
  readonly version: number | undefined
  /** The `Host` header of the request. */
  readonly host: string
}

/** What is specific to one type of resource. Functions throw `RestError` for a request that is not allowed. */
export interface ResourceDefinition<Body> {
  /** The path of the list. */
  readonly path: string
  /** The path of one resource, with `:id`. Default: below `path`. */
  readonly itemPath?: string
  /** `create`: POST. `upsert`: PUT creates too. All resources can be listed, read and saved. */
  readonly can: readonly ('create' | 'upsert' | 'delete' | 'publish' | 'archive')[]
  readonly table: ResourceTable<Body>
  /** The resource belongs to the organization: its `sys` has no link to the space. */
  readonly isOfOrganization?: true
  /** `false`: responses have no version, and clients send none to save. Default: true. */
  readonly isVersioned?: false
  /** The version of a new resource in requests and responses. Default: 1. */
  readonly firstVersion?: 0
  /** A property whose values no two resources may share. */
  readonly uniqueProperty?: keyof Body & string
  /** Lists the resources that match the query. Default: filters by `sys` and `name`. */
  readonly list?: (query: unknown, toResponse: (resource: StoredResource<Body>) => object) => object
  readonly parse: (request: WriteRequest<Body>) => Body
  readonly checkPublishable?: (resource: StoredResource<Body>) => void
  /** Default: creates it in the table. */
  readonly create?: (request: WriteRequest<Body>, draft: Body) => StoredResource<Body>
  /** Default: removes it from the table. The response contains the resource if it remains. */
  readonly remove?: (resource: StoredResource<Body>) => void
  /** The response without `sys`. Default: the draft. `host` is the `Host` header of the request. */
  readonly getProperties?: (resource: StoredResource<Body>, host: string) => object
  /** Properties that `sys` has beside the common ones. `event` is the change that the response is about. */
  readonly getSys?: (resource: StoredResource<Body>, event?: ChangeEvent) => object
  /** Called after each change with the response body. */
  readonly dispatchWebhooks?: DispatchWebhooks
}

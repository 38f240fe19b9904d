import type { IncomingHttpHeaders } from 'node:http'
import { RestError } from '#local/http/rest-error.ts'
import { createResourceLink } from '#local/links.ts'
import type { ResourceTable, StoredResource } from '#local/store/resource-table.ts'
import type { LocationSys } from '#local/store/store.ts'
import type { ChangeEvent, DispatchWebhooks } from '#local/webhooks/webhook-definition.ts'
import { createValueError, expectExisting, expectVersion } from './parse-request.ts'

/** A request to create or save a resource. */
export interface WriteRequest<Body> {
  readonly id: string
  readonly body: unknown
  readonly headers: IncomingHttpHeaders
  /** The stored resource; `undefined` if the request creates it. */
  readonly current: StoredResource<Body> | undefined
}

/** What is specific to one type of resource. Functions throw `RestError` for a request that is not allowed. */
export interface ResourceDefinition<Body> {
  /** For example `Entry`. */
  readonly type: string
  /** The path of the list. */
  readonly path: string
  /** The path of one resource, with `:id`. Default: below `path`. */
  readonly itemPath?: string
  /** `create`: POST. `upsert`: PUT creates too. All resources can be listed, read and saved. */
  readonly can: readonly ('create' | 'upsert' | 'delete' | 'publish' | 'archive')[]
  /** What the resource is part of: an environment, or the space. */
  readonly locationSys: Partial<LocationSys>
  readonly table: ResourceTable<Body>
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
  /** Default: removes it from the table. */
  readonly remove?: (resource: StoredResource<Body>) => void
  /** The response without `sys`. Default: the draft. `host` is the `Host` header of the request. */
  readonly getProperties?: (resource: StoredResource<Body>, host: string) => object
  /** Properties that `sys` has beside the common ones. `event` is the change that the response is about. */
  readonly getSys?: (resource: StoredResource<Body>, event?: ChangeEvent) => object
  /** Called after each change with the response body. */
  readonly dispatchWebhooks?: DispatchWebhooks
}

/** A request to change a stored resource. */
export interface ChangeRequest {
  readonly id: string
  /** The version that the client sent, if any. */
  readonly version: number | undefined
  /** The `Host` header of the request. */
  readonly host: string
}

export type ResourceService<Body> = ReturnType<typeof createResourceService<Body>>

/** Creates the operations on the resources of one type: they check the state, write, and report the change. */
export function createResourceService<Body>(definition: ResourceDefinition<Body>) {
  const { type, can, locationSys, table, firstVersion = 1, uniqueProperty, getProperties } = definition
  const { remove = ({ id }) => table.remove(id) } = definition
  /** The version in requests and responses. */
  const toVersion = ({ version }: StoredResource<Body>) => version - 1 + firstVersion
  const toResponse = (resource: StoredResource<Body>, host: string, event?: ChangeEvent) => ({
    ...(getProperties ? getProperties(resource, host) : resource.draft),
    sys: {
      // Every `sys` needs the links to space and environment (docs/contentful.md).
      ...locationSys,
      type,
      id: resource.id,
      version: toVersion(resource),
      createdAt: resource.createdAt,
      updatedAt: resource.updatedAt,
      createdBy: LOCAL_USER_LINK,
      updatedBy: LOCAL_USER_LINK,
      ...(can.includes('publish') ? toPublicationSys(resource, definition.path, locationSys) : {}),
      ...definition.getSys?.(resource, event),
    },
  })
  const report = (event: ChangeEvent, resource: StoredResource<Body>, host: string) => {
    const entity = toResponse(resource, host, event)
    definition.dispatchWebhooks?.(`${type}.${event}`, entity)
    return entity
  }
  const getExisting = (id: string) => expectExisting(table.get(id), type, id, toLocation(locationSys))
  /** Reads a resource to change. Clients send the version to save or publish, and none for other changes. */
  const getForChange = (event: ChangeEvent, id: string, version: number | undefined) => {
    const resource = getExisting(id)
    if (event === 'save' || event === 'publish' || version !== undefined)
      expectVersion({ id, version: toVersion(resource) }, version)
    expectState(event, resource)
    if (event === 'publish') definition.checkPublishable?.(resource)
    return resource
  }
  const createChange =
    (event: ChangeEvent, write: (resource: StoredResource<Body>) => StoredResource<Body>) =>
    ({ id, version, host }: ChangeRequest) =>
      report(event, write(getForChange(event, id, version)), host)
  const parse = (request: WriteRequest<Body>) => {
    const draft = definition.parse(request)
    const isTaken = (other: StoredResource<Body>) =>
      uniqueProperty && other.id !== request.id && other.draft[uniqueProperty] === draft[uniqueProperty]
    if (uniqueProperty && table.all().some(isTaken))
      throw createValueError('taken', [uniqueProperty], draft[uniqueProperty], 'Must be unique')
    return draft
  }

  return {
    definition,
    toResponse,
    getExisting,
    create: (request: Omit<WriteRequest<Body>, 'current'>, host: string) => {
      const creation = { ...request, current: undefined }
      const draft = parse(creation)
      return report('create', definition.create?.(creation, draft) ?? table.create(request.id, draft), host)
    },
    /** Saves what `createDraft` returns, for example by `parse`. Calls it only if the version matches. */
    save: (request: ChangeRequest, createDraft: (current: StoredResource<Body>) => Body) =>
      createChange('save', (resource) => table.save(resource.id, createDraft(resource)))(request),
    parse,
    /** Throws if the version does not match, or the resource cannot be published. */
    checkPublishable: (id: string, version: number) => void getForChange('publish', id, version),
    publish: createChange('publish', ({ id }) => table.publish(id)),
    unpublish: createChange('unpublish', ({ id }) => table.unpublish(id)),
    archive: createChange('archive', ({ id }) => table.archive(id)),
    unarchive: createChange('unarchive', ({ id }) => table.unarchive(id)),
    remove: createChange('delete', (resource) => {
      remove(resource)
      return table.get(resource.id) ?? resource
    }),
  }
}

/** Throws if the state of a resource does not allow a change. */
function expectState(event: ChangeEvent, { published, archivedVersion }: StoredResource<unknown>): void {
  const isPublished = published !== null
  const isArchived = archivedVersion !== null
  const conflicts: Partial<Record<ChangeEvent, string | false>> = {
    save: isArchived && 'Cannot edit archived',
    publish: isArchived && 'Cannot publish archived',
    unpublish: !isPublished && 'Not published',
    archive: (isPublished && 'Cannot archive published') || (isArchived && 'Cannot archive archived'),
    unarchive: !isArchived && 'Not archived',
    delete: isPublished && 'Cannot delete published',
  }
  if (conflicts[event]) throw new RestError('BadRequest', conflicts[event])
}

/** The location in the details of a 404. */
export const toLocation = ({ space, environment }: Partial<LocationSys>) => ({
  environment: environment?.sys.id,
  space: space?.sys.id,
})

/** The user of every token. */
export const LOCAL_USER_ID = 'local-developer'

/** The user of every token made every change. */
export const LOCAL_USER_LINK = createResourceLink('User', LOCAL_USER_ID)

/** What `sys` contains if a resource can be published. */
function toPublicationSys(resource: StoredResource<unknown>, path: string, locationSys: Partial<LocationSys>) {
  const { id, publishedVersion, publishedAt, publishedCounter, firstPublishedAt, archivedVersion, archivedAt } =
    resource
  const { space, environment } = toLocation(locationSys)
  return {
    publishedCounter,
    ...(firstPublishedAt === null ? {} : { firstPublishedAt }),
    ...(publishedVersion === null ? {} : { publishedVersion, publishedAt, publishedBy: LOCAL_USER_LINK }),
    ...(archivedVersion === null ? {} : { archivedVersion, archivedAt, archivedBy: LOCAL_USER_LINK }),
    urn: `crn:contentful:::content:spaces/${space}/environments/${environment}${path}/${id}`,
  }
}

import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { LOCAL_ORGANIZATION_ID, LOCAL_USER } from '#local/constants.ts'
import { createUnsupportedError, expectExisting, RestError } from '#local/engine/rest-error.ts'
import type { ChangeEvent, DispatchWebhooks } from '#local/engine/webhook-events.ts'
import type { IdRoute } from '#local/http/access.ts'
import {
  createValueError,
  expectNewResource,
  expectVersion,
  parseResourceRequest,
  type ResourceRequest,
} from '#local/http/parse-request.ts'
import { createLink } from '#local/shared/links.ts'
import type { LocationSys, ResourceTable, StoredResource } from '#local/store/resource-table.ts'
import { listResources } from './list-resources.ts'

export interface WriteRequest<Body> extends ResourceRequest {
  /** The stored resource; `undefined` if the request creates it. */
  readonly current?: StoredResource<Body>
}

type ChangeRequest = Pick<ResourceRequest, 'id' | 'version' | 'host'>

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

export type ResourceService<Body> = ReturnType<typeof createResourceService<Body>>

/** Creates the operations on the resources of one type. They check the state, write, and report the change. */
export function createResourceService<Body>(definition: ResourceDefinition<Body>) {
  const { can, table, firstVersion = 1, uniqueProperty, getProperties } = definition
  const { type } = table
  const locationSys = definition.isOfOrganization ? {} : table.locationSys
  const { isVersioned = true, remove = ({ id }) => table.remove(id) } = definition
  /** The version in requests and responses. */
  const toVersion = ({ version }: StoredResource<Body>) => version - 1 + firstVersion
  const toResponse = (resource: StoredResource<Body>, host: string, event?: ChangeEvent) => ({
    ...(getProperties ? getProperties(resource, host) : resource.draft),
    sys: {
      // Every `sys` needs the links to space and environment (docs/contentful.md).
      ...locationSys,
      type,
      id: resource.id,
      ...(isVersioned ? { version: toVersion(resource) } : {}),
      createdAt: resource.createdAt,
      updatedAt: resource.updatedAt,
      createdBy: LOCAL_USER_LINK,
      updatedBy: LOCAL_USER_LINK,
      ...(can.includes('publish') ? toPublicationSys(resource, definition.path, table.locationSys) : {}),
      ...definition.getSys?.(resource, event),
    },
  })
  const report = (event: ChangeEvent, resource: StoredResource<Body>, host: string) => {
    const response = toResponse(resource, host, event)
    definition.dispatchWebhooks?.(`${type}.${event}`, response)
    return response
  }
  const getExisting = (id: string) => expectExisting(table.get(id), type, id, locationSys)
  const createChange =
    (event: ChangeEvent, write: (resource: StoredResource<Body>) => StoredResource<Body>) =>
    ({ id, version, host }: ChangeRequest) => {
      // One transaction, so that no other process changes the resource after the check of its version.
      const changed = table.runTransaction(() => {
        const resource = getExisting(id)
        // Clients send the version to save or publish, and none for other changes.
        if (isVersioned && (event === 'save' || event === 'publish' || version !== undefined))
          expectVersion(id, toVersion(resource), version)
        expectState(event, resource)
        if (event === 'publish') definition.checkPublishable?.(resource)
        return write(resource)
      })
      return report(event, changed, host)
    }
  const parse = (request: WriteRequest<Body>) => {
    const draft = definition.parse(request)
    if (!uniqueProperty) return draft
    const value = draft[uniqueProperty]
    if (table.all().some((other) => other.id !== request.id && other.draft[uniqueProperty] === value))
      throw createValueError('taken', [uniqueProperty], value, 'Must be unique')
    return draft
  }

  return {
    definition,
    toResponse,
    getExisting,
    create: (request: WriteRequest<Body>) => {
      const draft = parse(request)
      return report('create', definition.create?.(request, draft) ?? table.create(request.id, draft), request.host)
    },
    /** Saves what `createDraft` returns, for example by `parse`. Calls it only if the version matches. */
    save: (request: ChangeRequest, createDraft: (current: StoredResource<Body>) => Body) =>
      createChange('save', (resource) => table.save(resource.id, createDraft(resource)))(request),
    parse,
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

export function registerRoutes<Body>(scope: FastifyInstance, service: ResourceService<Body>): void {
  const { table, path, itemPath = `${path}/:id`, can } = service.definition
  const { list = (query, toItem) => listResources(table, query, toItem) } = service.definition
  scope.get(path, async ({ query, host }) => list(query, (resource) => service.toResponse(resource, host)))
  scope.get<IdRoute>(itemPath, async ({ params, host }) => service.toResponse(service.getExisting(params.id), host))

  scope.put<IdRoute>(itemPath, async (request, reply) => {
    const write = parseResourceRequest(request)
    if (table.get(write.id) || !can.includes('upsert'))
      return service.save(write, (current) => service.parse({ ...write, current }))
    expectNewResource(table.type, write.id, write.version)
    return reply.code(201).send(service.create(write))
  })

  if (can.includes('create'))
    scope.post(path, async ({ body, headers, host }, reply) => {
      const id = randomBytes(11).toString('hex')
      return reply.code(201).send(service.create({ id, version: undefined, body, headers, host }))
    })

  if (can.includes('delete'))
    scope.delete<IdRoute>(itemPath, async (request, reply) => {
      const response = service.remove(parseResourceRequest(request))
      return table.get(request.params.id) ? response : reply.code(204).send()
    })

  if (can.includes('publish')) {
    scope.put<IdRoute>(`${itemPath}/published`, async (request) => {
      // A body with properties selects locales or fields to publish.
      if (Object.keys(request.body ?? {}).length > 0)
        throw createUnsupportedError('publishing single locales or fields')
      return service.publish(parseResourceRequest(request))
    })
    scope.delete<IdRoute>(`${itemPath}/published`, async (request) => service.unpublish(parseResourceRequest(request)))
  }

  if (can.includes('archive')) {
    scope.put<IdRoute>(`${itemPath}/archived`, async (request) => service.archive(parseResourceRequest(request)))
    scope.delete<IdRoute>(`${itemPath}/archived`, async (request) => service.unarchive(parseResourceRequest(request)))
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

export const LOCAL_ORGANIZATION_LINK = createLink('Organization', LOCAL_ORGANIZATION_ID)

export const LOCAL_USER_LINK = createLink('User', LOCAL_USER.sys.id)

/** What `sys` contains if a resource can be published. */
function toPublicationSys(resource: StoredResource<unknown>, path: string, { space, environment }: LocationSys) {
  const { publishedVersion, publishedAt, publishedCounter, firstPublishedAt, archivedVersion, archivedAt } = resource
  const location = `spaces/${space.sys.id}/environments/${environment?.sys.id}`
  return {
    publishedCounter,
    ...(firstPublishedAt === null ? {} : { firstPublishedAt }),
    ...(publishedVersion === null ? {} : { publishedVersion, publishedAt, publishedBy: LOCAL_USER_LINK }),
    ...(archivedVersion === null ? {} : { archivedVersion, archivedAt, archivedBy: LOCAL_USER_LINK }),
    urn: `crn:contentful:::content:${location}${path}/${resource.id}`,
  }
}
